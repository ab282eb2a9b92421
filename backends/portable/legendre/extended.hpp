// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include <Kokkos_BitManipulation.hpp>
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

/// The exponent of a normal number.
KOKKOS_FORCEINLINE_FUNCTION int exponent_of(double x) {
  return static_cast<int>(Kokkos::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff) - 1023;
}

/// mantissa 2^exponent = base^power, to 1e-30 power; 1 <= mantissa < 2 (about). base > 0.
KOKKOS_INLINE_FUNCTION double scaled_power(double base, std::int64_t power,
                                           std::int64_t& exponent) {
  Extended result{1.0, 0.0};
  Extended square{base, 0.0};
  std::int64_t of_square = 0;
  exponent = 0;
  auto const scale = [](Extended& number, std::int64_t& by) {
    int const shift = exponent_of(number.high);
    number = {std::scalbn(number.high, -shift), std::scalbn(number.low, -shift)};
    by += shift;
  };
  for (; power > 0; power /= 2) {
    scale(square, of_square);
    if (power % 2 == 1) {
      result = multiply(result, square);
      exponent += of_square;
      scale(result, exponent);
    }
    square = multiply(square, square);
    of_square *= 2;
  }
  return result.high;
}

}  // namespace siderum::portable::legendre
