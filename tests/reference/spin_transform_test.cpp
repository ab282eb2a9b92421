// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/spin_transform.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "support/matchers.hpp"

namespace siderum::test {
namespace {

using Complex = std::complex<double>;
constexpr long double pi = std::numbers::pi_v<long double>;

long double factorial(std::int64_t n) {
  long double product = 1;
  for (std::int64_t i = 2; i <= n; ++i) {
    product *= static_cast<long double>(i);
  }
  return product;
}

/// d^l_{m,n}(theta) by Wigner's sum, d^1_{1,0} = -sin(theta) / sqrt(2).
long double wigner_by_sum(std::int64_t l, std::int64_t m, std::int64_t n, long double theta) {
  long double const c = std::cos(theta / 2);
  long double const h = std::sin(theta / 2);
  long double sum = 0;
  for (std::int64_t k = 0; k <= 2 * l; ++k) {
    if (l + n - k < 0 || l - m - k < 0 || k - n + m < 0) {
      continue;
    }
    long double const denominator =
        factorial(l + n - k) * factorial(k) * factorial(k - n + m) * factorial(l - m - k);
    sum += ((k - n + m) % 2 == 0 ? 1 : -1) / denominator *
           std::pow(c, static_cast<long double>(2 * l - 2 * k + n - m)) *
           std::pow(h, static_cast<long double>(2 * k - n + m));
  }
  return sum * std::sqrt(factorial(l + m) * factorial(l - m) * factorial(l + n) * factorial(l - n));
}

TEST(ReferenceSpinTransform, WignerSumHasTheUsualSign) {
  EXPECT_TRUE(near_value(wigner_by_sum(1, 1, 0, 0.7L), -std::sin(0.7L) / std::sqrt(2.0L), 1e-18L));
}

TEST(ReferenceSpinTransform, FunctionsAreThoseOfWigner) {
  for (int const spin : {1, 2, 3}) {
    long double const sign = spin % 2 == 0 ? 1 : -1;
    for (std::int64_t m = 0; m <= 6; ++m) {
      std::vector<long double> plus(static_cast<std::size_t>(12 - m + 1));
      std::vector<long double> minus(plus.size());
      for (long double const theta : {0.1L, 0.83L, 1.9L, 3.0L}) {
        reference::spin_functions(spin, 12, m, theta, plus.data(), minus.data());
        for (std::int64_t l = m; l <= 12; ++l) {
          auto const at = static_cast<std::size_t>(l - m);
          long double const norm = sign * std::sqrt(static_cast<long double>(2 * l + 1) / (4 * pi));
          bool const exists = l >= spin;
          EXPECT_TRUE(
              near_value(plus[at], exists ? norm * wigner_by_sum(l, m, -spin, theta) : 0, 1e-15L));
          EXPECT_TRUE(
              near_value(minus[at], exists ? norm * wigner_by_sum(l, m, spin, theta) : 0, 1e-15L));
        }
      }
    }
  }
}

TEST(ReferenceSpinTransform, FirstFunctionOfSpinTwo) {
  // 2Y_20 = sqrt(15 / (32 pi)) sin^2(theta): E_20 = 1 gives Q = -that, U = 0.
  double const theta = 0.6;
  std::vector<Complex> const e{0.0, 0.0, 1.0};
  std::vector<Complex> const b(3);
  auto const sum = reference::spin_sum(2, 2, 0, theta, e.data(), b.data());
  long double const sine = std::sin(static_cast<long double>(theta));
  EXPECT_TRUE(near_value(sum.q.real(), -std::sqrt(15 / (32 * pi)) * sine * sine, 1e-18L));
  EXPECT_EQ(std::abs(sum.u), 0);
}

TEST(ReferenceSpinTransform, AdditionTheoremHoldsAtLargeDegrees) {
  // sum over m = -l .. l of (lam^s_lm)^2 = (2 l + 1) / (4 pi); lam^s of -m is lam^{-s} of m but for
  // a sign.
  for (long double const theta : {0.0L, 1e-3L, 0.4L, 1.5L, 3.1L}) {
    std::int64_t const l = 300;
    std::vector<long double> plus(l + 1);
    std::vector<long double> minus(l + 1);
    long double sum = 0;
    for (std::int64_t m = 0; m <= l; ++m) {
      reference::spin_functions(2, l, m, theta, plus.data(), minus.data());
      auto const last = static_cast<std::size_t>(l - m);
      sum += plus[last] * plus[last] + (m == 0 ? 0 : minus[last] * minus[last]);
    }
    long double const expected = (2 * l + 1) / (4 * pi);
    EXPECT_TRUE(near_value(sum, expected, 1e-13L * expected));
  }
}

TEST(ReferenceSpinTransform, GradientIsThatOfTheScalar) {
  // E = sqrt(l (l + 1)) a: Q is dF/dtheta and U is i m F / sin(theta).
  std::int64_t const lmax = 7;
  std::int64_t const m = 2;
  std::vector<Complex> const a{{1, 2}, {0, -1}, {3, 0.5}, {-2, 1}, {0.25, 0}, {1, 1}};
  std::vector<Complex> e;
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto const l = static_cast<double>(i) + 2.0;
    e.push_back(std::sqrt(l * (l + 1.0)) * a[i]);
  }
  std::vector<Complex> const b(a.size());
  double const theta = 1.1;
  auto const sum = reference::spin_sum(1, lmax, m, theta, e.data(), b.data());
  auto const at = [&](long double where) {
    std::vector<long double> values(a.size());
    reference::legendre_functions(lmax, m, where, values.data());
    std::complex<long double> value = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
      value += std::complex<long double>(a[i]) * values[i];
    }
    return value;
  };
  long double const step = 1e-5L;
  auto const slope = (at(theta + step) - at(theta - step)) / (2 * step);
  auto const turned = std::complex<long double>(0, m) * at(theta) / std::sin(1.1L);
  EXPECT_LT(std::abs(sum.q - slope), 1e-7L);
  EXPECT_LT(std::abs(sum.u - turned), 1e-14L);
}

