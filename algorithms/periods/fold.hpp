// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace siderum {

/// The phase of a time at a frequency: the fraction of frequency * (time - epoch), in 0 .. 1.
/// @param time       [time unit]
/// @param frequency  [1 / time unit]
/// @param epoch      the time of phase 0 [time unit]
inline double fold(double time, double frequency, double epoch) {
  double const cycles = frequency * (time - epoch);
  return cycles - std::floor(cycles);
}

}  // namespace siderum
