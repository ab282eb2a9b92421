// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/sky/harmonic_gradient.hpp>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "reference/spin_transform.hpp"
#include "support/matchers.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

constexpr Field fields[] = {Field::spin_one, Field::spin_two, Field::polarised};

template <class V>
class SpinTransformProperties : public testing::Test {};
TYPED_TEST_SUITE(SpinTransformProperties, Variants, VariantNames);

HarmonicTransformOptions options_of(Field field, std::int64_t rows = 0) {
  HarmonicTransformOptions options;
  options.field = field;
  options.maps = rows;
  return options;
}

/// Coefficients of one field, 0 for l < spin where there is a spin.
template <class Real>
std::vector<Complexes> random_field(Field field, HarmonicRange range, unsigned seed) {
  std::vector<Complexes> rows;
  for (std::int64_t row = 0; row < components(field); ++row) {
    rows.push_back(random_coefficients_of<Real>(range, seed + static_cast<unsigned>(row)));
    for (std::int64_t m = 0; has_spin(field, row) && m < spin(field) && m <= range.mmax; ++m) {
      for (std::int64_t l = m; l < spin(field) && l <= range.lmax; ++l) {
        rows.back()[static_cast<std::size_t>(range.index(l, m))] = 0.0;
      }
    }
  }
  return rows;
}

template <class Real>
std::vector<Pixels> random_maps(Field field, RingGrid const& grid, unsigned seed) {
  std::vector<Pixels> rows;
  for (std::int64_t row = 0; row < components(field); ++row) {
    rows.push_back(random_map<Real>(grid, seed + static_cast<unsigned>(row)));
  }
  return rows;
}

long double product_of_fields(std::vector<Pixels> const& a, std::vector<Pixels> const& b) {
  long double sum = 0;
  for (std::size_t row = 0; row < a.size(); ++row) {
    sum += product_of(a[row], b[row]);
  }
  return sum;
}

long double product_of_fields(HarmonicRange range, std::vector<Complexes> const& a,
                              std::vector<Complexes> const& b) {
  long double sum = 0;
  for (std::size_t row = 0; row < a.size(); ++row) {
    sum += product_of(range, a[row], b[row]);
  }
  return sum;
}

/// <S a, x> = <a, S^T x> and <W S a, x> = <a, S^T W x>
template <class V>
void expect_adjoint(Field field, RingGrid const& grid, HarmonicRange range) {
  using Real = typename V::Real;
  SCOPED_TRACE(grid.name() + ", field " + std::to_string(static_cast<int>(field)));
  Plan<V> const plan(TestSpace(), grid, range, options_of(field));
  auto const a = random_field<Real>(field, range, 3);
  auto const x = random_maps<Real>(field, grid, 7);
  auto const expect_same = [&](Direction direction, Back back) {
    auto const maps = make_maps<V>(plan, a, direction);
    auto const b = make_coefficients<V>(plan, x, back);
    double const scale =
        static_cast<double>(std::sqrt(product_of_fields(maps, maps) * product_of_fields(x, x)));
    EXPECT_TRUE(near_value(product_of_fields(maps, x), product_of_fields(range, a, b),
                           adjoint_tolerance<Real>() * scale));
  };
  expect_same(Direction::synthesis, Back::adjoint_synthesis);
  expect_same(Direction::adjoint_analysis, Back::analysis);
}

TYPED_TEST(SpinTransformProperties, OperatorsHaveTheirAdjoints) {
  for (Field const field : fields) {
    expect_adjoint<TypeParam>(field, healpix_grid(16), make_harmonic_range(47));
    expect_adjoint<TypeParam>(field, healpix_grid(128), make_harmonic_range(150, 60));
    expect_adjoint<TypeParam>(field, gauss_legendre_grid(65, 20), make_harmonic_range(64));
    expect_adjoint<TypeParam>(field, equidistant_grid(EquidistantRule::clenshaw_curtis, 530, 130),
                              make_harmonic_range(64));
    expect_adjoint<TypeParam>(field, scattered_grid(), make_harmonic_range(35));
  }
}

template <class V>
void expect_round_trip(Field field, RingGrid const& grid, std::int64_t lmax) {
  using Real = typename V::Real;
  SCOPED_TRACE(grid.name() + ", field " + std::to_string(static_cast<int>(field)));
  ASSERT_GE(grid.exact_lmax(), lmax);
  HarmonicRange const range = make_harmonic_range(lmax);
  Plan<V> const plan(TestSpace(), grid, range, options_of(field));
  auto const a = random_field<Real>(field, range, 7);
  auto const back = make_coefficients<V>(plan, make_maps<V>(plan, a), Back::analysis);
  for (std::size_t row = 0; row < a.size(); ++row) {
    Complexes difference = back[row];
    for (std::size_t i = 0; i < difference.size(); ++i) {
      difference[i] -= a[row][i];
    }
    double const scale = std::max(root_mean_square(a[row]), 1e-300);
    EXPECT_TRUE(
        near_value(root_mean_square(difference) / scale, 0.0, round_trip_tolerance<Real>(lmax)))
        << "row " << row;
  }
}

