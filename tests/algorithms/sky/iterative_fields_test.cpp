// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/sky/ring_weights.hpp>

#include "algorithms/sky/iterative_analysis_support.hpp"
#include "support/matchers.hpp"

/// Iterated analysis of T, Q and U, of which T is one system and E and B together are another.
namespace siderum::test {
namespace {

template <class V>
class IterativeFields : public testing::Test {};
TYPED_TEST_SUITE(IterativeFields, Variants, VariantNames);

HarmonicTransformOptions polarised() {
  HarmonicTransformOptions options;
  options.field = Field::polarised;
  return options;
}

/// T, E and B, E and B without l < 2; E and B times 1e-3.
template <class Real>
std::vector<Complexes> coefficients(HarmonicRange range) {
  std::vector<Complexes> a_lm;
  for (unsigned row = 0; row < 3; ++row) {
    a_lm.push_back(random_coefficients_of<Real>(range, 60 + row));
    if (row > 0) {
      for (auto& value : a_lm.back()) {
        value = {static_cast<Real>(1e-3 * value.real()), static_cast<Real>(1e-3 * value.imag())};
      }
      for (std::int64_t const place : {range.index(0, 0), range.index(1, 0), range.index(1, 1)}) {
        a_lm.back()[static_cast<std::size_t>(place)] = 0.0;
      }
    }
  }
  return a_lm;
}

TYPED_TEST(IterativeFields, RecoversEveryRowToItsOwnScale) {
  using Real = typename TypeParam::Real;
  double const tolerance = std::is_same_v<Real, float> ? 4e-6 : 1e-11;
  HarmonicRange const range = make_harmonic_range(32);
  RingGrid const grid = healpix_grid_with_ring_weights(32, "");
  Plan<TypeParam> const plan(TestSpace(), grid, range, polarised());
  auto const a_lm = coefficients<Real>(range);
  auto const maps = make_maps<TypeParam>(plan, a_lm);
  for (IterativeMethod const method : {IterativeMethod::jacobi, IterativeMethod::lsmr}) {
    IterativeAnalysisOptions options;
    options.method = method;
    options.iterations = method == IterativeMethod::jacobi ? 3 : 5;
    auto const found = analyse<TypeParam>(plan, maps, options);
    for (std::size_t row = 0; row < 3; ++row) {
      EXPECT_TRUE(near_value(relative_error(found.a_lm[row], a_lm[row]), 0.0, tolerance)) << row;
    }
  }
}

TYPED_TEST(IterativeFields, FindsNoBWhereThereIsOnlyE) {
  using Real = typename TypeParam::Real;
  HarmonicRange const range = make_harmonic_range(32);
  RingGrid const grid = healpix_grid_with_ring_weights(32, "");
  Plan<TypeParam> const plan(TestSpace(), grid, range, polarised());
  auto a_lm = coefficients<Real>(range);
  a_lm[2].assign(a_lm[2].size(), 0.0);
  auto const found =
      analyse<TypeParam>(plan, make_maps<TypeParam>(plan, a_lm), IterativeAnalysisOptions{});
  double const tolerance = std::is_same_v<Real, float> ? 4e-6 : 1e-11;
  EXPECT_TRUE(
      near_value(root_mean_square(found.a_lm[2]) / root_mean_square(a_lm[1]), 0.0, tolerance));
}

TYPED_TEST(IterativeFields, FitsWhatTheMaskLeaves) {
  using Real = typename TypeParam::Real;
  HarmonicRange const range = make_harmonic_range(10);
  RingGrid const grid = healpix_grid(16);
  Plan<TypeParam> const plan(TestSpace(), grid, range, polarised());
  auto const a_lm = coefficients<Real>(range);
  auto maps = make_maps<TypeParam>(plan, a_lm);
  // Masks of their own for T and for Q and U; noise weights elsewhere.
  std::vector<Pixels> weight(3, Pixels(maps[0].size(), 1.0));
  for (std::size_t i = 0; i < maps[0].size(); ++i) {
    for (std::size_t row = 0; row < 3; ++row) {
      weight[row][i] = (row == 0 ? i % 5 == 1 : i % 4 == 2) ? 0.0 : 1.0 + (i % 3 == 0 ? 1.0 : 0.0);
      if (weight[row][i] == 0.0) {
        maps[row][i] = 1e3;
      }
    }
  }
  IterativeAnalysisOptions options;
  options.iterations = 60;
  options.tolerance = std::is_same_v<Real, float> ? 1e-5 : 1e-12;
  auto const found = analyse<TypeParam>(plan, maps, options, weight);
  EXPECT_EQ(found.result.outcome, IterationOutcome::tolerance_reached);
  for (std::size_t row = 0; row < 3; ++row) {
    EXPECT_TRUE(
        near_value(relative_error(found.a_lm[row], a_lm[row]), 0.0, 100.0 * options.tolerance))
        << row;
  }
}

}  // namespace
}  // namespace siderum::test
