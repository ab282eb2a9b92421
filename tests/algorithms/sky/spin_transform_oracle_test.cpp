// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "reference/spin_transform.hpp"
#include "support/matchers.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

using LongPixels = std::vector<long double>;
using LongComplexes = std::vector<std::complex<long double>>;

/// Elements of no ring, which are NaN, left out.
double rms_of_pixels(LongPixels values) {
  std::erase_if(values, [](long double value) { return std::isnan(value); });
  return root_mean_square(values);
}

/// What the oracle makes of one field.
struct Expected {
  std::vector<LongPixels> maps;
  std::vector<LongComplexes> sums;

  Expected(Field field, HarmonicRange range, reference::Rings const& rings,
           std::vector<Complexes> const& a_lm, std::vector<Pixels> const& pixels)
      : maps(a_lm.size(),
             LongPixels(pixels[0].size(), std::numeric_limits<long double>::quiet_NaN())),
        sums(a_lm.size(), LongComplexes(a_lm[0].size())) {
    std::size_t const first = a_lm.size() - 2;
    if (first == 1) {
      reference::synthesis(range.lmax, range.mmax, a_lm[0].data(), rings, maps[0].data());
      reference::adjoint_synthesis(range.lmax, range.mmax, rings, pixels[0].data(), nullptr,
                                   sums[0].data());
    }
    reference::spin_synthesis(spin(field), range.lmax, range.mmax, a_lm[first].data(),
                              a_lm[first + 1].data(), rings, maps[first].data(),
                              maps[first + 1].data());
    reference::spin_adjoint_synthesis(spin(field), range.lmax, range.mmax, rings,
                                      pixels[first].data(), pixels[first + 1].data(), nullptr,
                                      sums[first].data(), sums[first + 1].data());
  }
};

/// Synthesis and its adjoint of a field against the sums as they are defined.
template <class V>
void compare_field(Field field, RingGrid const& grid, HarmonicRange range, double leeway = 1.0) {
  using Real = typename V::Real;
  SCOPED_TRACE(grid.name() + ", lmax " + std::to_string(range.lmax) + ", mmax " +
               std::to_string(range.mmax) + ", field " + std::to_string(static_cast<int>(field)));
  HarmonicTransformOptions options;
  options.field = field;
  Plan<V> const plan(TestSpace(), grid, range, options);
  std::vector<Complexes> a_lm;
  std::vector<Pixels> pixels;
  for (unsigned row = 0; row < components(field); ++row) {
    a_lm.push_back(random_coefficients_of<Real>(range, 10 + row));
    pixels.push_back(random_map<Real>(grid, 20 + row));
  }
  OracleRings const oracle(grid);
  Expected const expected(field, range, oracle.rings(), a_lm, pixels);
  double const tolerance = leeway * harmonic_transform_tolerance<Real>(range.lmax);

  std::vector<Pixels> const made = make_maps<V>(plan, a_lm);
  std::vector<Complexes> const summed = make_coefficients<V>(plan, pixels);

  for (std::size_t row = 0; row < a_lm.size(); ++row) {
    EXPECT_TRUE(
        all_near(made[row], expected.maps[row], tolerance * rms_of_pixels(expected.maps[row])))
        << "row " << row;
    auto const& sums = expected.sums[row];
    double const scale = rms_of_sums(sums, pixels[row]);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      ASSERT_TRUE(near_value(summed[row][i].real(), sums[i].real(), tolerance * scale))
          << "row " << row << " place " << i;
      ASSERT_TRUE(near_value(summed[row][i].imag(), sums[i].imag(), tolerance * scale))
          << "row " << row << " place " << i;
    }
  }
}

template <class V>
void compare_all_fields(RingGrid const& grid, HarmonicRange range, double leeway = 1.0) {
  for (Field const field : {Field::spin_one, Field::spin_two, Field::polarised}) {
    compare_field<V>(field, grid, range, leeway);
  }
}

template <class V>
class SpinTransformOracle : public testing::Test {};
TYPED_TEST_SUITE(SpinTransformOracle, Variants, VariantNames);

TYPED_TEST(SpinTransformOracle, HealpixWithAliasing) {
  for (std::int64_t const nside : {1, 2, 3, 4}) {
    for (std::int64_t const lmax :
         {std::int64_t{0}, std::int64_t{1}, std::int64_t{2}, nside, 3 * nside - 1, 4 * nside}) {
      compare_all_fields<TypeParam>(healpix_grid(nside), make_harmonic_range(lmax));
    }
  }
}

TYPED_TEST(SpinTransformOracle, FewerOrders) {
  compare_all_fields<TypeParam>(gauss_legendre_grid(43, 50), make_harmonic_range(40, 17));
  compare_all_fields<TypeParam>(healpix_grid(5), make_harmonic_range(13, 0));
  compare_all_fields<TypeParam>(healpix_grid(5), make_harmonic_range(13, 1));
}

TYPED_TEST(SpinTransformOracle, GridsOfEqualSteps) {
  compare_all_fields<TypeParam>(equidistant_grid(EquidistantRule::clenshaw_curtis, 25, 12),
                                make_harmonic_range(30));
  compare_all_fields<TypeParam>(equidistant_grid(EquidistantRule::driscoll_healy, 24, 50),
                                make_harmonic_range(11));
  compare_all_fields<TypeParam>(equidistant_grid(EquidistantRule::fejer1, 13, 1),
                                make_harmonic_range(20));
}

TYPED_TEST(SpinTransformOracle, RingsInNoOrder) {
  compare_all_fields<TypeParam>(scattered_grid(), make_harmonic_range(30));
  compare_all_fields<TypeParam>(scattered_grid(), make_harmonic_range(1));
}

TYPED_TEST(SpinTransformOracle, HighDegreesAtThePoles) {
  // On both sides of where rings are next to a pole; 0.3 and pi - 0.3 are a pair.
  std::vector<Ring> rings;
  for (double const theta :
       {0.0, 1e-5, 1e-3, 0.0195, 0.0205, 0.1, 0.3, 1.2, 3.1, 3.13, 3.141592653589793 - 0.3,
        3.141592653589793 - 1e-3, 3.141592653589793}) {
    rings.push_back(next_ring(rings, theta, 4, 0.3));
  }
  // Sums over degrees lose ten times as much next to the poles (legendre_tolerance).
  compare_all_fields<TypeParam>(make_ring_grid(rings),
                                make_harmonic_range(teams_meet_slowly ? 70 : 700), 10.0);
}

// At lmax 70 rings with sin(theta) < 4 / 70 are next to a pole: here more pairs of them than a team
// of a device takes, and more degrees than it has in scratch.
TYPED_TEST(SpinTransformOracle, ManyRingsAtThePoles) {
  std::vector<Ring> rings;
  for (int ring = 0; ring < 70; ++ring) {
    double const theta = 0.0008 * (ring + 1);
    rings.push_back(
        next_ring(rings, ring % 3 == 0 ? 3.141592653589793 - theta : theta, 4, 0.1 * ring));
  }
  compare_all_fields<TypeParam>(make_ring_grid(rings), make_harmonic_range(70), 10.0);
}

}  // namespace
}  // namespace siderum::test
