// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/frequency_range.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <siderum/algorithms/periods/suggested_range.hpp>
#include <siderum/apps/command_line/shell_command.hpp>
#include <siderum/apps/command_line/usage_error.hpp>

namespace siderum::apps {

namespace {

// A step that follows from the data is easily asked for in the wrong unit of time; a count that was
// typed is meant. Beyond the second limit even the fastest device would take years.
constexpr std::int64_t largest_derived_count = 1'000'000'000;
constexpr std::int64_t largest_count = 1'000'000'000'000;

enum class Rounding { down, up };

/// A positive number with two digits other than 0.
double two_digits(double number, Rounding rounding) {
  double const unit = std::pow(10.0, std::floor(std::log10(number)) - 1.0);
  double const digits =
      rounding == Rounding::down ? std::floor(number / unit) : std::ceil(number / unit);
  // From decimal text, so that no digits of rounding are printed.
  return std::stod(fmt::format("{:.1e}", digits * unit));
}

/// Which of the rules of suggest_frequency_range() set the upper end.
std::string_view suggested_end(SuggestedRange const& range, double longest_baseline) {
  constexpr double rounding = 1.1;  // to two digits
  constexpr double nearly_all = 9e6;
  if (range.maximum * longest_baseline <= 2.0 * rounding) {
    return "two cycles in it";
  }
  return static_cast<double>(range.count) >= nearly_all
             ? "10,000,000 frequencies"
             : "half a cycle in one of the shortest gaps between times";
}

constexpr double steps_per_peak = 10.0;

/// The narrowest scale of a periodogram, the longest baseline for each harmonic.
std::string baseline_in_words(int harmonics) {
  return harmonics == 1 ? "longest baseline" : fmt::format("({} x longest baseline)", harmonics);
}

constexpr char ways[] =
    "Give --fmin --fmax --count, or --fmin --step --count, or --fmin --fmax alone.";

}  // namespace

RangeKind range_kind(RangeOptions const& range) {
  if (!range.fmin && !range.fmax && !range.step && !range.count) {
    return RangeKind::missing;
  }
  if (!range.fmin) {
    throw UsageError(fmt::format("The range has no --fmin (where does it begin?). {}", ways));
  }
  if (range.fmax && range.step) {
    throw UsageError(fmt::format(
        "The range has both --fmax and --step (two ways to say where it ends). {}", ways));
  }
  if (range.fmax) {
    return range.count ? RangeKind::half_open : RangeKind::baseline;
  }
  if (range.step && range.count) {
    return RangeKind::stepped;
  }
  throw UsageError(fmt::format("The range has no end ({}). {}",
                               range.step    ? "--step needs --count"
                               : range.count ? "--count needs --fmax or --step"
                                             : "--fmin alone is a beginning",
                               ways));
}

std::optional<FrequencyGrid> grid_without_baseline(RangeOptions const& range) {
  RangeKind const kind = range_kind(range);
  if (range.count) {
    SIDERUM_VALIDATE(*range.count <= largest_count,
                     fmt::format("--count asks for {} frequencies (more than {} cannot be"
                                 " searched). Give a smaller count.",
                                 *range.count, largest_count));
  }
  if (kind == RangeKind::half_open) {
    return half_open_grid(*range.fmin, *range.fmax, *range.count);
  }
  if (kind == RangeKind::stepped) {
    FrequencyGrid const grid{*range.fmin, *range.step, *range.count};
    validate(grid);
    return grid;
  }
  return {};
}

FrequencyGrid make_grid(RangeOptions const& range, double longest_baseline, int harmonics) {
  if (auto const grid = grid_without_baseline(range)) {
    return *grid;
  }
  SIDERUM_EXPECT(range_kind(range) == RangeKind::baseline);
  SIDERUM_VALIDATE(longest_baseline > 0.0,
                   "No object was observed at two different times (a period needs a time span)."
                   " Check which column holds the times.");
  FrequencyGrid const grid =
      baseline_grid(*range.fmin, *range.fmax, longest_baseline, 1.0 / (steps_per_peak * harmonics));
  SIDERUM_VALIDATE(
      grid.count <= largest_derived_count,
      fmt::format("The range {} .. {} has {} steps of 0.1 / {}, which is {} (are the"
                  " frequencies in cycles per unit of the times?). Give a smaller range, or --count"
                  " if so many are meant.",
                  *range.fmin, *range.fmax, grid.count, baseline_in_words(harmonics),
                  harmonics * longest_baseline));
  return grid;
}

double checked_baseline(LightCurveTable const& curves) {
  double const baseline = longest_baseline(curves.time, curves.offsets);
  validate_baseline(baseline);
  return baseline;
}

void validate_baseline(double longest_baseline) {
  bool const usable = longest_baseline == 0.0 ||
                      (std::isfinite(longest_baseline) && std::isfinite(1.0 / longest_baseline));
  SIDERUM_VALIDATE(usable,
                   fmt::format("The times of an object lie too {} (1 / baseline is no finite"
                               " number above 0). Check which column holds the times.",
                               longest_baseline > 1.0 ? "far apart" : "close together"));
}

void check_phases(LightCurveTable const& curves, FrequencyGrid const& grid) {
  constexpr double largest_error = 0.1;  // [cycles]
  double largest = 0.0;
  for (double const time : curves.time) {
    largest = std::max(largest, std::abs(time));
  }
  double const spacing = std::nextafter(largest, std::numeric_limits<double>::max()) - largest;
  double const highest = grid.frequency(grid.count - 1);
  SIDERUM_VALIDATE(
      spacing * highest <= largest_error,
      fmt::format("The phases cannot be told (about the time {:.6g} neighbouring numbers are {:.3g}"
                  " apart, which is {:.3g} cycles at the frequency {:.6g}). Subtract a constant"
                  " from the times, or search lower frequencies.",
                  largest, spacing, spacing * highest, highest));
}

std::string coarse_grid_notice(RangeOptions const& range, FrequencyGrid const& grid,
                               double longest_baseline, int harmonics) {
  constexpr double rounding = 1e-9;
  bool const one_frequency = range.step && grid.count == 1;
  double const peaks_per_frequency = harmonics * longest_baseline;
  if (one_frequency || grid.step * peaks_per_frequency <= 1.0 + rounding) {
    return {};
  }
  double const step = two_digits(1.0 / (steps_per_peak * peaks_per_frequency), Rounding::down);
  double const steps = std::ceil(grid.step * static_cast<double>(grid.count) / step);
  double const count = two_digits(steps, Rounding::up);
  std::string const remedy = count > static_cast<double>(largest_count)
                                 ? "a larger --count in a smaller range"
                             : range.step ? fmt::format("--step {} --count {:.0f}", step, count)
                                          : fmt::format("--count {:.0f}", count);
  return fmt::format(
      "The frequencies are {:.4g} apart, which is more than 1 / {} = 1 / {:.6g} ="
      " {:.4g}, the width of a peak, so that peaks can be missed; {} would resolve them.",
      grid.step, baseline_in_words(harmonics), peaks_per_frequency, 1.0 / peaks_per_frequency,
      remedy);
}

std::string range_suggestion(LightCurveTable const& curves, std::vector<std::string> const& command,
                             int harmonics) {
  constexpr double usual_factor = 5.0;
  SuggestedRange const range = suggest_frequency_range(curves.time, curves.offsets, harmonics);
  double const usual_end = usual_factor * mean_nyquist_frequency(curves.time, curves.offsets);
  // Evenly spaced times repeat their powers above half a cycle a gap: there the usual end is no
  // trap, but more than the times can tell.
  std::string const reason =
      usual_end < range.maximum
          ? fmt::format(
                "a usual upper end, {} times the mean Nyquist frequency, is {:.3g} for these"
                " times, and the highest peak below such an end can be plausible and wrong;"
                " for asteroid 243 Ida it is 0.35 1/d, and the signal is at 10.36 1/d",
                usual_factor, usual_end)
          : "which frequencies are worth searching is for you to say";
  double const baseline = longest_baseline(curves.time, curves.offsets);
  return fmt::format(
      "No frequency range was given (it is not guessed: {}). Steps of 0.1 / {} up to"
      " {} would be\n  {} --fmin {} --fmax {} --count {}",
      reason, baseline_in_words(harmonics), suggested_end(range, baseline), shell_command(command),
      range.minimum, range.maximum, range.count);
}

}  // namespace siderum::apps
