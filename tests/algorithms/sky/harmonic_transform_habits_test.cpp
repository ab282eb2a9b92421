// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/kernel_recorder.hpp"
#include "algorithms/sky/harmonic_transform_support.hpp"

/// The habits of kokkos_habits_test, of harmonic transforms.
namespace siderum::test {
namespace {

using Names = std::vector<std::string>;

HarmonicTransformOptions of_field(Field field) {
  HarmonicTransformOptions options;
  options.field = field;
  return options;
}

/// With both poles, so that no stage has nothing to do.
RingGrid grid_with_poles() {
  return equidistant_grid(EquidistantRule::clenshaw_curtis, 30, 8);
}

template <class V>
class HarmonicTransformHabits : public testing::Test {};
TYPED_TEST_SUITE(HarmonicTransformHabits, Variants, VariantNames);

TYPED_TEST(HarmonicTransformHabits, PlansAndCallsUseTheGivenInstanceAndLabels) {
  using Real = typename TypeParam::Real;
  TestSpace const exec = another_instance();
  RingGrid const grid = healpix_grid(8);
  HarmonicRange const range = make_harmonic_range(20);
  auto const a_lm = allocate_coefficients<Real>(exec, range);
  MapView<Real, TestMemory> const map("test::map", 1, grid.pixels());

  Recording const recording = record([&] {
    Plan<TypeParam> const plan(exec, grid, range);
    plan.adjoint_synthesis(map, a_lm);
    plan.synthesis(a_lm, map);
    plan.analysis(map, a_lm);
    plan.adjoint_analysis(a_lm, map);
    exec.fence();
  });

  EXPECT_EQ(wrong_labels(recording), Names{});
  EXPECT_EQ(wrong_instances(recording, exec), Names{});
  EXPECT_EQ(recording.regions, (Names{"siderum::harmonic_transform::adjoint_synthesis",
                                      "siderum::harmonic_transform::synthesis",
                                      "siderum::harmonic_transform::analysis",
                                      "siderum::harmonic_transform::adjoint_analysis"}));
}

TYPED_TEST(HarmonicTransformHabits, FieldsWithSpinToo) {
  using Real = typename TypeParam::Real;
  TestSpace const exec = another_instance();
  RingGrid const grid = grid_with_poles();
  HarmonicRange const range = make_harmonic_range(20);
  for (Field const field : {Field::spin_one, Field::polarised}) {
    auto const a_lm = allocate_coefficients<Real>(exec, range, components(field));
    MapView<Real, TestMemory> const map("test::map", components(field), grid.pixels());
    std::unique_ptr<Plan<TypeParam>> plan;
    Recording const making = record(
        [&] { plan = std::make_unique<Plan<TypeParam>>(exec, grid, range, of_field(field)); });
    Recording const calling = record([&] {
      plan->synthesis(a_lm, map);
      plan->adjoint_synthesis(map, a_lm);
    });
    for (Recording const& recording : {making, calling}) {
      EXPECT_EQ(wrong_labels(recording), Names{});
      EXPECT_EQ(wrong_instances(recording, exec), Names{});
    }
    EXPECT_FALSE(calling.kernels.empty());
    EXPECT_EQ(calling.allocations, Names{});
    EXPECT_EQ(calling.fences, Names{});
  }
}

TYPED_TEST(HarmonicTransformHabits, CallsEnqueueAndAllocateNothing) {
  using Real = typename TypeParam::Real;
  RingGrid const grid = healpix_grid(8);
  HarmonicRange const range = make_harmonic_range(20);
  TestSpace const exec;
  Plan<TypeParam> const plan(exec, grid, range);
  auto const a_lm = allocate_coefficients<Real>(exec, range);
  MapView<Real, TestMemory> const map("test::map", 1, grid.pixels());

  Recording const recording = record([&] {
    plan.synthesis(a_lm, map);
    plan.adjoint_synthesis(map, a_lm);
  });

  EXPECT_FALSE(recording.kernels.empty());
  EXPECT_EQ(recording.allocations, Names{});
  EXPECT_EQ(recording.fences, Names{});
}

}  // namespace
}  // namespace siderum::test
