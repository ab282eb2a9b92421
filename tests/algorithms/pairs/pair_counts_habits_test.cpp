// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/kernel_recorder.hpp"
#include "algorithms/pairs/pair_counts_support.hpp"

/// The habits of kokkos_habits_test, of pair counts; but they wait, since their results are on the
/// host.
namespace siderum::test {
namespace {

using Names = std::vector<std::string>;

/// Calls with every kind of sums.
template <class Backend>
void count_all(TestSpace const& exec, Catalogue<TestMemory> const& plain,
               Catalogue<TestMemory> const& labelled) {
  SeparationBins const bins = logarithmic_bins(0.1, 120.0, 7);
  std::array<Catalogue<TestMemory>, 2> const sets{plain, plain};
  std::span<Catalogue<TestMemory> const> const all(sets);
  for (PairPrecision const precision : {PairPrecision::fp64, PairPrecision::fp32}) {
    PairCountOptions options;
    options.precision = precision;
    count_pairs<Backend>(exec, plain, bins, options);
    count_pairs_with_sets<Backend>(exec, plain, all, bins, options);
    count_pairs_of_sets<Backend>(exec, all, bins, options);
    options.mean_separation = MeanSeparation::yes;
    count_pairs<Backend>(exec, labelled, bins, options);
    count_pairs<Backend>(exec, labelled, plain, bins, options);
  }
}

template <class V>
class PairCountsHabits : public testing::Test {};
TYPED_TEST_SUITE(PairCountsHabits, Backends, BackendNames);

TYPED_TEST(PairCountsHabits, CallsUseTheGivenInstanceAndLabels) {
  TestSpace const exec = another_instance();
  Catalogue<TestMemory> const plain = on_test_space(draw_sky(700, 1).catalogue());
  Sky sky = draw_sky(900, 2, 20.0);
  draw_weights(sky, 3);
  draw_regions(sky, 4);
  Catalogue<TestMemory> const labelled = on_test_space(sky.catalogue());
  count_all<TypeParam>(exec, plain, labelled);  // scratch of the instance is made once

  Recording const recording = record([&] { count_all<TypeParam>(exec, plain, labelled); });

  EXPECT_FALSE(recording.kernels.empty());
  EXPECT_FALSE(recording.allocations.empty());
  EXPECT_EQ(wrong_labels(recording), Names{});
  EXPECT_EQ(wrong_instances(recording, exec), Names{});
}

}  // namespace
}  // namespace siderum::test
