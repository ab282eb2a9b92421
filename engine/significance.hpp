// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/light_curve_table.hpp>
#include <siderum/engine/execution.hpp>

/// What noise alone makes of the powers of one object, for powers that a caller has: the formulas
/// of false_alarm_probability.hpp, of one sinusoid, on the CPU, and the bootstrap. (Those of peaks
/// come with a search: periods.hpp.)
namespace siderum::engine {

/// How the highest power of noise is described.
enum class FalseAlarmFormula : std::uint8_t {
  single,  ///< at one frequency that was chosen beforehand
  naive,   ///< as the highest of f_max T independent powers
  davies,  ///< an upper bound
  baluev,  ///< an upper bound, sharp for small probabilities
};

/// The search whose powers are judged.
struct NoiseQuestion {
  std::int64_t object = 0;         ///< of the table
  double maximum_frequency = 0.0;  ///< f_max > 0: the highest that was searched [1 / time unit]
  FalseAlarmFormula formula = FalseAlarmFormula::baluev;
  LombScargleOptions options = {};  ///< of the search, with the normalization of the powers
};

/// ln of the probability that noise reaches each power; NaN for a power that is NaN or below 0, and
/// for an object that cannot be searched.
/// All functions here throw Error for an object that the table does not have, and for f_max.
std::vector<double> log_false_alarms(LightCurveTable const& curves, NoiseQuestion const& question,
                                     std::span<double const> power,
                                     Execution const& execution = {});

/// The power that noise reaches with each probability.
/// @param log_probability  ln p, at most 0
std::vector<double> false_alarm_levels(LightCurveTable const& curves, NoiseQuestion const& question,
                                       std::span<double const> log_probability,
                                       Execution const& execution = {});

/// The probability density of the power of noise at one frequency.
std::vector<double> noise_densities(LightCurveTable const& curves, NoiseQuestion const& question,
                                    std::span<double const> power, Execution const& execution = {});

/// The bootstrap, which makes no assumption about the noise but that points do not know of each
/// other: its values, with their errors, drawn with replacement and put at the times.
struct BootstrapQuestion {
  std::int64_t object = 0;  ///< of the table
  FrequencyGrid grid;       ///< that was searched
  int terms = 1;            ///< harmonics of the model
  LombScargleOptions options = {};
  std::int64_t samples = 1000;  ///< >= 1
  std::uint64_t seed = 0;       ///< the same gives the same samples for ever
};

/// The largest power of each search of noise, ascending, in double precision; 0 where all values
/// drawn are equal. Tells of its progress. Throws Error also for a grid that cannot be searched,
/// for an object that cannot, and as search_periods does for the device.
/// Cost: `samples` times that of a search for the best period.
std::vector<double> bootstrap_maxima(LightCurveTable const& curves,
                                     BootstrapQuestion const& question,
                                     Execution const& execution = {});

}  // namespace siderum::engine