TYPED_TEST(SpinTransformProperties, AnalysisGivesBackTheCoefficients) {
  for (Field const field : fields) {
    for (std::int64_t const lmax : {0, 1, 2, 63, 128}) {
      expect_round_trip<TypeParam>(field, gauss_legendre_grid(lmax + 1, 2 * lmax + 1), lmax);
    }
    expect_round_trip<TypeParam>(field, gauss_legendre_grid(512, 1024), 511);
    expect_round_trip<TypeParam>(field,
                                 equidistant_grid(EquidistantRule::clenshaw_curtis, 129, 129), 64);
  }
}

TYPED_TEST(SpinTransformProperties, AnalysisGivesBackManyDegrees) {
  if constexpr (std::is_same_v<typename TypeParam::Real, double>) {
    expect_round_trip<TypeParam>(Field::spin_one, gauss_legendre_grid(1024, 2048), 1023);
    expect_round_trip<TypeParam>(Field::spin_two, gauss_legendre_grid(1024, 2048), 1023);
    expect_round_trip<TypeParam>(Field::spin_two, gauss_legendre_grid(2048, 4096), 2047);
  }
}

TYPED_TEST(SpinTransformProperties, PureModesStayPure) {
  using Real = typename TypeParam::Real;
  HarmonicRange const range = make_harmonic_range(40);
  for (Field const field : {Field::spin_one, Field::spin_two}) {
    Plan<TypeParam> const plan(TestSpace(), gauss_legendre_grid(41, 90), range, options_of(field));
    for (std::size_t const pure : {0u, 1u}) {
      auto a = random_field<Real>(field, range, 5);
      std::fill(a[1 - pure].begin(), a[1 - pure].end(), 0.0);
      auto const back =
          make_coefficients<TypeParam>(plan, make_maps<TypeParam>(plan, a), Back::analysis);
      double const scale = root_mean_square(a[pure]);
      EXPECT_TRUE(near_value(root_mean_square(back[1 - pure]), 0.0,
                             round_trip_tolerance<Real>(range.lmax) * scale));
      // Of m = 0, E alone makes Q and B alone makes U: the other one is nothing at all.
      for (std::int64_t m = 1; m <= range.mmax; ++m) {
        for (std::int64_t l = m; l <= range.lmax; ++l) {
          a[pure][static_cast<std::size_t>(range.index(l, m))] = 0.0;
        }
      }
      auto const maps = make_maps<TypeParam>(plan, a);
      for (double const value : maps[1 - pure]) {
        EXPECT_EQ(value, 0.0);
      }
    }
  }
}

TYPED_TEST(SpinTransformProperties, DegreesBelowTheSpinAreIgnoredAndZero) {
  using Real = typename TypeParam::Real;
  HarmonicRange const range = make_harmonic_range(6);
  RingGrid const grid = healpix_grid(4);
  for (Field const field : fields) {
    Plan<TypeParam> const plan(TestSpace(), grid, range, options_of(field));
    auto const a = random_field<Real>(field, range, 2);
    auto with_more = a;
    for (std::int64_t row = 0; row < components(field); ++row) {
      for (std::int64_t m = 0; has_spin(field, row) && m < spin(field); ++m) {
        for (std::int64_t l = m; l < spin(field); ++l) {
          with_more[static_cast<std::size_t>(row)][static_cast<std::size_t>(range.index(l, m))] =
              std::numeric_limits<double>::quiet_NaN();
        }
      }
    }
    EXPECT_EQ(make_maps<TypeParam>(plan, a), make_maps<TypeParam>(plan, with_more));
    auto const sums = make_coefficients<TypeParam>(plan, random_maps<Real>(field, grid, 3));
    for (std::int64_t row = 0; row < components(field); ++row) {
      for (std::int64_t m = 0; has_spin(field, row) && m < spin(field); ++m) {
        for (std::int64_t l = m; l < spin(field); ++l) {
          EXPECT_EQ(
              sums[static_cast<std::size_t>(row)][static_cast<std::size_t>(range.index(l, m))],
              std::complex<double>(0.0));
        }
      }
    }
  }
}

