// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Catalogues of which the memory of a space holds two patches of the sky at a time.
#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>
#include <vector>

#include <gmock/gmock.h>

#include "algorithms/pairs/pair_counts_support.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

using Host = Catalogue<Kokkos::HostSpace>;

constexpr double largest_weight = 4.0;  // of a pair, as draw_weights draws them

/// What the patches of a call took of the space.
struct Memory {
  std::uint64_t now = 0;
  std::uint64_t most = 0;
  int allocations = 0;

  static Memory& of_patches() {
    static Memory memory;
    return memory;
  }
};

bool is_of_patches(char const* label) {
  return std::strcmp(label, "siderum::pair_counts::patch") == 0;
}

/// Listens to the allocations of patches.
class Listening {
 public:
  Listening() {
    Memory::of_patches() = {};
    Kokkos::Tools::Experimental::set_allocate_data_callback(
        [](Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t bytes) {
          Memory& memory = Memory::of_patches();
          if (is_of_patches(label)) {
            memory.now += bytes;
            memory.most = std::max(memory.most, memory.now);
            ++memory.allocations;
          }
        });
    Kokkos::Tools::Experimental::set_deallocate_data_callback(
        [](Kokkos::Tools::SpaceHandle, char const* label, void const*, std::uint64_t bytes) {
          if (is_of_patches(label)) {
            Memory::of_patches().now -= bytes;
          }
        });
  }
  ~Listening() {
    Kokkos::Tools::Experimental::set_allocate_data_callback(nullptr);
    Kokkos::Tools::Experimental::set_deallocate_data_callback(nullptr);
  }
  Listening(Listening const&) = delete;
  Listening& operator=(Listening const&) = delete;
};

template <class V>
class PairPatches : public testing::Test {
 protected:
  using Backend = typename V::Backend;

  static PairCountOptions options() {
    PairCountOptions options = options_of<V>();
    options.mean_separation = MeanSeparation::yes;
    options.region_matrix = RegionMatrix::yes;
    return options;
  }

  static Host draw(std::int64_t points, std::uint64_t stream, double radius_deg = 180.0) {
    Sky sky = draw_sky(points, stream, radius_deg);
    draw_weights(sky, stream);
    draw_regions(sky, 5);
    return sky.catalogue();
  }

  /// The same bits on hosts; on devices trees of hosts may round otherwise.
  static void expect_same(PairCounts const& found, PairCounts const& expected) {
    EXPECT_EQ(found.total, expected.total);
    if (is_host<TestSpace>) {
      EXPECT_EQ(found.count, expected.count);
      EXPECT_EQ(found.weight, expected.weight);
      EXPECT_EQ(found.mean_separation, expected.mean_separation);
      EXPECT_EQ(found.regions.both_weight, expected.regions.both_weight);
      EXPECT_EQ(found.regions.first_weight, expected.regions.first_weight);
      EXPECT_EQ(found.regions.matrix, expected.regions.matrix);
      EXPECT_EQ(found.regions.matrix_weight, expected.regions.matrix_weight);
      return;
    }
    EXPECT_TRUE(counts_agree<V>(found.count, expected.count));
    for (std::size_t bin = 0; bin < expected.weight.size(); ++bin) {
      auto const pairs = static_cast<double>(expected.count[bin]);
      // A pair that falls into the next bin, as counts_agree allows it, takes its weight along.
      double const moved = std::is_same_v<typename V::Real, float>
                               ? largest_weight * std::max(1e-3 * pairs, 3.0)
                               : 0.0;
      EXPECT_NEAR(found.weight[bin], expected.weight[bin], 1e-2 + 1e-6 * pairs + moved);
    }
  }
};
TYPED_TEST_SUITE(PairPatches, Variants, VariantNames);

SeparationBins const bins = logarithmic_bins(0.05, 40.0, 9);

