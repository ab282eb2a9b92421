// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "support/matchers.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

template <class V>
class HarmonicTransformProperties : public testing::Test {};
TYPED_TEST_SUITE(HarmonicTransformProperties, Variants, VariantNames);

/// <S a, x> = <a, S^T x> and <W S a, x> = <a, S^T W x>
template <class V>
void expect_adjoint(RingGrid const& grid, HarmonicRange range) {
  using Real = typename V::Real;
  SCOPED_TRACE(grid.name());
  Plan<V> const plan(TestSpace(), grid, range);
  Complexes const a = random_coefficients_of<Real>(range, 3);
  Pixels const x = random_map<Real>(grid, 4);
  auto const expect_same = [&](Direction direction, Back back) {
    Pixels const map = make_maps<V>(plan, {a}, direction)[0];
    Complexes const b = make_coefficients<V>(plan, {x}, back)[0];
    double const scale = static_cast<double>(std::sqrt(product_of(map, map) * product_of(x, x)));
    EXPECT_TRUE(
        near_value(product_of(map, x), product_of(range, a, b), adjoint_tolerance<Real>() * scale));
  };
  expect_same(Direction::synthesis, Back::adjoint_synthesis);
  expect_same(Direction::adjoint_analysis, Back::analysis);
}

TYPED_TEST(HarmonicTransformProperties, OperatorsHaveTheirAdjoints) {
  expect_adjoint<TypeParam>(healpix_grid(16), make_harmonic_range(47));
  expect_adjoint<TypeParam>(healpix_grid(37), make_harmonic_range(150, 60));
  expect_adjoint<TypeParam>(gauss_legendre_grid(65, 20), make_harmonic_range(64));
  expect_adjoint<TypeParam>(equidistant_grid(EquidistantRule::clenshaw_curtis, 130, 130),
                            make_harmonic_range(64));
  expect_adjoint<TypeParam>(scattered_grid(), make_harmonic_range(35));
}

template <class V>
void expect_round_trip(RingGrid const& grid, std::int64_t lmax) {
  using Real = typename V::Real;
  SCOPED_TRACE(grid.name());
  ASSERT_GE(grid.exact_lmax(), lmax);
  HarmonicRange const range = make_harmonic_range(lmax);
  Plan<V> const plan(TestSpace(), grid, range);
  Complexes const a = random_coefficients_of<Real>(range, 7);
  Complexes difference = make_coefficients<V>(plan, make_maps<V>(plan, {a}), Back::analysis)[0];
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference[i] -= a[i];
  }
  EXPECT_TRUE(near_value(root_mean_square(difference) / root_mean_square(a), 0.0,
                         round_trip_tolerance<Real>(lmax)));
}

TYPED_TEST(HarmonicTransformProperties, AnalysisGivesBackTheCoefficients) {
  for (std::int64_t const lmax : {0, 1, 63, 128}) {
    expect_round_trip<TypeParam>(gauss_legendre_grid(lmax + 1, 2 * lmax + 1), lmax);
  }
  expect_round_trip<TypeParam>(gauss_legendre_grid(512, 1024), 511);
  expect_round_trip<TypeParam>(equidistant_grid(EquidistantRule::clenshaw_curtis, 129, 129), 64);
  expect_round_trip<TypeParam>(equidistant_grid(EquidistantRule::fejer1, 129, 130), 64);
  expect_round_trip<TypeParam>(equidistant_grid(EquidistantRule::fejer2, 129, 131), 64);
  expect_round_trip<TypeParam>(equidistant_grid(EquidistantRule::driscoll_healy, 130, 132), 64);
}

TYPED_TEST(HarmonicTransformProperties, AnalysisGivesBackManyDegrees) {
  if constexpr (std::is_same_v<typename TypeParam::Real, double>) {
    for (std::int64_t const lmax : {1023, 2047}) {
      expect_round_trip<TypeParam>(gauss_legendre_grid(lmax + 1, 2 * lmax + 2), lmax);
    }
  }
}

