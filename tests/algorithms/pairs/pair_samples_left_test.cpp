// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/pair_sums.hpp>

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "algorithms/pairs/pair_estimators_support.hpp"

/// Samples in which nothing is left. The weights are no binary fractions: sums of their products
/// are rounded, and differ by their order.
namespace siderum::test {
namespace {

constexpr std::int64_t regions = 3;
std::vector<double> const edges{0.0, 1.0, 30.0, 180.0};
constexpr std::array all_conventions{JackknifeConvention::match, JackknifeConvention::either,
                                     JackknifeConvention::first};

double weight_of(std::int64_t i) {
  return std::array{0.1, 0.3, 0.7}[static_cast<std::size_t>(i % 3)];
}

/// Points within half a degree of each other, all of a region.
SkyPointList cluster(std::int64_t points, std::int64_t region, double ra) {
  SkyPointList list;
  for (std::int64_t i = 0; i < points; ++i) {
    double const angle = 2.4 * static_cast<double>(i);
    list.push_back({ra + 0.2 * std::cos(angle), 0.2 * std::sin(angle), weight_of(i * i), region});
  }
  return list;
}

SkyPointList joined(SkyPointList list, SkyPointList const& more) {
  list.insert(list.end(), more.begin(), more.end());
  return list;
}

/// Points 10 degrees apart, alternately of the regions 1 and 2.
SkyPointList scattered(std::int64_t points) {
  SkyPointList list;
  for (std::int64_t i = 0; i < points; ++i) {
    list.push_back({60.0 + 10.0 * static_cast<double>(i), -40.0, weight_of(i), 1 + i % 2});
  }
  return list;
}

PairCounts weighted_auto(std::vector<SkyPointList> const& sets) {
  return auto_counts(sets, edges, regions, Weighted::yes);
}

PairCounts weighted_cross(SkyPointList const& first, SkyPointList const& second) {
  return cross_counts(first, second, edges, regions, Weighted::yes);
}

TEST(NothingLeft, OfPairsInsideARegion) {
  SkyPointList const data = joined(cluster(25, 0, 10.0), scattered(12));
  SkyPointList const other = joined(cluster(19, 0, 10.1), scattered(9));
  for (PairCounts const& counts : {weighted_auto({data}), weighted_auto({data, other}),
                                   weighted_cross(data, cluster(19, 0, 10.1))}) {
    ASSERT_GT(counts.count[0], 100);
    for (JackknifeConvention const convention : all_conventions) {
      EXPECT_EQ(without_region(counts, 0, convention).pairs[0], 0.0);
    }
    EXPECT_GT(without_region(counts, 0, JackknifeConvention::match).pairs[2], 0.01);
  }
}

TEST(NothingLeft, OfPairsThatTouchARegion) {
  SkyPointList const data =
      joined(joined(cluster(25, 0, 10.0), cluster(7, 1, 10.05)), scattered(12));
  PairCounts const counts = weighted_auto({data});
  // Pairs inside region 1 are at the same separations: these stay.
  RegionParts const inside = parts_of_region(weighted_auto({cluster(7, 1, 10.05)}), 1);
  ASSERT_GT(inside.both.pairs[0], 0.0);
  SampledPairs const left = without_region(counts, 0, JackknifeConvention::either);
  EXPECT_NEAR(left.pairs[0], inside.both.pairs[0], 1e-12);

  PairCounts const cross = weighted_cross(cluster(25, 0, 10.0), data);
  ASSERT_GT(cross.count[0], 100);
  EXPECT_EQ(without_region(cross, 0, JackknifeConvention::either).pairs[0], 0.0);
  EXPECT_EQ(without_region(cross, 0, JackknifeConvention::either).total, 0.0);
  EXPECT_EQ(without_region(cross, 0, JackknifeConvention::first).pairs[0], 0.0);
  EXPECT_GT(without_region(cross, 0, JackknifeConvention::match).pairs[0], 0.01);
}

TEST(NothingLeft, OfTotalsWhereAllPointsAreInOneRegion) {
  SkyPointList const data = cluster(40, 1, 10.0);
  PairCounts const pairs = weighted_auto({data, cluster(11, 1, 30.0)});
  PairCounts const cross = weighted_cross(data, joined(data, scattered(20)));
  for (JackknifeConvention const convention : all_conventions) {
    SampledPairs const left = without_region(pairs, 1, convention);
    EXPECT_EQ(left.total, 0.0);
    EXPECT_TRUE(std::isnan(left.normalised(0)));
    EXPECT_GT(without_region(pairs, 0, convention).total, 0.01);
  }
  EXPECT_EQ(without_region(cross, 1, JackknifeConvention::either).total, 0.0);
  EXPECT_EQ(without_region(cross, 1, JackknifeConvention::first).total, 0.0);
}

TEST(NothingLeft, OfTotalsWhereOnePointIsLeft) {
  for (double const weight : {0.1, 0.3, 0.7, 1.1}) {
    SkyPointList data = cluster(40, 0, 10.0);
    data.push_back({12.0, 5.0, weight, 2});
    SampledPairs const left =
        without_region(weighted_auto({data, data}), 0, JackknifeConvention::either);
    EXPECT_EQ(left.total, 0.0) << weight;
    EXPECT_EQ(left.pairs[1], 0.0) << weight;
  }
}

TEST(NothingLeft, OfPointsThatWeighNothing) {
  SkyPointList weightless = cluster(12, 2, 10.05);
  for (SkyPoint& point : weightless) {
    point.weight = 0.0;
  }
  PairCounts const counts = weighted_auto({joined(cluster(40, 0, 10.0), weightless)});
  for (JackknifeConvention const convention : all_conventions) {
    SampledPairs const left = without_region(counts, 0, convention);
    EXPECT_EQ(left.pairs[0], 0.0);
    EXPECT_EQ(left.total, 0.0);
  }
}

TEST(NothingDrawn, OfTotalsOfRegionsWithoutPairs) {
  PairCounts const cross = weighted_cross(cluster(25, 0, 10.0), cluster(20, 1, 10.0));
  for (std::int64_t times = 1; times < 9; ++times) {
    std::vector<std::int64_t> const drawn{0, times, 0};
    SampledPairs const sample = resampled(cross, drawn, BootstrapKind::pairs);
    EXPECT_EQ(sample.pairs[0], 0.0);
    EXPECT_EQ(sample.total, 0.0);
  }
}

}  // namespace
}  // namespace siderum::test
