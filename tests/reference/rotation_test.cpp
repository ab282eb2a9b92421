// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/rotation.hpp"

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "reference/spin_transform.hpp"
#include "support/matchers.hpp"

namespace siderum::test {
namespace {

TEST(ReferenceRotation, HasTheTabulatedFunctions) {
  long double const theta = 0.7L;
  long double const c = std::cos(theta);
  long double const s = std::sin(theta);
  EXPECT_TRUE(near_value(reference::wigner_d(0, 0, 0, theta), 1.0L, 1e-18L));
  EXPECT_TRUE(near_value(reference::wigner_d(1, 1, 0, theta), -s / std::sqrt(2.0L), 1e-18L));
  EXPECT_TRUE(near_value(reference::wigner_d(1, 0, 1, theta), s / std::sqrt(2.0L), 1e-18L));
  EXPECT_TRUE(near_value(reference::wigner_d(1, 1, -1, theta), (1 - c) / 2, 1e-18L));
  EXPECT_TRUE(near_value(reference::wigner_d(2, 2, 1, theta), -(1 + c) * s / 2, 1e-18L));
  EXPECT_TRUE(near_value(reference::wigner_d(2, 0, 0, theta), (3 * c * c - 1) / 2, 1e-18L));
}

TEST(ReferenceRotation, IsOrthogonalToDegree20) {
  for (std::int64_t m = -20; m <= 20; ++m) {
    long double sum = 0.0L;
    for (std::int64_t n = -20; n <= 20; ++n) {
      long double const d = reference::wigner_d(20, m, n, 1.3L);
      sum += d * d;
    }
    EXPECT_TRUE(near_value(sum, 1.0L, 1e-13L)) << m;
  }
}

TEST(ReferenceRotation, HasTheSameFunctionsByItsRecurrence) {
  constexpr std::int64_t lmax = 20;
  for (long double const theta : {0.0L, 1e-9L, 0.7L, 1.3L, 3.1L, 4.0L, -0.2L}) {
    for (std::int64_t m = 0; m <= lmax; ++m) {
      for (std::int64_t n = -lmax; n <= lmax; ++n) {
        std::vector<long double> values(static_cast<std::size_t>(lmax - m) + 1);
        reference::wigner_functions(lmax, m, n, theta, values.data());
        for (std::int64_t l = m; l <= lmax; ++l) {
          long double const norm = std::sqrt(static_cast<long double>(2 * l + 1) /
                                             (4 * std::numbers::pi_v<long double>));
          long double const expected =
              std::abs(n) <= l ? norm * reference::wigner_d(l, m, n, theta) : 0.0L;
          EXPECT_TRUE(near_value(values[static_cast<std::size_t>(l - m)], expected, 1e-13L))
              << l << " " << m << " " << n << " " << theta;
        }
      }
    }
  }
}

TEST(ReferenceRotation, IsOrthogonalByItsRecurrenceToDegree130) {
  constexpr std::int64_t lmax = 130;
  for (long double const theta : {0.3L, 1.3L, 3.0L}) {
    for (std::int64_t m : {0, 1, 64, 129, 130}) {
      std::vector<long double> values(static_cast<std::size_t>(lmax - m) + 1);
      long double sum = 0.0L;
      for (std::int64_t n = -lmax; n <= lmax; ++n) {
        reference::wigner_functions(lmax, m, n, theta, values.data());
        sum += values.back() * values.back();
      }
      long double const norm = (2 * lmax + 1) / (4 * std::numbers::pi_v<long double>);
      EXPECT_TRUE(near_value(sum / norm, 1.0L, 1e-15L)) << m << " " << theta;
    }
  }
}

TEST(ReferenceRotation, TurnsTheDipoleAsAVector) {
  // Y_10 ~ z: a turn by theta about y takes the dipole along z to (sin theta, 0, cos theta), and
  // one by phi about z to (sin theta cos phi, sin theta sin phi, cos theta). Along x, Y_11 - Y_1-1
  // has a_11 = -1 / sqrt 2.
  std::vector<std::complex<double>> const z{0.0, 1.0, 0.0};
  std::vector<std::complex<long double>> turned(3);
  reference::rotate(1, z.data(), 0.4L, 0.7L, 0.9L, turned.data());
  long double const s = std::sin(0.7L) / std::sqrt(2.0L);
  EXPECT_TRUE(near_value(turned[1].real(), std::cos(0.7L), 1e-18L));
  EXPECT_TRUE(near_value(turned[2].real(), -s * std::cos(0.9L), 1e-18L));
  EXPECT_TRUE(near_value(turned[2].imag(), s * std::sin(0.9L), 1e-18L));
}

}  // namespace
}  // namespace siderum::test