TYPED_TEST(PairPatches, OfOneCatalogueHaveItsPairs) {
  using Tested = typename TestFixture::Backend;
  auto const sky = this->draw(30'000, 1);
  PairCountOptions options = this->options();
  auto const whole = count_pairs<Tested>(TestSpace(), on_test_space(sky), bins, options);
  for (std::int64_t const bytes : {400'000, 900'000, 1'000'000'000}) {
    Listening const listening;
    options.patch_bytes = bytes;
    this->expect_same(count_pairs_by_patches<Tested>(TestSpace(), PairKind::auto_count,
                                                     std::span(&sky, 1), {}, bins, options),
                      whole);
    EXPECT_GT(Memory::of_patches().allocations, 0);
    // Kokkos adds what it knows of each.
    EXPECT_LE(Memory::of_patches().most,
              static_cast<std::uint64_t>(bytes + 128 * Memory::of_patches().allocations));
    EXPECT_EQ(Memory::of_patches().now, 0U);
  }
}

TYPED_TEST(PairPatches, OfTwoCataloguesAndOfSeveral) {
  using Tested = typename TestFixture::Backend;
  std::vector<Host> const sets{this->draw(9000, 2), this->draw(20'000, 3, 20.0),
                               this->draw(300, 4)};
  std::vector<Catalogue<TestMemory>> there;
  std::transform(sets.begin(), sets.end(), std::back_inserter(there), on_test_space);
  PairCountOptions options = this->options();
  auto const crossed = count_pairs<Tested>(TestSpace(), there[0], there[1], bins, options);
  auto const within = count_pairs_of_sets<Tested>(
      TestSpace(), std::span<Catalogue<TestMemory> const>(there), bins, options);
  options.patch_bytes = 500'000;
  this->expect_same(
      count_pairs_by_patches<Tested>(TestSpace(), PairKind::cross_count, std::span(&sets[0], 1),
                                     std::span(&sets[1], 1), bins, options),
      crossed);
  this->expect_same(count_pairs_by_patches<Tested>(TestSpace(), PairKind::auto_count,
                                                   std::span<Host const>(sets), {}, bins, options),
                    within);
}

TYPED_TEST(PairPatches, WithoutWeightsOrPoints) {
  using Tested = typename TestFixture::Backend;
  Host const sky = draw_sky(20'000, 5).catalogue();
  Host const none = Sky().catalogue();
  PairCountOptions options = options_of<TypeParam>();
  auto const whole = count_pairs<Tested>(TestSpace(), on_test_space(sky), bins, options);
  options.patch_bytes = 300'000;
  this->expect_same(count_pairs_by_patches<Tested>(TestSpace(), PairKind::auto_count,
                                                   std::span(&sky, 1), {}, bins, options),
                    whole);
  auto const empty = count_pairs_by_patches<Tested>(
      TestSpace(), PairKind::cross_count, std::span(&sky, 1), std::span(&none, 1), bins, options);
  EXPECT_THAT(empty.count, testing::Each(0));
}

TYPED_TEST(PairPatches, OfSeveralProcesses) {
  using Tested = typename TestFixture::Backend;
  auto const sky = this->draw(20'000, 6);
  PairCountOptions options = this->options();
  options.patch_bytes = 500'000;
  auto const count = [&] {
    return count_pairs_by_patches<Tested>(TestSpace(), PairKind::auto_count, std::span(&sky, 1), {},
                                          bins, options);
  };
  auto const whole = count();
  std::vector<std::int64_t> sum(whole.count.size(), 0);
  for (int part = 0; part < 3; ++part) {
    PairShare const share{part, 3, [](std::uint64_t*, std::int64_t) {}};
    options.share = &share;
    auto const own = count();
    for (std::size_t bin = 0; bin < sum.size(); ++bin) {
      sum[bin] += own.count[bin];
    }
    options.share = nullptr;
  }
  EXPECT_EQ(sum, whole.count);
}

TYPED_TEST(PairPatches, AreRefusedWhereTwoAreTooLarge) {
  using Tested = typename TestFixture::Backend;
  auto const sky = this->draw(30'000, 7);
  PairCountOptions options = this->options();
  auto const refusal = [&](std::int64_t bytes) {
    options.patch_bytes = bytes;
    return sentence_of([&] {
      count_pairs_by_patches<Tested>(TestSpace(), PairKind::auto_count, std::span(&sky, 1), {},
                                     bins, options);
    });
  };
  EXPECT_THAT(refusal(5000), testing::HasSubstr("The memory allowed holds no two patches of the"
                                                " points ("));
  EXPECT_THAT(refusal(-1), testing::HasSubstr("There cannot be -1 bytes for patches"));
}

/// Where a device has less memory than a catalogue takes.
TYPED_TEST(PairPatches, FitWhereTheCatalogueDoesNot) {
  if constexpr (is_host<TestSpace>) {
    GTEST_SKIP() << "the points of hosts lie in their memory";
  } else {
    using Tested = typename TestFixture::Backend;
    using Facts = typename DefaultBackend::template DeviceFactsOf<TestSpace>;
    SeparationBins const few = logarithmic_bins(0.01, 0.1, 3);
    Host const sky = draw_sky(8'000'000, 8).catalogue();
    auto const whole =
        count_pairs<Tested>(TestSpace(), on_test_space(sky), few, options_of<TypeParam>());
    release_work_space();
    constexpr std::int64_t left = std::int64_t{300} << 20;
    std::int64_t const free = Facts{}().free_memory;
    if (free == 0) {
      GTEST_SKIP() << "nobody knows the memory of this device";
    }
    Kokkos::View<std::byte*, TestMemory> const ballast(
        Kokkos::view_alloc(Kokkos::WithoutInitializing, "test::ballast"),
        static_cast<std::size_t>(free - left));
    EXPECT_THROW(count_pairs<Tested>(TestSpace(), on_test_space(sky), few, options_of<TypeParam>()),
                 OutOfMemory);
    auto const patches = count_pairs_by_patches<Tested>(
        TestSpace(), PairKind::auto_count, std::span(&sky, 1), {}, few, options_of<TypeParam>());
    EXPECT_TRUE(counts_agree<TypeParam>(patches.count, whole.count));
  }
}

}  // namespace
}  // namespace siderum::test
