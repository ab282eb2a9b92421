// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

namespace siderum::reference {

/// Cosine and sine of an angle.
struct Turn {
  long double cosine;
  long double sine;
};

/// Those of 2 pi x, x in cycles, |x| < 2^60. Quarters are taken off, which is exact: functions of
/// larger angles take twice as long, since they do so by pi.
inline Turn turn_by(long double cycles) {
  long double const quarters = std::nearbyint(4 * cycles);
  long double const angle = 2 * std::numbers::pi_v<long double> * (cycles - quarters / 4);
  long double const cosine = std::cos(angle);
  long double const sine = std::sin(angle);
  switch (static_cast<std::int64_t>(quarters) & 3) {
    case 0:
      return {cosine, sine};
    case 1:
      return {-sine, cosine};
    case 2:
      return {-cosine, -sine};
    default:
      return {sine, -cosine};
  }
}

}  // namespace siderum::reference