TYPED_TEST(SpinTransformProperties, SeveralFieldsAndRunsAreAsOne) {
  using Real = typename TypeParam::Real;
  HarmonicRange const range = make_harmonic_range(30, 20);
  // 600 pairs, of which several are next to the poles: in runs of 256.
  RingGrid const grid = gauss_legendre_grid(1200, 45);
  for (Field const field : fields) {
    auto const first = random_field<Real>(field, range, 11);
    auto const second = random_field<Real>(field, range, 31);
    auto both = first;
    both.insert(both.end(), second.begin(), second.end());
    auto maps = random_maps<Real>(field, grid, 41);
    Plan<TypeParam> const single(TestSpace(), grid, range, options_of(field));
    auto options = options_of(field, 2 * components(field));
    options.work_bytes = 1;
    Plan<TypeParam> const together(TestSpace(), grid, range, options);
    double const tolerance = 4.0 * harmonic_transform_tolerance<Real>(range.lmax);

    auto const made = make_maps<TypeParam>(together, both);
    auto const expected = make_maps<TypeParam>(single, second);
    auto const sums = make_coefficients<TypeParam>(together, maps);
    auto const expected_sums = make_coefficients<TypeParam>(single, maps);
    for (std::size_t row = 0; row < expected.size(); ++row) {
      auto const& of_both = made[first.size() + row];
      EXPECT_TRUE(all_near(of_both,
                           std::vector<long double>(expected[row].begin(), expected[row].end()),
                           tolerance * root_mean_square(expected[row])));
      double const scale = root_mean_square(expected_sums[row]);
      for (std::size_t i = 0; i < sums[row].size(); ++i) {
        EXPECT_TRUE(
            near_value(std::abs(sums[row][i] - expected_sums[row][i]), 0.0, tolerance * scale));
      }
    }
  }
}

TYPED_TEST(SpinTransformProperties, GradientOfAScalar) {
  // Of Re Y_11 = -sqrt(3 / (8 pi)) sin(theta) cos(phi), twice over: a_11 = 1.
  using Real = typename TypeParam::Real;
  HarmonicRange const range = make_harmonic_range(3);
  RingGrid const grid = gauss_legendre_grid(9, 8);
  Complexes a(static_cast<std::size_t>(range.count()));
  a[static_cast<std::size_t>(range.index(1, 1))] = 1.0;
  auto const scalar = to_space<TypeParam>(range, {a});
  auto const gradient = allocate_coefficients<Real>(TestSpace(), range, 2);
  gradient_coefficients(TestSpace(), scalar, gradient);
  Kokkos::fence();
  Plan<TypeParam> const plan(TestSpace(), grid, range, options_of(Field::spin_one));
  auto const maps = make_maps<TypeParam>(plan, to_host<TypeParam>(gradient));
  double const factor = -2.0 * std::sqrt(3.0 / (8.0 * std::acos(-1.0)));
  double const tolerance = 10.0 * harmonic_transform_tolerance<Real>(range.lmax);
  for (Ring const& ring : grid.rings()) {
    for (std::int64_t j = 0; j < ring.nphi; ++j) {
      double const phi = 2.0 * std::acos(-1.0) * static_cast<double>(j) / 8.0;
      auto const pixel = static_cast<std::size_t>(ring.first + j * ring.stride);
      EXPECT_TRUE(
          near_value(maps[0][pixel], factor * std::cos(ring.theta) * std::cos(phi), tolerance));
      EXPECT_TRUE(near_value(maps[1][pixel], -factor * std::sin(phi), tolerance));
    }
  }
}

TYPED_TEST(SpinTransformProperties, HighDegreesAgreeWithSumsOverDegrees) {
  // One pixel for each of some rings: modes fold onto it, and the oracle sums them.
  using Real = typename TypeParam::Real;
  HarmonicRange const range = make_harmonic_range(2047, 300);
  std::vector<Ring> rings;
  for (double const theta : {1e-3, 0.015, 0.025, 0.1, 0.7, 1.5, 1.5707, 3.0}) {
    rings.push_back(next_ring(rings, theta, 1, 0.3));
  }
  RingGrid const grid = make_ring_grid(rings);
  Plan<TypeParam> const plan(TestSpace(), grid, range, options_of(Field::spin_two));
  auto const a = random_field<Real>(Field::spin_two, range, 9);
  auto const maps = make_maps<TypeParam>(plan, a);
  std::vector<long double> q(rings.size());
  std::vector<long double> u(rings.size());
  OracleRings const oracle(grid);
  reference::spin_synthesis(2, range.lmax, range.mmax, a[0].data(), a[1].data(), oracle.rings(),
                            q.data(), u.data());
  double const scale = root_mean_square(q) + root_mean_square(u);
  for (std::size_t i = 0; i < rings.size(); ++i) {
    double const tolerance = harmonic_transform_tolerance<Real>(range.lmax) *
                             (rings[i].theta < 0.1 ? 10.0 : 1.0) * scale;
    EXPECT_TRUE(near_value(maps[0][i], q[i], tolerance)) << rings[i].theta;
    EXPECT_TRUE(near_value(maps[1][i], u[i], tolerance)) << rings[i].theta;
  }
}

}  // namespace
}  // namespace siderum::test
