// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include <Kokkos_BitManipulation.hpp>
#include <Kokkos_Core.hpp>

#include <siderum/core/twofold.hpp>

namespace siderum::portable::legendre {

/// The exponent of a normal number.
KOKKOS_FORCEINLINE_FUNCTION int exponent_of(double x) {
  return static_cast<int>(Kokkos::bit_cast<std::uint64_t>(x) >> 52 & 0x7ff) - 1023;
}

/// mantissa 2^exponent = base^power, to 1e-30 power; 1 <= mantissa < 2 (about). base > 0.
KOKKOS_INLINE_FUNCTION double scaled_power(double base, std::int64_t power,
                                           std::int64_t& exponent) {
  Twofold<double> result = 1.0;
  Twofold<double> square = base;
  std::int64_t of_square = 0;
  exponent = 0;
  auto const scale = [](Twofold<double>& number, std::int64_t& by) {
    int const shift = exponent_of(number.high);
    number = {std::scalbn(number.high, -shift), std::scalbn(number.low, -shift)};
    by += shift;
  };
  for (; power > 0; power /= 2) {
    scale(square, of_square);
    if (power % 2 == 1) {
      result = result * square;
      exponent += of_square;
      scale(result, exponent);
    }
    square = square * square;
    of_square *= 2;
  }
  return result.high;
}

}  // namespace siderum::portable::legendre
