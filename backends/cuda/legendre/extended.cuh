// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/extended.hpp>

namespace siderum::cuda::legendre {

using portable::legendre::add;
using portable::legendre::divide;
using portable::legendre::epsilon_squared;
using portable::legendre::Extended;
using portable::legendre::multiply;
using portable::legendre::reciprocal;

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