TYPED_TEST(HarmonicTransformProperties, HealpixNearlyGivesThemBack) {
  // Uniform weights: published errors are 4e-3 to 2e-2 of broad-band coefficients.
  using Real = typename TypeParam::Real;
  HarmonicRange const range = make_harmonic_range(64);
  Plan<TypeParam> const plan(TestSpace(), healpix_grid(32), range);
  Complexes const a = random_coefficients_of<Real>(range, 7);
  Complexes difference =
      make_coefficients<TypeParam>(plan, make_maps<TypeParam>(plan, {a}), Back::analysis)[0];
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference[i] -= a[i];
  }
  EXPECT_LT(root_mean_square(difference) / root_mean_square(a), 3e-2);
}

TYPED_TEST(HarmonicTransformProperties, RunsOfRingsGiveTheSameMap) {
  using Real = typename TypeParam::Real;
  RingGrid const grid = gauss_legendre_grid(1300, 7);
  HarmonicRange const range = make_harmonic_range(20);
  Complexes const a = random_coefficients_of<Real>(range, 1);
  Pixels const x = random_map<Real>(grid, 2);
  HarmonicTransformOptions options;
  options.work_bytes = 1;
  Plan<TypeParam> const whole(TestSpace(), grid, range);
  Plan<TypeParam> const in_runs(TestSpace(), grid, range, options);
  EXPECT_LT(in_runs.bytes(), whole.bytes());
  EXPECT_EQ(make_maps<TypeParam>(in_runs, {a}), make_maps<TypeParam>(whole, {a}));
  auto const summed = make_coefficients<TypeParam>(in_runs, {x})[0];
  auto const expected = make_coefficients<TypeParam>(whole, {x})[0];
  double const tolerance =
      harmonic_transform_tolerance<Real>(range.lmax) * root_mean_square(expected);
  for (std::size_t i = 0; i < summed.size(); ++i) {
    EXPECT_TRUE(near_value(summed[i].real(), expected[i].real(), tolerance));
    EXPECT_TRUE(near_value(summed[i].imag(), expected[i].imag(), tolerance));
  }
}

TYPED_TEST(HarmonicTransformProperties, EveryCallGivesTheSameBits) {
  using Real = typename TypeParam::Real;
  RingGrid const grid = healpix_grid(32);
  HarmonicRange const range = make_harmonic_range(95);
  Plan<TypeParam> const plan(TestSpace(), grid, range);
  Complexes const a = random_coefficients_of<Real>(range, 1);
  Pixels const x = random_map<Real>(grid, 2);
  EXPECT_EQ(make_maps<TypeParam>(plan, {a}), make_maps<TypeParam>(plan, {a}));
  EXPECT_EQ(make_coefficients<TypeParam>(plan, {x}), make_coefficients<TypeParam>(plan, {x}));
}

TYPED_TEST(HarmonicTransformProperties, ImaginaryPartsOfOrderZeroAreIgnored) {
  using Real = typename TypeParam::Real;
  HarmonicRange const range = make_harmonic_range(12);
  Plan<TypeParam> const plan(TestSpace(), healpix_grid(4), range);
  Complexes const a = random_coefficients_of<Real>(range, 1);
  Complexes b = a;
  for (std::int64_t l = 0; l <= range.lmax; ++l) {
    b[static_cast<std::size_t>(l)].imag(5.0);
  }
  EXPECT_EQ(make_maps<TypeParam>(plan, {a}), make_maps<TypeParam>(plan, {b}));
}

TYPED_TEST(HarmonicTransformProperties, AnInfinityDoesNotHangAndIsSeen) {
  using Real = typename TypeParam::Real;
  RingGrid const grid = healpix_grid(4);
  HarmonicRange const range = make_harmonic_range(12);
  Plan<TypeParam> const plan(TestSpace(), grid, range);
  Complexes a = random_coefficients_of<Real>(range, 1);
  a[5] = {std::numeric_limits<double>::quiet_NaN(), 0.0};
  std::vector<Pixels> const maps = make_maps<TypeParam>(plan, {a});
  for (double const value : maps[0]) {
    EXPECT_TRUE(std::isnan(value));
  }
  Pixels x = random_map<Real>(grid, 2);
  x[7] = std::numeric_limits<double>::infinity();
  std::vector<Complexes> const summed = make_coefficients<TypeParam>(plan, {x});
  for (auto const value : summed[0]) {
    EXPECT_FALSE(std::isfinite(value.real()));
  }
}

}  // namespace
}  // namespace siderum::test
