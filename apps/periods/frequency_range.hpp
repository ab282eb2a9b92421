// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/light_curve_table.hpp>

namespace siderum::apps {

/// The options that say which frequencies are searched, as far as they were given.
struct RangeOptions {
  std::optional<double> fmin;  ///< [1 / time unit]
  std::optional<double> fmax;  ///< [1 / time unit]
  std::optional<double> step;  ///< [1 / time unit]
  std::optional<std::int64_t> count;
};

/// Which of the three ways of giving a range was used.
enum class RangeKind {
  missing,
  half_open,  ///< --fmin --fmax --count
  stepped,    ///< --fmin --step --count
  baseline,   ///< --fmin --fmax; the step follows from the longest baseline
};

/// Throws UsageError for a range that is incomplete or says the same thing twice.
RangeKind range_kind(RangeOptions const& range);

/// The grid of RangeKind::half_open and stepped; empty where the step follows from the baseline.
/// Throws Error for bad values.
std::optional<FrequencyGrid> grid_without_baseline(RangeOptions const& range);

/// The grid of a range that is not missing. `longest_baseline` [time unit] and the `harmonics` of
/// the model count for RangeKind::baseline alone: a peak is 1 / (harmonics x baseline) wide, and
/// the step a tenth of that. Throws Error for bad values and for grids that no search can finish.
FrequencyGrid make_grid(RangeOptions const& range, double longest_baseline, int harmonics = 1);

/// longest_baseline(). Throws Error where the times of an object lie so far apart, or so close
/// together, that no frequency belongs to their baseline.
double checked_baseline(LightCurveTable const& curves);

/// The same of a baseline that is known.
void validate_baseline(double longest_baseline);

/// Throws Error where times are so large, or frequencies so high, that rounding of the times alone
/// changes phases by more than 0.1 cycle: what came out would be noise.
void check_phases(LightCurveTable const& curves, FrequencyGrid const& grid);

/// A sentence for a grid so coarse that a peak of the object with the longest baseline fits between
/// two frequencies (step > 1 / (harmonics x baseline)), with options that would resolve it; else
/// empty. A grid of one frequency that was asked for by --step is meant.
/// @param longest_baseline  [time unit]; 0 where no object has two different times
std::string coarse_grid_notice(RangeOptions const& range, FrequencyGrid const& grid,
                               double longest_baseline, int harmonics = 1);

/// Why no range is guessed, and the command line with a range that the times suggest.
/// @param command    the words of the command line as it was given
/// @param harmonics  of the model
std::string range_suggestion(LightCurveTable const& curves, std::vector<std::string> const& command,
                             int harmonics = 1);

}  // namespace siderum::apps
