// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

namespace siderum {

/// max t - min t of the object that was observed for longest [time unit]; 0 where no object has two
/// different times.
///
/// @param time     (points) [time unit], finite, any order
/// @param offsets  (objects + 1), object i holds points offsets[i] .. offsets[i + 1] - 1
double longest_baseline(std::span<double const> time, std::span<std::int64_t const> offsets);

/// The largest mean Nyquist frequency n / (2 (max t - min t)) of any object [1 / time unit]; 0
/// where no object has two different times. For unevenly spaced times this is no limit: signals far
/// above it can be found, and a search that ends there can return a plausible and wrong answer.
double mean_nyquist_frequency(std::span<double const> time, std::span<std::int64_t const> offsets);

/// A range worth searching when nothing is known but the times.
struct SuggestedRange {
  double minimum = 0.0;    ///< one cycle in the longest baseline [1 / time unit]
  double maximum = 0.0;    ///< half a cycle in the shortest gaps [1 / time unit]
  std::int64_t count = 0;  ///< so that the step is 0.1 / (harmonics x longest baseline), or less
};

/// Suggests a frequency range from the times alone.
///
/// The upper end is 1 / (2 g) with g a short gap between successive times of one object: the one in
/// a thousand that is shortest among all gaps above zero, but at least the third shortest of eight
/// or more, so that a single pair of exposures does not decide. All numbers are rounded outward to
/// few digits. Where the step would ask for more than 1e7 frequencies, the upper end comes down to
/// that many.
///
/// Cost O(points log points). Throws Error where no object has two different times.
/// @param time       (points) [time unit], finite, any order
/// @param offsets    (objects + 1)
/// @param harmonics  of the model, >= 1: the peaks of H are H times narrower
SuggestedRange suggest_frequency_range(std::span<double const> time,
                                       std::span<std::int64_t const> offsets, int harmonics = 1);

}  // namespace siderum
