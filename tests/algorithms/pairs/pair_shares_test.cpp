// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Pairs that several processes count together, each its part, played by one after the other.
#include <cstdint>
#include <numeric>
#include <vector>

#include <gmock/gmock.h>

#include <siderum/algorithms/pairs/detail/pair_counts/share_of_pairs.hpp>
#include <siderum/algorithms/pairs/pair_counts.hpp>
#include <siderum/algorithms/pairs/random_points.hpp>
#include <siderum/core/catalogue.hpp>

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

TEST(PairShares, AreOfEqualCost) {
  std::vector<double> cost;
  for (int i = 0; i < 1000; ++i) {
    cost.push_back(1.0 + (i * 7919) % 101);
  }
  std::vector<int> const part = detail::deal(cost, 4);
  std::vector<double> load(4, 0.0);
  for (std::size_t i = 0; i < cost.size(); ++i) {
    load[part[i]] += cost[i];
  }
  double const mean = std::accumulate(cost.begin(), cost.end(), 0.0) / 4.0;
  for (double const of_part : load) {
    EXPECT_NEAR(of_part, mean, 0.001 * mean);
  }
}

TEST(PairShares, MayBeEmpty) {
  EXPECT_THAT(detail::deal(std::vector<double>{5.0}, 3), testing::ElementsAre(0));
  EXPECT_TRUE(detail::deal(std::vector<double>{}, 3).empty());
}

}  // namespace
}  // namespace siderum::test