TEST(ReferenceSpinTransform, AdjointIsTheTranspose) {
  std::vector<double> const theta{0.7, 2.0, 0.0};
  std::vector<std::int64_t> const nphi{3, 4, 2};
  std::vector<double> const phi0{0.3, 0.0, 1.0};
  std::vector<std::int64_t> const first{0, 3, 7};
  reference::Rings const rings{3, theta.data(), nphi.data(), phi0.data(), first.data(), nullptr};
  for (int const spin : {1, 2}) {
    std::vector<Complex> e(20);  // lmax 5, mmax 4
    std::vector<Complex> b(20);
    for (std::size_t i = 0; i < e.size(); ++i) {
      auto const x = static_cast<double>(i);
      e[i] = {std::sin(3 * x + 1), i <= 5 ? 0.0 : std::cos(5 * x)};
      b[i] = {std::cos(2 * x + 1), i <= 5 ? 0.0 : std::sin(7 * x)};
    }
    std::vector<double> const q{1, -2, 0.5, 3, 0.25, -1, 2, 1, 0.5};
    std::vector<double> const u{0.5, 1, -1, 2, 4, -3, 1, -2, 0.1};
    std::vector<double> const weight{0.3, 1.7, 0.5};
    std::vector<long double> made_q(9);
    std::vector<long double> made_u(9);
    reference::spin_synthesis(spin, 5, 4, e.data(), b.data(), rings, made_q.data(), made_u.data());
    std::vector<std::complex<long double>> back_e(20);
    std::vector<std::complex<long double>> back_b(20);
    reference::spin_adjoint_synthesis(spin, 5, 4, rings, q.data(), u.data(), weight.data(),
                                      back_e.data(), back_b.data());
    long double in_maps = 0;
    for (std::size_t j = 0; j < 9; ++j) {
      in_maps += weight[j < 3 ? 0 : (j < 7 ? 1 : 2)] * (q[j] * made_q[j] + u[j] * made_u[j]);
    }
    long double in_coefficients = 0;
    for (std::size_t i = 0; i < e.size(); ++i) {
      long double const product = (std::complex<long double>(e[i]) * std::conj(back_e[i]) +
                                   std::complex<long double>(b[i]) * std::conj(back_b[i]))
                                      .real();
      in_coefficients += i <= 5 ? product : 2 * product;
    }
    EXPECT_TRUE(near_value(in_coefficients, in_maps, 1e-15L));
  }
}

}  // namespace
}  // namespace siderum::test
