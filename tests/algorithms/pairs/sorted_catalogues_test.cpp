// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/sorted_catalogues.hpp>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/kernel_recorder.hpp"
#include "algorithms/pairs/pair_counts_support.hpp"
#include "algorithms/pairs/same_counts.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

using Points = Catalogue<TestMemory>;
using Sorted = SortedCatalogues<TestMemory>;

Sky sky(std::int64_t points, std::uint64_t stream) {
  Sky made = draw_sky(points, stream, 25.0);
  draw_regions(made, 4);
  return made;
}

Sky weighted_sky(std::int64_t points, std::uint64_t stream) {
  Sky made = sky(points, stream);
  draw_weights(made, stream);
  return made;
}

template <class V>
class CatalogueSorting : public testing::Test {
 protected:
  CatalogueSorting() {
    options.mean_separation = MeanSeparation::yes;
    options.region_matrix = RegionMatrix::yes;
  }

  Sorted sorted(std::span<Points const> sets, PairKind kind, bool weighted = false) const {
    return sort_catalogues<typename V::Backend>(exec, sets, {kind, weighted, options.precision});
  }

  TestSpace exec;
  SeparationBins bins = logarithmic_bins(0.02, 20.0, 9);
  PairCountOptions options = options_of<V>();
};

TYPED_TEST_SUITE(CatalogueSorting, Variants, VariantNames);

TYPED_TEST(CatalogueSorting, CountsWithinSetsAreThoseOfTheCatalogues) {
  using Backend = typename TypeParam::Backend;
  std::vector<Points> const sets{on_test_space(weighted_sky(900, 1).catalogue()),
                                 on_test_space(weighted_sky(70, 2).catalogue()),
                                 on_test_space(sky(400, 3).catalogue())};
  Sorted const sorted = this->sorted(sets, PairKind::auto_count);
  PairCounts const wanted = count_pairs_of_sets<Backend>(this->exec, std::span<Points const>(sets),
                                                         this->bins, this->options);
  for (int time = 0; time < 2; ++time) {
    expect_same(count_sorted<Backend>(this->exec, sorted, this->bins, this->options), wanted);
  }
}

TYPED_TEST(CatalogueSorting, CountsWithOthersAreThoseOfTheCatalogues) {
  using Backend = typename TypeParam::Backend;
  std::vector<Points> const plain{on_test_space(sky(700, 1).catalogue())};
  std::vector<Points> const sets{on_test_space(weighted_sky(300, 2).catalogue()),
                                 on_test_space(weighted_sky(500, 3).catalogue())};
  Sorted const first = this->sorted(plain, PairKind::cross_count, true);
  Sorted const second = this->sorted(sets, PairKind::cross_count);
  expect_same(count_sorted<Backend>(this->exec, first, second, this->bins, this->options),
              count_pairs_with_sets<Backend>(this->exec, plain[0], std::span<Points const>(sets),
                                             this->bins, this->options));
  // Of the same order, pairs within; they have no weights, though there is room for some.
  PairCounts const within = count_sorted<Backend>(this->exec, first, this->bins, this->options);
  EXPECT_TRUE(within.weight.empty());
  expect_same(within, count_pairs<Backend>(this->exec, plain[0], this->bins, this->options));
}

TYPED_TEST(CatalogueSorting, IsNotDoneAgain) {
  using Backend = typename TypeParam::Backend;
  std::vector<Points> const sets{on_test_space(sky(700, 1).catalogue())};
  Sorted const sorted = this->sorted(sets, PairKind::auto_count);
  auto const sorts = [](Recording const& recording) {
    return std::any_of(recording.kernels.begin(), recording.kernels.end(), [](auto const& kernel) {
      return kernel.name.find("make_keys") != std::string::npos;
    });
  };
  EXPECT_TRUE(sorts(record([&] { this->sorted(sets, PairKind::auto_count); })));
  EXPECT_FALSE(
      sorts(record([&] { count_sorted<Backend>(this->exec, sorted, this->bins, this->options); })));
}

TYPED_TEST(CatalogueSorting, ForSomethingElseIsRefused) {
  using Backend = typename TypeParam::Backend;
  std::vector<Points> const plain{on_test_space(sky(70, 1).catalogue())};
  std::vector<Points> const sets{on_test_space(weighted_sky(30, 2).catalogue()),
                                 on_test_space(weighted_sky(50, 3).catalogue())};
  Sorted const first = this->sorted(plain, PairKind::cross_count);
  auto const count = [&](Sorted const& one, Sorted const& other, PairCountOptions const& how) {
    return sentence_of([&] { count_sorted<Backend>(this->exec, one, other, this->bins, how); });
  };
  EXPECT_NE(count(first, this->sorted(sets, PairKind::cross_count), this->options).find("without"),
            std::string::npos);
  Sorted const roomy = this->sorted(plain, PairKind::cross_count, true);
  EXPECT_NE(count(roomy, this->sorted(sets, PairKind::auto_count), this->options).find("auto"),
            std::string::npos);
  PairCountOptions other = this->options;
  other.precision =
      other.precision == PairPrecision::fp64 ? PairPrecision::fp32 : PairPrecision::fp64;
  EXPECT_NE(count(first, first, other).find("precision"), std::string::npos);
}

}  // namespace
}  // namespace siderum::test
