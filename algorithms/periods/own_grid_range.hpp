// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <siderum/core/frequency_grid.hpp>

/// A frequency grid for each object: a common one must have the step that the longest baseline
/// needs, and most of its frequencies tell nothing new about objects that were observed for less.
namespace siderum {

/// Which frequencies, in cycles per time unit of the curves.
struct OwnGridRange {
  double minimum = 0.0;              ///< >= 0, finite
  double maximum = 0.0;              ///< > minimum, finite; half open
  double oversampled_element = 0.1;  ///< largest step in units of 1 / baseline, > 0
};

/// The grid [minimum, maximum) of each object, with a step between 0.84 and 1 times
/// oversampled_element / (max t - min t) (Richards et al. 2011, ApJ 733, 10): the number of steps
/// is one of four in each octave, so that objects with similar baselines share a grid. Objects
/// without a time span get one frequency.
///
/// @param time     (points) [time unit], finite, any order
/// @param offsets  (objects + 1)
/// Throws Error as half_open_grid does, and where a grid would have more than 1e10 frequencies.
std::vector<FrequencyGrid> own_grids(std::span<double const> time,
                                     std::span<std::int64_t const> offsets,
                                     OwnGridRange const& range);

}  // namespace siderum
