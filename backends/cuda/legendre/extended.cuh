// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace siderum::cuda::legendre {

/// A number as the sum of two doubles, of about 104 bits.
struct Extended {
  double high;
  double low;
};

__device__ inline Extended renormalised(double high, double low) {
  double const sum = high + low;
  return {sum, low - (sum - high)};
}

__device__ inline Extended multiply(Extended a, Extended b) {
  double const product = a.high * b.high;
  double const rest = fma(a.high, b.high, -product) + (a.high * b.low + a.low * b.high);
  return renormalised(product, rest);
}

__device__ inline Extended add(Extended a, Extended b) {
  double const sum = a.high + b.high;
  double const part = sum - a.high;
  double const rest = (a.high - (sum - part)) + (b.high - part);
  return renormalised(sum, rest + (a.low + b.low));
}

/// numerator / denominator of exact doubles.
__device__ inline Extended divide(double numerator, double denominator) {
  double const quotient = numerator / denominator;
  return renormalised(quotient, fma(-quotient, denominator, numerator) / denominator);
}

__device__ inline Extended reciprocal(Extended a) {
  double const quotient = 1.0 / a.high;
  double const rest = fma(-quotient, a.high, 1.0) - quotient * a.low;
  return renormalised(quotient, rest * quotient);
}

/// The exponent of a normal number.
__device__ inline int exponent_of(double x) {
  return ((__double2hiint(x) >> 20) & 0x7ff) - 1023;
}

/// mantissa 2^exponent = base^power, to 1e-30 power; 1 <= mantissa < 2 (about). base > 0.
__device__ inline double scaled_power(double base, std::int64_t power, std::int64_t& exponent) {
  Extended result{1.0, 0.0};
  Extended square{base, 0.0};
  std::int64_t of_square = 0;
  exponent = 0;
  auto const scale = [](Extended& number, std::int64_t& by) {
    int const shift = exponent_of(number.high);
    number = {scalbn(number.high, -shift), scalbn(number.low, -shift)};
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

}  // namespace siderum::cuda::legendre
