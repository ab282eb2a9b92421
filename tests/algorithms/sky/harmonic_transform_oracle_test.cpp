// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "support/matchers.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

/// Elements of no ring, which are NaN, left out.
double rms_of_pixels(std::vector<long double> values) {
  std::erase_if(values, [](long double value) { return std::isnan(value); });
  return root_mean_square(values);
}

/// Synthesis and its adjoint against the sums as they are defined.
template <class V>
void compare_with_oracle(RingGrid const& grid, HarmonicRange range, std::size_t maps = 1,
                         double leeway = 1.0) {
  using Real = typename V::Real;
  SCOPED_TRACE(grid.name() + ", lmax " + std::to_string(range.lmax) + ", mmax " +
               std::to_string(range.mmax));
  OracleRings const oracle(grid);
  HarmonicTransformOptions options;
  options.maps = static_cast<std::int64_t>(maps);
  Plan<V> const plan(TestSpace(), grid, range, options);
  std::vector<Complexes> a_lm;
  std::vector<Pixels> random_maps;
  for (std::size_t map = 0; map < maps; ++map) {
    a_lm.push_back(random_coefficients_of<Real>(range, 10 + static_cast<unsigned>(map)));
    random_maps.push_back(random_map<Real>(grid, 20 + static_cast<unsigned>(map)));
  }
  double const tolerance = leeway * harmonic_transform_tolerance<Real>(range.lmax);

  std::vector<Pixels> const made = make_maps<V>(plan, a_lm);
  std::vector<Complexes> const summed = make_coefficients<V>(plan, random_maps);

  for (std::size_t map = 0; map < maps; ++map) {
    std::vector<long double> expected(made[map].size(),
                                      std::numeric_limits<long double>::quiet_NaN());
    reference::synthesis(range.lmax, range.mmax, a_lm[map].data(), oracle.rings(), expected.data());
    EXPECT_TRUE(all_near(made[map], expected, tolerance * rms_of_pixels(expected)));
    std::vector<std::complex<long double>> sums(a_lm[map].size());
    reference::adjoint_synthesis(range.lmax, range.mmax, oracle.rings(), random_maps[map].data(),
                                 nullptr, sums.data());
    double const scale = rms_of_sums(sums, random_maps[map]);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      ASSERT_TRUE(near_value(summed[map][i].real(), sums[i].real(), tolerance * scale)) << i;
      ASSERT_TRUE(near_value(summed[map][i].imag(), sums[i].imag(), tolerance * scale)) << i;
    }
  }
}

template <class V>
class HarmonicTransformOracle : public testing::Test {};
TYPED_TEST_SUITE(HarmonicTransformOracle, Variants, VariantNames);

TYPED_TEST(HarmonicTransformOracle, HealpixWithAliasing) {
  for (std::int64_t const nside : {1, 2, 3, 4}) {
    for (std::int64_t const lmax :
         {std::int64_t{0}, std::int64_t{1}, nside, 3 * nside - 1, 4 * nside}) {
      compare_with_oracle<TypeParam>(healpix_grid(nside), make_harmonic_range(lmax));
    }
  }
}

TYPED_TEST(HarmonicTransformOracle, HealpixOfManyLengths) {
  // Rings of up to 68 pixels and, above 128, of lengths with large prime factors.
  compare_with_oracle<TypeParam>(healpix_grid(17), make_harmonic_range(43));
  compare_with_oracle<TypeParam>(gauss_legendre_grid(5, 298), make_harmonic_range(150, 149));
}

TYPED_TEST(HarmonicTransformOracle, SeveralMapsAndFewerOrders) {
  compare_with_oracle<TypeParam>(gauss_legendre_grid(43, 50), make_harmonic_range(40, 17), 7);
  compare_with_oracle<TypeParam>(healpix_grid(5), make_harmonic_range(13, 5), 3);
}

TYPED_TEST(HarmonicTransformOracle, GridsOfEqualSteps) {
  compare_with_oracle<TypeParam>(equidistant_grid(EquidistantRule::clenshaw_curtis, 25, 12),
                                 make_harmonic_range(30));
  compare_with_oracle<TypeParam>(equidistant_grid(EquidistantRule::driscoll_healy, 24, 50),
                                 make_harmonic_range(11));
  compare_with_oracle<TypeParam>(equidistant_grid(EquidistantRule::fejer1, 13, 1),
                                 make_harmonic_range(20), 2);
}

TYPED_TEST(HarmonicTransformOracle, RingsInNoOrder) {
  compare_with_oracle<TypeParam>(scattered_grid(), make_harmonic_range(30), 2);
  compare_with_oracle<TypeParam>(scattered_grid(), make_harmonic_range(0));
}

TYPED_TEST(HarmonicTransformOracle, ManyMoreRingsThanDegrees) {
  compare_with_oracle<TypeParam>(gauss_legendre_grid(597, 3), make_harmonic_range(7, 2));
}

TYPED_TEST(HarmonicTransformOracle, ElementsWithoutARingStayAsTheyAre) {
  std::vector<Ring> rings{next_ring({}, 1.0, 4, 0.0), next_ring({}, 2.0, 3, 0.0)};
  rings[0].first = 8;
  rings[0].stride = -2;
  rings[1].first = 3;
  rings[1].stride = 2;
  compare_with_oracle<TypeParam>(make_ring_grid(rings, 12), make_harmonic_range(9));
}

TYPED_TEST(HarmonicTransformOracle, HighDegreesAtThePoles) {
  std::vector<Ring> rings;
  for (double const theta : {0.0, 1e-5, 1e-3, 0.02, 0.3, 1.2, 3.1}) {
    rings.push_back(next_ring(rings, theta, 4, 0.3));
  }
  // Sums over degrees lose ten times as much next to the poles (legendre_tolerance).
  compare_with_oracle<TypeParam>(make_ring_grid(rings), make_harmonic_range(700), 1, 10.0);
}

}  // namespace
}  // namespace siderum::test
