// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/algorithms/pairs/detail/pair_counts/totals.hpp>

#include "algorithms/pair_counts_support.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

using testing::Each;
using testing::HasSubstr;

/// Very many bins, regions and points, very large and very small weights.
template <class V>
class PairCountsLimits : public testing::Test {};

TYPED_TEST_SUITE(PairCountsLimits, Variants, VariantNames);

using Double = Variant<backend::Portable, double>;

TYPED_TEST(PairCountsLimits, MoreBinsThanSixteenBitsNumber) {
  Sky const sky = draw_sky(150, 70);
  for (std::int64_t const count : {32'767, 32'768, 40'000}) {
    SeparationBins const bins = logarithmic_bins(1.0, 100.0, count);
    EXPECT_TRUE(counts_agree<TypeParam>(test::count<TypeParam>(sky, bins).count,
                                        expected_pairs(sky, nullptr, bins).count()))
        << count;
  }
}

// More than are met with each other at once, so that their nodes are joined; by right ascension
// and, as a worse case, in the order of the points.
TYPED_TEST(PairCountsLimits, NodesOfManyRegions) {
  Sky sky = draw_sky(3000, 71);
  Sky other = draw_sky(2000, 72);
  SeparationBins const bins = logarithmic_bins(0.5, 30.0, 4);
  auto const plain = count<TypeParam>(sky, bins).count;
  auto const plain_across = count<TypeParam>(sky, other, bins).count;
  for (bool const neighbours : {true, false}) {
    for (Sky* const labelled : {&sky, &other}) {
      labelled->region.clear();
      draw_regions(*labelled, 2500);
      for (std::int64_t i = 0; !neighbours && i < labelled->points(); ++i) {
        labelled->region[i] = static_cast<std::int32_t>(i % 2500);
      }
    }
    PairCounts const counts = count<TypeParam>(sky, bins);
    EXPECT_TRUE(counts_agree<TypeParam>(counts.count, plain));
    EXPECT_EQ(counts.regions.regions, 2500);
    EXPECT_EQ(sum_of(counts.regions.points_first), 3000);
    EXPECT_EQ(sum_of(counts.regions.both) + sum_of(counts.regions.first), sum_of(counts.count));
    EXPECT_EQ(counts.total, 0.5 * 3000 * 2999);
    EXPECT_TRUE(counts_agree<TypeParam>(count<TypeParam>(sky, other, bins).count, plain_across));
  }
}

// Two tiles of two points along the equator, whose caps reach just short of an edge. FP32 may put
// their farthest and nearest pairs beyond it: into the next bin, but into one.
TYPED_TEST(PairCountsLimits, PairsThatRoundingPutsBeyondTheirTilesAreCounted) {
  for (int i = 0; i < 300; ++i) {
    double const step = 0.3 + 0.017 * i;
    Sky sky;
    for (int const place : {0, 1, 10, 11}) {
      sky.add(100.0 + step * place, 0.0);
      sky.region.push_back(place < 5 ? 0 : 1);
    }
    sky.regions = 2;
    auto const bins = make_bins(std::vector<double>{0.0, 9.0 * step * (1.0 - 1e-9), 10.0 * step,
                                                    11.0 * step * (1.0 + 1e-9), 180.0});
    auto const plain = count<TypeParam>(sky, bins).count;
    sky.weight.assign(4, 1.0);
    auto const weighted = count<TypeParam>(sky, bins);
    EXPECT_EQ(sum_of(weighted.count), 6) << step;
    EXPECT_EQ(weighted.count, plain) << step;
    EXPECT_EQ(weighted.weight, std::vector<double>(plain.begin(), plain.end())) << step;
  }
}

TYPED_TEST(PairCountsLimits, ProductsOfUnlikeWeightsDoNotCancel) {
  Sky sky;
  sky.add(10.0, 20.0);
  sky.add(10.5, 20.0);
  sky.weight = {1e10, 1e-10};
  // One bin, which the nodes decide; two, of which the pair itself is asked.
  for (SeparationBins const& bins :
       {linear_bins(0, 180, 1), make_bins(std::vector{0.1, 0.4, 2.0})}) {
    PairCounts const counts = count<TypeParam>(sky, bins);
    EXPECT_DOUBLE_EQ(counts.total, 1.0);
    EXPECT_NEAR(counts.weight.back(), 1.0, 1e-7);
  }
  // In two tiles, and in two regions.
  for (std::int32_t const last : {0, 1}) {
    Sky many = draw_sky(100, 73);
    many.weight.assign(100, 0.0);
    many.weight[0] = 1e10;
    many.weight[99] = 1e-10;
    many.region.assign(100, 0);
    many.region[99] = last;
    many.regions = 2;
    EXPECT_DOUBLE_EQ(count<TypeParam>(many, linear_bins(0, 180, 1)).total, 1.0);
  }
}

TYPED_TEST(PairCountsLimits, LargeAndSmallWeightsAreScaled) {
  Sky sky = draw_sky(500, 74);
  draw_weights(sky, 74);
  SeparationBins const bins = linear_bins(0, 180, 6);
  auto const plain = count<TypeParam>(sky, bins);
  for (int const power : {-460, -300, 300, 480}) {
    Sky scaled = sky;
    for (double& weight : scaled.weight) {
      weight = std::ldexp(weight, power);
    }
    auto const counts = count<TypeParam>(scaled, bins);
    EXPECT_EQ(counts.count, plain.count);
    EXPECT_EQ(counts.total, std::ldexp(plain.total, 2 * power));
    for (std::size_t k = 0; k < plain.weight.size(); ++k) {
      EXPECT_EQ(counts.weight[k], std::ldexp(plain.weight[k], 2 * power)) << power;
    }
  }
}

TYPED_TEST(PairCountsLimits, WeightsWhoseProductsAreNoNumbersAreRefused) {
  Sky sky = draw_sky(4, 75);
  Sky const other = draw_sky(4, 76);
  for (double const weight : {1e200, 1e307, 1e-200}) {
    sky.weight.assign(4, weight);
    for (Sky const* const second : {static_cast<Sky const*>(nullptr), &other}) {
      EXPECT_THAT(sentence_of([&] {
                    second == nullptr ? count<TypeParam>(sky, linear_bins(0, 180, 1))
                                      : count<TypeParam>(sky, *second, linear_bins(0, 180, 1));
                  }),
                  HasSubstr("(products of two such sums are no normal numbers)"))
          << weight;
    }
  }
  sky.weight.assign(4, 0.0);
  EXPECT_THAT(count<TypeParam>(sky, linear_bins(0, 180, 1)).weight, Each(0.0));
}

TYPED_TEST(PairCountsLimits, SetsOfWhichSomeHaveWeights) {
  Sky weighted = draw_sky(300, 77);
  draw_weights(weighted, 77);
  Sky plain = draw_sky(200, 78);
  Sky const data = draw_sky(100, 79);
  SeparationBins const bins = linear_bins(0, 180, 5);
  std::vector<Catalogue<TestMemory>> sets{on_test_space(weighted.catalogue()),
                                          on_test_space(plain.catalogue())};
  auto const within = [&] {
    return count_pairs_of_sets<typename TypeParam::Backend>(
               TestSpace(), std::span<Catalogue<TestMemory> const>(sets), bins,
               options_of<TypeParam>())
        .weight;
  };
  auto const across = [&] {
    return count_pairs_with_sets<typename TypeParam::Backend>(
               TestSpace(), on_test_space(data.catalogue()),
               std::span<Catalogue<TestMemory> const>(sets), bins, options_of<TypeParam>())
        .weight;
  };
  auto const mixed_within = within();
  auto const mixed_across = across();
  plain.weight.assign(200, 1.0);
  sets[1] = on_test_space(plain.catalogue());
  EXPECT_EQ(within(), mixed_within);
  EXPECT_EQ(across(), mixed_across);
}

TEST(PairCountsRange, MorePointsThanAreSortedAtOnce) {
  using View = Kokkos::View<double const*, TestMemory>;
  std::size_t const points = std::size_t{1} << 31;
  View const none(static_cast<double const*>(nullptr), points);  // refused before it is read
  Catalogue<TestMemory> const catalogue{none, none, none, {}, {}, 0};
  EXPECT_EQ(sentence_of([&] { count_pairs(TestSpace(), catalogue, linear_bins(0, 10, 2)); }),
            "There are 2147483648 points in 1 sets and regions (2^31 - 1 and 2^18 at most can be"
            " sorted at once). Count them in several calls.");
}

TEST(PairCountsRange, MorePairsThanACountHolds) {
  auto const side = [](std::int64_t points) {
    siderum::detail::SideSums sums;
    sums.groups = {{points, 0.0, 0.0, 0.0, 0.0}};
    return sums;
  };
  std::int64_t const root = 3'000'000'000;  // 9.0e18 pairs with as many
  auto const refusal = [&](PairKind kind, std::int64_t first, std::int64_t second) {
    return sentence_of([&] { siderum::detail::validate_total(kind, side(first), side(second)); });
  };
  EXPECT_EQ(refusal(PairKind::cross_count, root, root), "");
  EXPECT_EQ(refusal(PairKind::auto_count, root, root), "");
  EXPECT_THAT(refusal(PairKind::cross_count, root, root + 100'000'000),
              HasSubstr("more than 2^63"));
  EXPECT_THAT(refusal(PairKind::auto_count, 2 * root, root), HasSubstr("more than 2^63"));
}

}  // namespace
}  // namespace siderum::test
