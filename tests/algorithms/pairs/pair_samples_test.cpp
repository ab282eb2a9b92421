// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/pair_sums.hpp>

#include <numeric>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/core/error.hpp>
#include <support/matchers.hpp>
#include <support/sentence.hpp>
#include <support/tolerance.hpp>
#include "algorithms/pairs/pair_estimators_support.hpp"

namespace siderum::test {
namespace {

constexpr std::int64_t regions = 5;
std::vector<double> const edges{0.0, 20.0, 60.0, 130.0, 170.0};

// Sums of the weights of the lists are exact in double, so that equality is asked for.
void expect_same(SampledPairs const& actual, SampledPairs const& expected) {
  EXPECT_TRUE(all_equal(actual.pairs, expected.pairs));
  EXPECT_EQ(actual.total, expected.total);
}

void add(SampledPairs& sums, double factor, SampledPairs const& part) {
  for (std::size_t k = 0; k < part.pairs.size(); ++k) {
    sums.pairs[k] += factor * part.pairs[k];
  }
  sums.total += factor * part.total;
}

/// The counts of these tests: auto and cross, with and without weights, one set and several.
struct Case {
  char const* name;
  PairCounts counts;
};

std::vector<Case> cases() {
  SkyPointList const data = random_list(60, regions, 1);
  SkyPointList const other = random_list(45, regions, 2);
  SkyPointList const third = random_list(30, regions, 3);
  return {{"auto", auto_counts({data}, edges, regions)},
          {"auto, weights", auto_counts({data}, edges, regions, Weighted::yes)},
          {"auto, sets", auto_counts({data, other, third}, edges, regions)},
          {"auto, sets, weights", auto_counts({data, other}, edges, regions, Weighted::yes)},
          {"cross", cross_counts(data, other, edges, regions)},
          {"cross, weights", cross_counts(data, other, edges, regions, Weighted::yes)}};
}

TEST(PartsOfRegion, AddUpToAllPairs) {
  for (Case const& example : cases()) {
    SCOPED_TRACE(example.name);
    double const share = example.counts.kind == PairKind::auto_count ? 0.5 : 1.0;
    SampledPairs sums{std::vector<double>(edges.size() - 1, 0.0), 0.0};
    for (std::int64_t r = 0; r < regions; ++r) {
      RegionParts const parts = parts_of_region(example.counts, r);
      add(sums, 1.0, parts.both);
      add(sums, share, parts.first);
      if (example.counts.kind == PairKind::auto_count) {
        add(sums, share, parts.second);
      }
    }
    expect_same(sums, whole(example.counts));
  }
}

TEST(WithoutRegion, EitherIsACountWithoutTheRegionsPoints) {
  SkyPointList const data = random_list(60, regions, 1);
  SkyPointList const other = random_list(45, regions, 2);
  for (Weighted const weighted : {Weighted::no, Weighted::yes}) {
    PairCounts const pairs = auto_counts({data, other}, edges, regions, weighted);
    PairCounts const cross = cross_counts(data, other, edges, regions, weighted);
    for (std::int64_t r = 0; r < regions; ++r) {
      auto const less = [r](SkyPointList const& list) { return without(list, r); };
      expect_same(without_region(pairs, r, JackknifeConvention::either),
                  whole(auto_counts({less(data), less(other)}, edges, regions, weighted)));
      expect_same(without_region(cross, r, JackknifeConvention::either),
                  whole(cross_counts(less(data), less(other), edges, regions, weighted)));
    }
  }
}

TEST(WithoutRegion, FirstLeavesTheSecondCatalogueAlone) {
  SkyPointList const data = random_list(60, regions, 1);
  SkyPointList const other = random_list(45, regions, 2);
  PairCounts const cross = cross_counts(data, other, edges, regions, Weighted::yes);
  for (std::int64_t r = 0; r < regions; ++r) {
    expect_same(without_region(cross, r, JackknifeConvention::first),
                whole(cross_counts(without(data, r), other, edges, regions, Weighted::yes)));
  }
}

TEST(WithoutRegion, FirstTakesEachPairOutOfOneSample) {
  for (Case const& example : cases()) {
    SCOPED_TRACE(example.name);
    SampledPairs taken{std::vector<double>(edges.size() - 1, 0.0), 0.0};
    for (std::int64_t r = 0; r < regions; ++r) {
      add(taken, 1.0, whole(example.counts));
      add(taken, -1.0, without_region(example.counts, r, JackknifeConvention::first));
    }
    expect_same(taken, whole(example.counts));
  }
}

TEST(WithoutRegion, MatchTakesTheShareOfMohammadAndPercival) {
  // n = 5: alpha = 5 / (2 + 4 sqrt 2)
  double const alpha = 0.6530096874093536;
  for (Case const& example : cases()) {
    SCOPED_TRACE(example.name);
    for (std::int64_t r = 0; r < regions; ++r) {
      RegionParts const parts = parts_of_region(example.counts, r);
      SampledPairs expected = whole(example.counts);
      add(expected, -1.0, parts.both);
      add(expected, -alpha, parts.first);
      add(expected, -alpha, parts.second);
      SampledPairs const actual = without_region(example.counts, r, JackknifeConvention::match);
      EXPECT_TRUE(all_near(actual.pairs, expected.pairs, estimate_tolerance(expected.total)));
      EXPECT_TRUE(near_value(actual.total, expected.total, estimate_tolerance(expected.total)));
    }
  }
}

TEST(WithoutRegion, CountsWithoutRegionsStayWhole) {
  PairCounts counts = cases()[0].counts;
  counts.regions = {};
  expect_same(without_region(counts, 3, JackknifeConvention::either), whole(counts));
}

TEST(WithoutRegion, ACatalogueWithoutRegionsStays) {
  SkyPointList const data = random_list(60, regions, 1);
  SkyPointList const other = random_list(45, regions, 2);
  PairCounts counts = cross_counts(data, other, edges, regions);
  // As if the second catalogue had no labels: what was inside a region has only its first point
  // there.
  for (std::size_t i = 0; i < counts.regions.both.size(); ++i) {
    counts.regions.first[i] += counts.regions.both[i];
    counts.regions.both[i] = counts.regions.second[i] = 0;
  }
  counts.regions.sum_second.clear();
  counts.regions.sum2_second.clear();

  for (JackknifeConvention const convention :
       {JackknifeConvention::either, JackknifeConvention::first}) {
    expect_same(without_region(counts, 2, convention),
                whole(cross_counts(without(data, 2), other, edges, regions)));
  }
}

TEST(Resampled, EachRegionOnceIsAllPairs) {
  std::vector<std::int64_t> const once(regions, 1);
  for (Case const& example : cases()) {
    SCOPED_TRACE(example.name);
    expect_same(resampled(example.counts, once, BootstrapKind::pairs), whole(example.counts));
    expect_same(resampled(example.counts, once, BootstrapKind::marked), whole(example.counts));
  }
}

TEST(Resampled, PairsBetweenRegionsCountTheProductOfTheirMultiplicities) {
  std::vector<std::int64_t> const drawn{2, 0, 3, 0, 0};
  SkyPointList const data = random_list(60, regions, 1);
  PairCounts const counts = auto_counts({data}, edges, regions, Weighted::yes);
  auto const part = [&](std::int64_t r, std::int64_t s) {
    SkyPointList list = data;
    std::erase_if(list,
                  [r, s](SkyPoint const& point) { return point.region != r && point.region != s; });
    return whole(auto_counts({list}, edges, regions, Weighted::yes));
  };
  // Of regions 0 and 2: 2 B_0 + 3 B_2 + 6 (all - B_0 - B_2).
  SampledPairs expected{std::vector<double>(edges.size() - 1, 0.0), 0.0};
  add(expected, 6.0, part(0, 2));
  add(expected, -4.0, part(0, 0));
  add(expected, -3.0, part(2, 2));

  expect_same(resampled(counts, drawn, BootstrapKind::pairs), expected);
}

TEST(Resampled, MarkedNeedsNoMatrixButPairsDo) {
  PairCounts counts = cases()[0].counts;
  counts.regions.matrix.clear();
  std::vector<std::int64_t> const drawn{5, 0, 0, 0, 0};

  SampledPairs expected = parts_of_region(counts, 0).both;
  add(expected, 0.5, parts_of_region(counts, 0).first);
  add(expected, 0.5, parts_of_region(counts, 0).second);
  for (double& pairs : expected.pairs) {
    pairs *= 5.0;
  }
  expected.total *= 5.0;
  expect_same(resampled(counts, drawn, BootstrapKind::marked), expected);
  EXPECT_THROW(resampled(counts, drawn, BootstrapKind::pairs), Error);
}

TEST(Pool, AddsSetsAsOneCountOfThem) {
  SkyPointList const a = random_list(40, regions, 1);
  SkyPointList const b = random_list(30, regions, 2);
  for (Weighted const weighted : {Weighted::no, Weighted::yes}) {
    std::vector<PairCounts> const parts{auto_counts({a}, edges, regions, weighted),
                                        auto_counts({b}, edges, regions, weighted)};
    PairCounts const pooled = pool(parts);
    PairCounts const expected = auto_counts({a, b}, edges, regions, weighted);
    EXPECT_EQ(pooled.count, expected.count);
    EXPECT_EQ(pooled.sets, 2);
    for (std::int64_t r = 0; r < regions; ++r) {
      expect_same(without_region(pooled, r, JackknifeConvention::either),
                  without_region(expected, r, JackknifeConvention::either));
    }
  }
}

TEST(Pool, WeighsMeanSeparations) {
  PairCounts one;
  one.edges = {0.0, 1.0, 2.0};
  one.count = {3, 0};
  one.mean_separation = {0.5, std::nan("")};
  PairCounts other = one;
  other.count = {1, 2};
  other.mean_separation = {0.9, 1.5};

  PairCounts const pooled = pool(std::vector<PairCounts>{one, other});

  EXPECT_TRUE(
      all_near(pooled.mean_separation, std::vector<double>{0.6, 1.5}, estimate_tolerance(1.5)));
}

TEST(Pool, TakesSetsWithoutWeightsAsWeighingOne) {
  SkyPointList const a = random_list(40, regions, 1);
  SkyPointList b = random_list(30, regions, 2);
  PairCounts const weighted = auto_counts({a}, edges, regions, Weighted::yes);
  PairCounts const plain = auto_counts({b}, edges, regions);
  for (SkyPoint& point : b) {
    point.weight = 1.0;
  }
  PairCounts const expected = auto_counts({a, b}, edges, regions, Weighted::yes);
  for (auto const& parts : {std::vector{weighted, plain}, std::vector{plain, weighted}}) {
    PairCounts const pooled = pool(parts);
    expect_same(whole(pooled), whole(expected));
    EXPECT_TRUE(all_equal(pooled.regions.matrix_weight, expected.regions.matrix_weight));
    for (std::int64_t r = 0; r < regions; ++r) {
      expect_same(without_region(pooled, r, JackknifeConvention::either),
                  without_region(expected, r, JackknifeConvention::either));
    }
  }
}

TEST(Pool, RefusesRegionsOfOneCatalogueOfTwo) {
  PairCounts counts =
      cross_counts(random_list(60, regions, 1), random_list(45, regions, 2), edges, regions);
  counts.regions.sum_second.clear();
  counts.regions.sum2_second.clear();
  EXPECT_THAT(sentence_of([&] {
                pool(std::vector{counts, counts});
              }),
              testing::HasSubstr("only one of the two catalogues has regions"));
  EXPECT_EQ(pool(std::vector{counts}).count, counts.count);
}

TEST(Pool, RefusesCountsThatDiffer) {
  PairCounts const one = cases()[0].counts;
  PairCounts const other = auto_counts({random_list(9, 4, 1)}, edges, 4);
  EXPECT_THROW(pool(std::vector<PairCounts>{one, other}), Error);
  EXPECT_THROW(pool({}), Error);
}

}  // namespace
}  // namespace siderum::test
