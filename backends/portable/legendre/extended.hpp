// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

namespace siderum::portable::legendre {

/// A number as the sum of two doubles, of about 104 bits.
struct Extended {
  double high;
  double low;
};

KOKKOS_FORCEINLINE_FUNCTION Extended renormalised(double high, double low) {
  double const sum = high + low;
  return {sum, low - (sum - high)};
}

KOKKOS_FORCEINLINE_FUNCTION Extended multiply(Extended a, Extended b) {
  double const product = a.high * b.high;
  double const rest = Kokkos::fma(a.high, b.high, -product) + (a.high * b.low + a.low * b.high);
  return renormalised(product, rest);
}

KOKKOS_FORCEINLINE_FUNCTION Extended add(Extended a, Extended b) {
  double const sum = a.high + b.high;
  double const part = sum - a.high;
  double const rest = (a.high - (sum - part)) + (b.high - part);
  return renormalised(sum, rest + (a.low + b.low));
}

KOKKOS_FORCEINLINE_FUNCTION Extended negative(Extended a) {
  return {-a.high, -a.low};
}

/// numerator / denominator of exact doubles.
KOKKOS_FORCEINLINE_FUNCTION Extended divide(double numerator, double denominator) {
  double const quotient = numerator / denominator;
  return renormalised(quotient, Kokkos::fma(-quotient, denominator, numerator) / denominator);
}

KOKKOS_FORCEINLINE_FUNCTION Extended reciprocal(Extended a) {
  double const quotient = 1.0 / a.high;
  double const rest = Kokkos::fma(-quotient, a.high, 1.0) - quotient * a.low;
  return renormalised(quotient, rest * quotient);
}

/// The square root of a positive number, rounded once.
KOKKOS_FORCEINLINE_FUNCTION double root(Extended a) {
  double const near = Kokkos::sqrt(a.high);
  return near + (Kokkos::fma(-near, near, a.high) + a.low) / (2.0 * near);
}

/// eps_l^2 = (l^2 - m^2) / (4 l^2 - 1).
KOKKOS_FORCEINLINE_FUNCTION Extended epsilon_squared(double l, double m) {
  return divide((l - m) * (l + m), 4.0 * l * l - 1.0);
}

}  // namespace siderum::portable::legendre
