// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/harmonic_transform.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "support/matchers.hpp"

namespace siderum::test {
namespace {

using Complex = std::complex<double>;
constexpr long double pi = std::numbers::pi_v<long double>;

/// Two rings, one of them written backwards behind the other, of three and of four pixels.
struct SmallGrid {
  std::vector<double> theta{0.7, 2.0};
  std::vector<std::int64_t> nphi{3, 4};
  std::vector<double> phi0{0.1, 0.0};
  std::vector<std::int64_t> first{0, 6};
  std::vector<std::int64_t> stride{1, -1};
  reference::Rings rings{2, theta.data(), nphi.data(), phi0.data(), first.data(), stride.data()};
};

TEST(ReferenceHarmonicTransform, LowDegreesAreTheFormulasOfTheTextbooks) {
  long double const theta = 0.6L;
  long double const s = std::sin(theta);
  long double const c = std::cos(theta);
  std::vector<long double> values(3);
  reference::legendre_functions(2, 0, theta, values.data());
  EXPECT_TRUE(
      all_near(values,
               std::vector<long double>{std::sqrt(1 / (4 * pi)), std::sqrt(3 / (4 * pi)) * c,
                                        std::sqrt(5 / (16 * pi)) * (3 * c * c - 1)},
               1e-18L));
  values.resize(2);
  reference::legendre_functions(2, 1, theta, values.data());
  EXPECT_TRUE(all_near(
      values,
      std::vector<long double>{-std::sqrt(3 / (8 * pi)) * s, -std::sqrt(15 / (8 * pi)) * s * c},
      1e-18L));
  values.resize(1);
  reference::legendre_functions(2, 2, theta, values.data());
  EXPECT_TRUE(near_value(values[0], std::sqrt(15 / (32 * pi)) * s * s, 1e-18L));
}

TEST(ReferenceHarmonicTransform, AdditionTheoremHoldsAtLargeDegrees) {
  // sum over m = -l .. l of P_lm^2 = (2 l + 1) / (4 pi), at any theta. Near a pole the rounding of
  // cos(theta), 5e-20, is one of 5e-20 / sin(theta) in theta, l times that in P.
  for (long double const theta : {0.0L, 1e-3L, 0.4L, 1.5L, 3.1L}) {
    long double sum = 0;
    std::int64_t const l = 700;
    std::vector<long double> values(l + 1);
    for (std::int64_t m = 0; m <= l; ++m) {
      reference::legendre_functions(l, m, theta, values.data());
      long double const last = values[static_cast<std::size_t>(l - m)];
      sum += (m == 0 ? 1 : 2) * last * last;
    }
    long double const expected = (2 * l + 1) / (4 * pi);
    EXPECT_TRUE(near_value(sum, expected, 1e-13L * expected));
  }
}

TEST(ReferenceHarmonicTransform, LegendreSumWeighsTheFunctions) {
  std::vector<Complex> const a{{2, 1}, {0, -3}};
  std::vector<long double> values(2);
  reference::legendre_functions(3, 2, 1.1, values.data());
  auto const [sum, norm] = reference::legendre_sum(3, 2, 1.1, a.data());
  EXPECT_TRUE(near_value(sum.real(), 2 * values[0], 1e-18L));
  EXPECT_TRUE(near_value(sum.imag(), values[0] - 3 * values[1], 1e-18L));
  EXPECT_TRUE(near_value(norm, std::hypot(values[0], values[1]), 1e-18L));
}

TEST(ReferenceHarmonicTransform, MapsOfSingleCoefficients) {
  SmallGrid const grid;
  std::vector<long double> map(7);
  std::vector<Complex> a(3);  // lmax 1: a_00, a_10, a_11
  a[1] = {1, 5};              // the imaginary part counts for nothing
  reference::synthesis(1, 1, a.data(), grid.rings, map.data());
  long double const dipole = std::sqrt(3 / (4 * pi));
  for (std::size_t j = 0; j < 7; ++j) {
    EXPECT_TRUE(near_value(map[j], dipole * std::cos(j < 3 ? 0.7 : 2.0), 1e-15L));
  }
  a[1] = 0;
  a[2] = {0.5, 0.25};
  reference::synthesis(1, 1, a.data(), grid.rings, map.data());
  for (std::int64_t j = 0; j < 4; ++j) {
    long double const phi = pi * static_cast<long double>(j) / 2;
    long double const expected = -2 * std::sqrt(3 / (8 * pi)) * std::sin(2.0L) *
                                 (0.5L * std::cos(phi) - 0.25L * std::sin(phi));
    EXPECT_TRUE(near_value(map[static_cast<std::size_t>(6 - j)], expected, 1e-15L));
  }
}

TEST(ReferenceHarmonicTransform, AdjointIsTheTranspose) {
  SmallGrid const grid;
  std::int64_t const lmax = 5;
  std::int64_t const mmax = 4;
  std::vector<Complex> a(20);  // (mmax + 1)(mmax + 2) / 2 + (mmax + 1)(lmax - mmax)
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto const x = static_cast<double>(i);
    a[i] = {std::sin(3 * x + 1), i <= 5 ? 0.0 : std::cos(5 * x)};
  }
  std::vector<double> const map{1, -2, 0.5, 3, 0.25, -1, 2};
  std::vector<double> const weight{0.3, 1.7};
  std::vector<long double> synthesised(7);
  reference::synthesis(lmax, mmax, a.data(), grid.rings, synthesised.data());
  std::vector<std::complex<long double>> back(a.size());
  reference::adjoint_synthesis(lmax, mmax, grid.rings, map.data(), weight.data(), back.data());
  long double in_maps = 0;
  for (std::size_t j = 0; j < 7; ++j) {
    in_maps += weight[j < 3 ? 0 : 1] * map[j] * synthesised[j];
  }
  long double in_coefficients = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    long double const product = (std::complex<long double>(a[i]) * std::conj(back[i])).real();
    in_coefficients += i <= 5 ? product : 2 * product;
  }
  EXPECT_TRUE(near_value(in_coefficients, in_maps, 1e-17L * 100));
  for (std::size_t l = 0; l <= 5; ++l) {
    EXPECT_EQ(back[l].imag(), 0);
  }
}

}  // namespace
}  // namespace siderum::test
