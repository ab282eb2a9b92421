// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Pairs that several processes count together, each its part, played by one after the other.
#include <cstdint>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>

#include <siderum/algorithms/pairs/pair_counts.hpp>
#include <siderum/algorithms/pairs/random_points.hpp>
#include <siderum/core/catalogue.hpp>
#include <siderum/core/error.hpp>

#include "algorithms/pairs/same_counts.hpp"

namespace siderum::test {
namespace {

using Exec = SIDERUM_TEST_SPACE;
using Points = Catalogue<Exec::memory_space>;
using Numbers =
    Kokkos::View<std::uint64_t*, Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

/// Points of the sky with weights of either sign and regions.
Points points(std::int64_t count, std::uint64_t seed) {
  SkyPoints const random = random_points(SkyBox{20.0, 60.0, -10.0, 25.0}, count, seed);
  std::vector<double> weight;
  std::vector<std::int32_t> region;
  for (std::int64_t i = 0; i < count; ++i) {
    weight.push_back(static_cast<double>((i * 7919) % 97 - 20) / 31.0);
    region.push_back(static_cast<std::int32_t>(i % 3));
  }
  return mirror_to(Exec(), make_catalogue(random.ra, random.dec, weight, region, 3));
}

/// What all parts find together: the first time each tells its numbers, the second time it is given
/// their sums.
template <class Count>
std::vector<PairCounts> of_parts(int parts, Count const& count) {
  std::vector<std::uint64_t> sums;
  PairCountOptions options{.mean_separation = MeanSeparation::yes,
                           .region_matrix = RegionMatrix::yes};
  std::vector<PairCounts> found;
  for (bool const is_told : {false, true}) {
    for (int part = 0; part < parts; ++part) {
      PairShare const share{part, parts, [&](std::uint64_t* there, std::int64_t length) {
                              Numbers const numbers(there, length);
                              auto const own = Kokkos::create_mirror(Kokkos::HostSpace(), numbers);
                              Kokkos::deep_copy(own, numbers);
                              sums.resize(own.extent(0));
                              for (std::size_t i = 0; i < sums.size(); ++i) {
                                sums[i] += is_told ? 0 : own(i);
                                own(i) = sums[i];
                              }
                              Kokkos::deep_copy(numbers, own);
                            }};
      options.share = &share;
      PairCounts counts = count(options);
      if (is_told) {
        found.push_back(std::move(counts));
      }
    }
  }
  return found;
}

TEST(PairShares, AddUpToTheBitsOfOneProcess) {
  SeparationBins const bins = logarithmic_bins(0.05, 30.0, 9);
  std::vector<Points> const sets{points(1500, 1), points(1200, 2), points(40, 3)};
  PairCountOptions const alone{.mean_separation = MeanSeparation::yes,
                               .region_matrix = RegionMatrix::yes};
  auto const of_sets = [&](PairCountOptions const& options) {
    return count_pairs_of_sets(Exec(), std::span(sets), bins, options);
  };
  auto const crossed = [&](PairCountOptions const& options) {
    return count_pairs(Exec(), sets[0], sets[1], bins, options);
  };
  for (int const parts : {1, 2, 3, 7}) {
    for (PairCounts const& counts : of_parts(parts, of_sets)) {
      expect_same(counts, of_sets(alone));
    }
    for (PairCounts const& counts : of_parts(parts, crossed)) {
      expect_same(counts, crossed(alone));
    }
  }
}

/// What each of two parts counts by itself of so many points that nodes above the tiles are dealt.
std::vector<std::int64_t> counted_by_each(SeparationBins const& bins) {
  SkyPoints const random = random_points(SkyBox{20.0, 60.0, -10.0, 25.0}, 600'000, 4);
  Points const sky = mirror_to(Exec(), make_catalogue(random.ra, random.dec));
  std::vector<std::int64_t> counted;
  for (int part = 0; part < 2; ++part) {
    PairShare const share{part, 2, [](std::uint64_t*, std::int64_t) {}};
    PairCountOptions options;
    options.share = &share;
    std::vector<std::int64_t> const count = count_pairs(Exec(), sky, bins, options).count;
    counted.push_back(std::accumulate(count.begin(), count.end(), std::int64_t{0}));
  }
  return counted;
}

TEST(PairShares, HaveAsMuchToDo) {
  std::vector<std::int64_t> const counted = counted_by_each(logarithmic_bins(0.01, 0.2, 5));
  double const half = 0.5 * static_cast<double>(counted[0] + counted[1]);
  // 10,000 tiles and as many pairs of neighbours: chance deals them to one per cent.
  EXPECT_NEAR(static_cast<double>(counted[0]), half, 0.04 * half);
}

TEST(PairShares, CountOncePairsThatAreInOneBinHighInTheTree) {
  std::vector<std::int64_t> const counted = counted_by_each(SeparationBins{{0.0, 90.0}});
  EXPECT_EQ(counted[0] + counted[1], std::int64_t{600'000} * 599'999 / 2);
}

TEST(PairShares, HearOfPartsThatFail) {
  PairShare const share{0, 2, [](std::uint64_t*, std::int64_t) {},
                        [] { throw Error("Another part has failed."); }};
  PairCountOptions options;
  options.share = &share;
  Points const sky = points(1500, 1);
  EXPECT_THROW(count_pairs(Exec(), sky, logarithmic_bins(0.05, 30.0, 9), options), Error);
}

}  // namespace
}  // namespace siderum::test
