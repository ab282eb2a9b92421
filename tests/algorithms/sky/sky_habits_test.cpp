// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/sky/iterative_analysis.hpp>
#include <siderum/algorithms/sky/rotate_coefficients.hpp>

#include "algorithms/kernel_recorder.hpp"
#include "algorithms/sky/harmonic_transform_support.hpp"

/// The habits of kokkos_habits_test, of what stands around harmonic transforms.
namespace siderum::test {
namespace {

using Names = std::vector<std::string>;
using Double = Variant<DefaultBackend, double>;

TEST(RotateCoefficientsHabits, UsesTheGivenInstanceAndLabels) {
  TestSpace const exec = another_instance();
  auto const a_lm = allocate_coefficients<double>(exec, make_harmonic_range(20), 4);
  Kokkos::deep_copy(exec, a_lm.values, Kokkos::complex<double>(1.0));
  exec.fence();
  Recording const recording = record([&] {
    rotate_coefficients(exec, a_lm, {0.1, 0.2, 0.3}, a_lm);
    exec.fence();
  });
  EXPECT_FALSE(recording.kernels.empty());
  EXPECT_EQ(wrong_labels(recording), Names{});
  EXPECT_EQ(wrong_instances(recording, exec), Names{});
  EXPECT_EQ(recording.regions, (Names{"siderum::rotate_coefficients::rotate"}));
}

TEST(IterativeAnalysisHabits, UsesTheGivenInstanceAndLabels) {
  TestSpace const exec = another_instance();
  Plan<Double> const plan(exec, healpix_grid(4), make_harmonic_range(6));
  auto const a_lm = allocate_coefficients<double>(exec, make_harmonic_range(6));
  Plan<Double>::Map const map("test::map", 1, 192);
  Kokkos::deep_copy(map, 1.0);
  Kokkos::fence();
  Recording const recording = record([&] {
    IterativeAnalysisOptions options;
    iterative_analysis(exec, plan, map, a_lm, options);
    options.method = IterativeMethod::lsmr;
    iterative_analysis(exec, plan, map, a_lm, options);
    weighted_analysis(exec, plan, map, map, a_lm, options);
  });
  EXPECT_FALSE(recording.kernels.empty());
  EXPECT_EQ(wrong_labels(recording), Names{});
  EXPECT_EQ(wrong_instances(recording, exec), Names{});
}

}  // namespace
}  // namespace siderum::test
