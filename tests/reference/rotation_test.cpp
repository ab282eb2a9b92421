// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/rotation.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

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
