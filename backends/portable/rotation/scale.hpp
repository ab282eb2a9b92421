// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

/// Values of the recurrence in m' below the range of double: v 2^(600 s) with a whole number
/// s <= 0. While s < 0, |v| <= 2^-300 at every look, so that what v adds to a sum meanwhile is
/// nothing even if it grows by 2^11 (l = 2^20, m = l) in each of the 8 steps to the next.
namespace siderum::portable::rotation {

inline constexpr double scale_down = 0x1p-600;
inline constexpr double pending_bound = 0x1p-300;
inline constexpr std::int64_t scale_exponent = 600;
inline constexpr int steps_per_look = 8;
/// Below this, a value is nothing in the next 8 steps.
inline constexpr double dropped_bound = 0x1p-140;

struct ScaledValue {
  double value;
  std::int64_t scale;
};

/// mantissa 2^exponent, exponent <= 1.
KOKKOS_INLINE_FUNCTION ScaledValue scaled(double mantissa, std::int64_t exponent) {
  std::int64_t const short_of = -300 - exponent;
  std::int64_t const scale = short_of > 0 ? short_of / scale_exponent : 0;
  // 2^e of -900 < e <= 1, by its bits.
  std::int64_t const biased = 1023 + exponent + scale * scale_exponent;
  return {mantissa * Kokkos::bit_cast<double>(biased << 52), -scale};
}

}  // namespace siderum::portable::rotation
