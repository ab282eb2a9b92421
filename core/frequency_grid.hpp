// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <span>

namespace siderum {

/// Frequencies f_k = first + k * step, k = 0 .. count - 1, in cycles per time unit.
///
/// Kept as three numbers, never as an array: the fast sums need the regularity, and the rule for
/// the last frequency differs between packages by one step, so it must be explicit.
struct FrequencyGrid {
  double first = 0.0;      ///< [1 / time unit], >= 0, finite
  double step = 0.0;       ///< [1 / time unit], > 0, finite
  std::int64_t count = 0;  ///< >= 1

  /// f_k, rounded once. (In kernels: frequency_of in phase.hpp.)
  double frequency(std::int64_t k) const { return std::fma(static_cast<double>(k), step, first); }
};

/// The indices first .. last, both included; none where last < first.
struct IndexRange {
  std::int64_t first;
  std::int64_t last;
};

/// The indices of the frequencies of a grid with lower <= f_k <= upper.
IndexRange indices_between(FrequencyGrid const& grid, double lower, double upper);

/// Throws Error unless the grid can be searched: finite first >= 0 and step > 0, count >= 1, and a
/// last frequency that is finite and differs from its neighbour.
void validate(FrequencyGrid const& grid);

/// Throws Error unless 0 <= minimum < maximum, both finite.
void validate_frequency_range(double minimum, double maximum);

/// The half-open grid [minimum, maximum): f_k = minimum + k (maximum - minimum) / count.
/// Throws Error unless 0 <= minimum < maximum, both finite, and count >= 1.
FrequencyGrid half_open_grid(double minimum, double maximum, std::int64_t count);

/// The half-open grid whose step is `oversampled_element / longest_baseline`, with as many steps as
/// fit into [minimum, maximum) (Richards et al. 2011, ApJ 733, 10, for 0.1, the default).
/// Throws Error as half_open_grid does, and when the baseline is not positive and finite.
FrequencyGrid baseline_grid(double minimum, double maximum, double longest_baseline,
                            double oversampled_element = 0.1);

/// How astropy's `LombScargle.autofrequency` chooses a grid.
struct AutofrequencyOptions {
  double samples_per_peak = 5.0;    ///< frequencies per resolution element 1/baseline, > 0
  double nyquist_factor = 5.0;      ///< upper end in units of the mean Nyquist frequency, > 0
  double minimum_frequency = -1.0;  ///< [1 / time unit]; negative: half a step
  double maximum_frequency = -1.0;  ///< [1 / time unit]; negative: from nyquist_factor
};

/// astropy's rule by name: step = 1 / (samples_per_peak * baseline), from step / 2 to
/// nyquist_factor * n / (2 * baseline), last frequency included.
///
/// For sparse data the mean Nyquist frequency is far below the frequencies that the times can tell
/// apart, and the answer may be plausible and wrong; prefer a range that the physics gives.
/// @param time  [time unit], finite, any order, at least two different values
FrequencyGrid autofrequency(std::span<double const> time, AutofrequencyOptions const& options = {});

}  // namespace siderum
