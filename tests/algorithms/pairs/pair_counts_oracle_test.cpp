// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/pair_counts_support.hpp"

namespace siderum::test {
namespace {

/// The library against every pair in long double.
template <class V>
class PairCountsOracle : public testing::Test {
 protected:
  static constexpr bool exact = std::is_same_v<typename V::Real, double>;

  /// Sums of weights: the library rounds the sums of tiles to FP64, of which a bin has at most a
  /// few hundred thousand products here; FP32 moves pairs.
  static double weight_tolerance(ExpectedPairs const& expected, std::size_t k) {
    double const pairs = static_cast<double>(expected.count()[k]);
    return exact ? 4e-15 * 4.0 * (pairs + 100.0) : 4.0 * std::max(1e-3 * pairs, 3.0);
  }

  static void expect_weights(std::vector<double> const& actual, ExpectedPairs const& expected) {
    auto const weight = expected.weight();
    ASSERT_EQ(actual.size(), weight.size());
    for (std::size_t k = 0; k < weight.size(); ++k) {
      EXPECT_TRUE(near_value(actual[k], weight[k], weight_tolerance(expected, k))) << "bin " << k;
    }
  }
};

TYPED_TEST_SUITE(PairCountsOracle, Variants, VariantNames);

std::vector<SeparationBins> many_bins() {
  return {logarithmic_bins(0.01, 180.0, 20), linear_bins(0.0, 180.0, 7),
          logarithmic_bins(0.1, 10.0, 12), linear_bins(90.0, 180.0, 1),
          logarithmic_bins(1.0, 100.0, 70)};
}

TYPED_TEST(PairCountsOracle, AutoCountsOfAllSizes) {
  for (std::int64_t const points : {0, 1, 2, 43, 64, 65, 597, 1500}) {
    Sky const sky = draw_sky(points, 1);
    for (SeparationBins const& bins : many_bins()) {
      PairCounts const counts = count<TypeParam>(sky, bins);
      EXPECT_TRUE(counts_agree<TypeParam>(counts.count, expected_pairs(sky, nullptr, bins).count()))
          << points << " points, " << bins.count() << " bins from " << bins.edges.front();
      EXPECT_EQ(counts.points_first, points);
      EXPECT_EQ(counts.total, 0.5 * static_cast<double>(points * (points - 1)));
      EXPECT_TRUE(counts.weight.empty());
      EXPECT_TRUE(counts.mean_separation.empty());
    }
  }
}

TYPED_TEST(PairCountsOracle, CrossCountsOfAllSizes) {
  for (auto const& [first, second] : {std::pair{0, 43}, {1, 597}, {597, 64}, {1201, 130}, {5, 1}}) {
    Sky const one = draw_sky(first, 1);
    Sky const other = draw_sky(second, 2);
    for (SeparationBins const& bins : many_bins()) {
      PairCounts const counts = count<TypeParam>(one, other, bins);
      EXPECT_TRUE(counts_agree<TypeParam>(counts.count, expected_pairs(one, &other, bins).count()))
          << first << " and " << second << " points";
      EXPECT_EQ(counts.kind, PairKind::cross_count);
      EXPECT_EQ(counts.total, static_cast<double>(first) * second);
    }
  }
}

TYPED_TEST(PairCountsOracle, CrowdedFieldsDownToAnArcsecond) {
  Sky const sky = draw_sky(4000, 3, 0.05);
  SeparationBins const bins = logarithmic_bins(1.0 / 3600.0, 0.1, 12);
  EXPECT_TRUE(counts_agree<TypeParam>(count<TypeParam>(sky, bins).count,
                                      expected_pairs(sky, nullptr, bins).count()));
}

TYPED_TEST(PairCountsOracle, WeightsOfAutoAndCrossPairs) {
  Sky sky = draw_sky(1003, 4);
  draw_weights(sky, 4);
  Sky other = draw_sky(700, 5);
  for (SeparationBins const& bins : many_bins()) {
    ExpectedPairs const expected = expected_pairs(sky, nullptr, bins, Oracle::sums);
    PairCounts const counts = count<TypeParam>(sky, bins);
    EXPECT_TRUE(counts_agree<TypeParam>(counts.count, expected.count()));
    this->expect_weights(counts.weight, expected);
    // Only one side has weights: those of the other are 1.
    ExpectedPairs const across = expected_pairs(other, &sky, bins, Oracle::sums);
    PairCounts const cross = count<TypeParam>(other, sky, bins);
    EXPECT_TRUE(counts_agree<TypeParam>(cross.count, across.count()));
    this->expect_weights(cross.weight, across);
  }
}

TYPED_TEST(PairCountsOracle, RegionsOfAutoPairs) {
  for (std::int64_t const regions : {2, 5, 12}) {
    Sky sky = draw_sky(900, 6);
    draw_regions(sky, regions);
    draw_weights(sky, 6);
    SeparationBins const bins = logarithmic_bins(0.5, 180.0, 9);
    ExpectedPairs const expected = expected_pairs(sky, nullptr, bins);
    PairCountOptions options = options_of<TypeParam>();
    options.region_matrix = RegionMatrix::yes;
    RegionCounts const counted = count<TypeParam>(sky, bins, options).regions;
    ASSERT_EQ(counted.regions, regions);
    EXPECT_TRUE(counts_agree<TypeParam>(counted.matrix, expected.matrix));
    for (std::int64_t r = 0; r < regions; ++r) {
      for (std::int64_t k = 0; k < bins.count(); ++k) {
        std::int64_t first = 0;
        std::int64_t second = 0;
        for (std::int64_t s = 0; s < regions; ++s) {
          first += s == r ? 0 : counted.matrix[(r * regions + s) * bins.count() + k];
          second += s == r ? 0 : counted.matrix[(s * regions + r) * bins.count() + k];
        }
        EXPECT_EQ(counted.both[r * bins.count() + k],
                  counted.matrix[(r * regions + r) * bins.count() + k]);
        EXPECT_EQ(counted.first[r * bins.count() + k], first);
        EXPECT_EQ(counted.second[r * bins.count() + k], second);
      }
    }
  }
}

// The matrix only takes memory: without it the same integers and the same sums of weights.
TYPED_TEST(PairCountsOracle, RegionsWithAndWithoutTheirMatrix) {
  PairCountOptions options = options_of<TypeParam>();
  SeparationBins const bins = logarithmic_bins(0.5, 180.0, 9);
  for (std::int64_t const regions : {1, 2, 7}) {
    Sky sky = draw_sky(800, 11);
    Sky other = draw_sky(500, 12);
    for (Sky* const labelled : {&sky, &other}) {
      draw_regions(*labelled, regions + 1);
      labelled->regions = regions;
      draw_weights(*labelled, 11);
    }
    for (bool const cross : {false, true}) {
      auto const counted = [&](RegionMatrix matrix) {
        options.region_matrix = matrix;
        return cross ? count<TypeParam>(sky, other, bins, options)
                     : count<TypeParam>(sky, bins, options);
      };
      PairCounts const with = counted(RegionMatrix::yes);
      PairCounts const without = counted(RegionMatrix::no);
      EXPECT_EQ(std::ssize(with.regions.matrix), regions * regions * bins.count());
      EXPECT_EQ(with.regions.matrix_weight.size(), with.regions.matrix.size());
      EXPECT_TRUE(without.regions.matrix.empty());
      EXPECT_TRUE(without.regions.matrix_weight.empty());
      EXPECT_EQ(without.count, with.count);
      EXPECT_EQ(without.regions.both, with.regions.both);
      EXPECT_EQ(without.regions.first, with.regions.first);
      EXPECT_EQ(without.regions.second, with.regions.second);
      EXPECT_EQ(without.weight, with.weight);
      EXPECT_EQ(without.regions.both_weight, with.regions.both_weight);
      EXPECT_EQ(without.regions.first_weight, with.regions.first_weight);
      EXPECT_EQ(without.regions.second_weight, with.regions.second_weight);
    }
  }
}

TYPED_TEST(PairCountsOracle, ManyRegionsWithoutTheirMatrix) {
  constexpr std::int64_t regions = 1100;
  Sky sky = draw_sky(3000, 7);
  draw_regions(sky, regions);
  SeparationBins const bins = logarithmic_bins(0.5, 180.0, 8);
  ExpectedPairs const expected = expected_pairs(sky, nullptr, bins);
  PairCountOptions options = options_of<TypeParam>();
  options.region_matrix = RegionMatrix::yes;
  PairCounts const counts = count<TypeParam>(sky, bins, options);
  EXPECT_TRUE(counts_agree<TypeParam>(counts.count, expected.count()));
  EXPECT_TRUE(counts.regions.matrix.empty());
  std::vector<std::int64_t> both, first, second;
  for (std::int64_t r = 0; r < regions; ++r) {
    for (std::int64_t k = 0; k < bins.count(); ++k) {
      std::int64_t row = 0;
      std::int64_t column = 0;
      for (std::int64_t s = 0; s < regions; ++s) {
        row += expected.matrix[(r * regions + s) * bins.count() + k];
        column += expected.matrix[(s * regions + r) * bins.count() + k];
      }
      both.push_back(expected.matrix[(r * regions + r) * bins.count() + k]);
      first.push_back(row - both.back());
      second.push_back(column - both.back());
    }
  }
  EXPECT_TRUE(counts_agree<TypeParam>(counts.regions.both, both));
  EXPECT_TRUE(counts_agree<TypeParam>(counts.regions.first, first));
  EXPECT_TRUE(counts_agree<TypeParam>(counts.regions.second, second));
}

TYPED_TEST(PairCountsOracle, RegionsOfOneSideOfCrossPairs) {
  constexpr std::int64_t regions = 6;
  Sky labelled = draw_sky(500, 8);
  draw_regions(labelled, regions);
  Sky const plain = draw_sky(700, 9);
  SeparationBins const bins = logarithmic_bins(0.5, 180.0, 9);
  ExpectedPairs const expected = expected_pairs(labelled, &plain, bins);
  PairCounts const counts = count<TypeParam>(labelled, plain, bins);
  std::vector<std::int64_t> of_region;
  for (std::int64_t r = 0; r < regions; ++r) {
    for (std::int64_t k = 0; k < bins.count(); ++k) {
      of_region.push_back(expected.matrix[r * regions * bins.count() + k]);
    }
  }
  EXPECT_TRUE(counts_agree<TypeParam>(counts.regions.first, of_region));
  EXPECT_EQ(sum_of(counts.regions.both) + sum_of(counts.regions.second), 0);
  PairCounts const swapped = count<TypeParam>(plain, labelled, bins);
  EXPECT_TRUE(counts_agree<TypeParam>(swapped.regions.second, of_region));
  EXPECT_EQ(sum_of(swapped.regions.both) + sum_of(swapped.regions.first), 0);
}

TYPED_TEST(PairCountsOracle, MeanSeparations) {
  Sky sky = draw_sky(1500, 10);
  PairCountOptions options = options_of<TypeParam>();
  options.mean_separation = MeanSeparation::yes;
  for (bool const weighted : {false, true}) {
    if (weighted) {
      for (std::int64_t i = 0; i < sky.points(); ++i) {
        sky.weight.push_back(0.5 + 0.001 * static_cast<double>(i % 700));
      }
    }
    for (SeparationBins const& bins :
         {logarithmic_bins(2.0, 180.0, 20), linear_bins(10.0, 170.0, 16)}) {
      ExpectedPairs const expected = expected_pairs(sky, nullptr, bins, Oracle::sums);
      PairCounts const counts = count<TypeParam>(sky, bins, options);
      EXPECT_TRUE(counts_agree<TypeParam>(counts.count, expected.count()));
      EXPECT_EQ(counts.weight.empty(), !weighted);
      for (std::int64_t k = 0; k < bins.count(); ++k) {
        // A line in c^2 stands for theta: it is off by a share of the square of the relative width
        // of the bin for one pair, and this averages out over many.
        double const mean = static_cast<double>(expected.theta()[k] / expected.weight()[k]);
        double const width = bins.edges[k + 1] - bins.edges[k];
        double const off = width * width / mean / 8.0;
        double const pairs = static_cast<double>(expected.count()[k]);
        EXPECT_TRUE(near_value(counts.mean_separation[k], mean,
                               off * (4.0 / std::sqrt(pairs) + 0.02) + 1e-9))
            << "bin " << k << " of " << bins.count();
      }
    }
  }
}

TYPED_TEST(PairCountsOracle, SetsAreCountedEachByItself) {
  std::vector<Sky> skies;
  std::vector<Catalogue<TestMemory>> sets;
  SeparationBins const bins = logarithmic_bins(0.5, 180.0, 9);
  std::vector<std::int64_t> within(9, 0);
  std::vector<std::int64_t> across(9, 0);
  Sky const data = draw_sky(333, 30);
  double total = 0.0;
  for (std::int64_t const points : {200, 0, 70, 411}) {
    skies.push_back(draw_sky(points, 20 + skies.size()));
    sets.push_back(on_test_space(skies.back().catalogue()));
    auto const one = expected_pairs(skies.back(), nullptr, bins).count();
    auto const other = expected_pairs(data, &skies.back(), bins).count();
    for (std::size_t k = 0; k < within.size(); ++k) {
      within[k] += one[k];
      across[k] += other[k];
    }
    total += 0.5 * static_cast<double>(points * (points - 1));
  }
  std::span<Catalogue<TestMemory> const> const all(sets);
  using Backend = typename TypeParam::Backend;
  PairCounts const sum =
      count_pairs_of_sets<Backend>(TestSpace(), all, bins, options_of<TypeParam>());
  EXPECT_TRUE(counts_agree<TypeParam>(sum.count, within));
  EXPECT_EQ(sum.total, total);
  EXPECT_EQ(sum.sets, 4);
  EXPECT_EQ(sum.points_first, 681);
  PairCounts const cross = count_pairs_with_sets<Backend>(
      TestSpace(), on_test_space(data.catalogue()), all, bins, options_of<TypeParam>());
  EXPECT_TRUE(counts_agree<TypeParam>(cross.count, across));
  EXPECT_EQ(cross.total, 333.0 * 681.0);
}

}  // namespace
}  // namespace siderum::test
