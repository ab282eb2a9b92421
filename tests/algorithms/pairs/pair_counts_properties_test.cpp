// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/pairs/pair_counts_support.hpp"

namespace siderum::test {
namespace {

/// What must hold between counts, whatever the points are.
template <class V>
class PairCountsProperties : public testing::Test {};

TYPED_TEST_SUITE(PairCountsProperties, Variants, VariantNames);

SeparationBins const bins = logarithmic_bins(0.02, 180.0, 15);

Sky joined(Sky const& a, Sky const& b) {
  Sky sky = a;
  sky.ra.insert(sky.ra.end(), b.ra.begin(), b.ra.end());
  sky.dec.insert(sky.dec.end(), b.dec.begin(), b.dec.end());
  return sky;
}

std::vector<std::int64_t> sum(std::vector<std::int64_t> a, std::vector<std::int64_t> const& b,
                              std::int64_t factor = 1) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    a[k] += factor * b[k];
  }
  return a;
}

TYPED_TEST(PairCountsProperties, CountsOfAUnion) {
  Sky const a = draw_sky(2100, 50);
  Sky const b = draw_sky(900, 51, 30.0);
  auto const parts = sum(sum(count<TypeParam>(a, bins).count, count<TypeParam>(b, bins).count),
                         count<TypeParam>(a, b, bins).count);
  EXPECT_TRUE(counts_agree<TypeParam>(count<TypeParam>(joined(a, b), bins).count, parts));
}

TYPED_TEST(PairCountsProperties, EveryPointTwice) {
  Sky const sky = draw_sky(1500, 52);
  auto const once = count<TypeParam>(sky, linear_bins(0, 180, 9)).count;
  std::vector<std::int64_t> expected = sum(once, once, 3);
  expected[0] += sky.points();
  EXPECT_TRUE(counts_agree<TypeParam>(
      count<TypeParam>(joined(sky, sky), linear_bins(0, 180, 9)).count, expected));
}

TYPED_TEST(PairCountsProperties, OrderOfPointsAndOfCatalogues) {
  Sky sky = draw_sky(2000, 53);
  Sky const other = draw_sky(777, 54);
  auto const counted = count<TypeParam>(sky, bins).count;
  auto const across = count<TypeParam>(sky, other, bins).count;
  EXPECT_TRUE(counts_agree<TypeParam>(count<TypeParam>(other, sky, bins).count, across));
  std::reverse(sky.ra.begin(), sky.ra.end());
  std::reverse(sky.dec.begin(), sky.dec.end());
  EXPECT_TRUE(counts_agree<TypeParam>(count<TypeParam>(sky, bins).count, counted));
}

TYPED_TEST(PairCountsProperties, TurnsOfRightAscension) {
  Sky sky = draw_sky(1000, 55);
  for (double& ra : sky.ra) {
    ra = static_cast<double>(static_cast<float>(ra));  // so that whole turns are added exactly
  }
  auto const counted = count<TypeParam>(sky, bins).count;
  for (double& ra : sky.ra) {
    ra -= 1080.0;
  }
  EXPECT_EQ(count<TypeParam>(sky, bins).count, counted);
}

TYPED_TEST(PairCountsProperties, RegionsAddUpToTheWhole) {
  Sky sky = draw_sky(3000, 56);
  Sky other = draw_sky(2000, 57);
  auto const plain = count<TypeParam>(sky, bins).count;
  auto const plain_across = count<TypeParam>(sky, other, bins).count;
  draw_regions(sky, 8);
  draw_regions(other, 8);
  for (bool const cross : {false, true}) {
    PairCounts const counts =
        cross ? count<TypeParam>(sky, other, bins) : count<TypeParam>(sky, bins);
    EXPECT_TRUE(counts_agree<TypeParam>(counts.count, cross ? plain_across : plain));
    EXPECT_EQ(sum_of(counts.regions.both) + sum_of(counts.regions.first), sum_of(counts.count));
    EXPECT_EQ(sum_of(counts.regions.first), sum_of(counts.regions.second));
    EXPECT_EQ(sum_of(counts.regions.points_first), 3000);
    EXPECT_EQ(sum_of(counts.regions.points_second), cross ? 2000 : 3000);
  }
}

TYPED_TEST(PairCountsProperties, WithoutARegionByHand) {
  Sky sky = draw_sky(2500, 58);
  draw_regions(sky, 6);
  PairCounts const counts = count<TypeParam>(sky, bins);
  for (std::int32_t const removed : {0, 3, 5}) {
    Sky rest;
    for (std::int64_t i = 0; i < sky.points(); ++i) {
      if (sky.region[i] != removed) {
        rest.add(sky.ra[i], sky.dec[i]);
      }
    }
    std::vector<std::int64_t> expected = counts.count;
    for (std::int64_t k = 0; k < bins.count(); ++k) {
      std::int64_t const cell = removed * bins.count() + k;
      expected[k] -=
          counts.regions.both[cell] + counts.regions.first[cell] + counts.regions.second[cell];
    }
    EXPECT_TRUE(counts_agree<TypeParam>(count<TypeParam>(rest, bins).count, expected));
  }
}

TYPED_TEST(PairCountsProperties, WeightedSumsAreReproducible) {
  Sky sky = draw_sky(4000, 59);
  draw_weights(sky, 59);
  auto const first = count<TypeParam>(sky, bins).weight;
  for (int repeat = 0; repeat < 3; ++repeat) {
    EXPECT_EQ(count<TypeParam>(sky, bins).weight, first);
  }
}

TYPED_TEST(PairCountsProperties, ListsInSmallPieces) {
  Sky const sky = draw_sky(6000, 60);
  PairCountOptions options = options_of<TypeParam>();
  auto const counted = count<TypeParam>(sky, bins, options).count;
  options.memory_fraction = 1e-12;
  EXPECT_EQ(count<TypeParam>(sky, bins, options).count, counted);
}

/// Keeps what it is told.
class Listener : public ProgressObserver {
 public:
  void advance(std::int64_t done, std::int64_t total) override {
    EXPECT_GE(done, last);
    last = done;
    of = total;
    ++calls;
  }
  std::int64_t last = 0;
  std::int64_t of = 0;
  int calls = 0;
};

TYPED_TEST(PairCountsProperties, ProgressEndsAtItsTotal) {
  auto const sky = on_test_space(draw_sky(5000, 61).catalogue());
  Listener listener;
  auto const counts = count_pairs<typename TypeParam::Backend>(TestSpace(), sky, bins,
                                                               options_of<TypeParam>(), &listener);
  EXPECT_GT(listener.calls, 5);
  EXPECT_EQ(listener.last, listener.of);
  EXPECT_EQ(counts.count, count_pairs<typename TypeParam::Backend>(TestSpace(), sky, bins,
                                                                   options_of<TypeParam>())
                              .count);
}

}  // namespace
}  // namespace siderum::test
