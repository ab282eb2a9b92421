// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/frequency_range.hpp>

#include <cctype>

#include <fmt/format.h>

#include <siderum/algorithms/frequency_range.hpp>
#include <siderum/apps/usage_error.hpp>

namespace siderum::apps {

namespace {

// A step that follows from the data is easily asked for in the wrong unit of time; a count that was
// typed is meant. Beyond the second limit even the fastest device would take years.
constexpr std::int64_t largest_derived_count = 1'000'000'000;
constexpr std::int64_t largest_count = 1'000'000'000'000;

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

FrequencyGrid make_grid(RangeOptions const& range, double longest_baseline) {
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
  SIDERUM_EXPECT(kind == RangeKind::baseline);
  FrequencyGrid const grid = baseline_grid(*range.fmin, *range.fmax, longest_baseline);
  SIDERUM_VALIDATE(
      grid.count <= largest_derived_count,
      fmt::format("The range {} .. {} has {} steps of 0.1 / longest baseline, which is {} (are the"
                  " frequencies in cycles per unit of the times?). Give a smaller range, or --count"
                  " if so many are meant.",
                  *range.fmin, *range.fmax, grid.count, longest_baseline));
  return grid;
}

std::string shell_quoted(std::string const& word) {
  bool plain = !word.empty();
  for (char const letter : word) {
    bool const harmless = std::isalnum(static_cast<unsigned char>(letter)) != 0 ||
                          std::string_view("_-+=:,./@%").find(letter) != std::string_view::npos;
    plain = plain && harmless;
  }
  if (plain) {
    return word;
  }
  std::string quoted = "'";
  for (char const letter : word) {
    quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
  }
  return quoted + "'";
}

std::string range_suggestion(io::LightCurveTable const& curves,
                             std::vector<std::string> const& command) {
  constexpr double usual_factor = 5.0;
  SuggestedRange const range = suggest_frequency_range(curves.time, curves.offsets);
  double const usual_end = usual_factor * mean_nyquist_frequency(curves.time, curves.offsets);
  std::string line;
  for (std::string const& word : command) {
    line += shell_quoted(word) + ' ';
  }
  return fmt::format(
      "No frequency range was given (it is not guessed: a usual upper end, {} times the mean "
      "Nyquist"
      " frequency, is {:.3g} for these times, and the highest peak below such an end can be"
      " plausible and wrong; for asteroid 243 Ida it is 0.35 1/d, and the signal is at 10.36 1/d)."
      " Steps of 0.1 / longest baseline up to half a cycle in the shortest gaps between times would"
      " be\n  {}--fmin {} --fmax {} --count {}",
      usual_factor, usual_end, line, range.minimum, range.maximum, range.count);
}

}  // namespace siderum::apps
