// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/frequency_grid.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum {

namespace {

// More frequencies than this are a mistake in the unit of time rather than a search: even without
// a stored periodogram they would take the fastest device years.
constexpr double largest_count = 1e15;

}  // namespace

void validate_frequency_range(double minimum, double maximum) {
  SIDERUM_VALIDATE(std::isfinite(minimum) && std::isfinite(maximum),
                   "The frequency range is not finite (its ends are " + number_text(minimum) +
                       " and " + number_text(maximum) + "). Give two finite frequencies.");
  SIDERUM_VALIDATE(minimum >= 0.0,
                   "The lowest frequency is negative (" + number_text(minimum) +
                       "; a periodogram is the same at f and -f). Give a frequency >= 0.");
  SIDERUM_VALIDATE(maximum > minimum, "The frequency range is empty (its upper end " +
                                          number_text(maximum) + " is not above its lower end " +
                                          number_text(minimum) +
                                          "). Give an upper end that is larger.");
}

void validate(FrequencyGrid const& grid) {
  SIDERUM_VALIDATE(grid.count >= 1, "The frequency grid is empty (its count is " +
                                        std::to_string(grid.count) + "). Ask for at least one.");
  SIDERUM_VALIDATE(std::isfinite(grid.first) && grid.first >= 0.0,
                   "The first frequency is " + number_text(grid.first) +
                       " (frequencies are finite and not negative). Give a frequency >= 0.");
  SIDERUM_VALIDATE(std::isfinite(grid.step) && grid.step > 0.0,
                   "The frequency step is " + number_text(grid.step) +
                       " (a grid needs a finite step above zero). Give a step > 0.");
  double const last = grid.frequency(grid.count - 1);
  SIDERUM_VALIDATE(
      std::isfinite(last) && (grid.count == 1 || last > grid.frequency(grid.count - 2)),
      "The frequency grid ends at " + number_text(last) +
          " (neighbouring frequencies there are the same number in double precision)."
          " Give a larger step or a smaller range.");
}

IndexRange indices_between(FrequencyGrid const& grid, double lower, double upper) {
  double const last = static_cast<double>(grid.count - 1);
  auto const near = [&](double frequency) {
    return static_cast<std::int64_t>(
        std::clamp(std::floor((frequency - grid.first) / grid.step), -1.0, last + 1.0));
  };
  // The division rounds: the frequencies themselves decide.
  IndexRange range{near(lower), near(upper)};
  range.first = std::max<std::int64_t>(range.first - 1, 0);
  while (range.first < grid.count && grid.frequency(range.first) < lower) {
    ++range.first;
  }
  range.last = std::min<std::int64_t>(range.last + 1, grid.count - 1);
  while (range.last >= 0 && grid.frequency(range.last) > upper) {
    --range.last;
  }
  return range;
}

FrequencyGrid half_open_grid(double minimum, double maximum, std::int64_t count) {
  validate_frequency_range(minimum, maximum);
  SIDERUM_VALIDATE(count >= 1, "The number of frequencies is " + std::to_string(count) +
                                   " (a search needs at least one). Give a count >= 1.");
  FrequencyGrid const grid{minimum, (maximum - minimum) / static_cast<double>(count), count};
  validate(grid);
  return grid;
}

FrequencyGrid baseline_grid(double minimum, double maximum, double longest_baseline,
                            double oversampled_element) {
  validate_frequency_range(minimum, maximum);
  SIDERUM_VALIDATE(std::isfinite(longest_baseline) && longest_baseline > 0.0,
                   "The longest baseline is " + number_text(longest_baseline) +
                       " (the step follows from it). Give a step or a count instead.");
  SIDERUM_VALIDATE(std::isfinite(oversampled_element) && oversampled_element > 0.0,
                   "The step in resolution elements is " + number_text(oversampled_element) +
                       " (it must be finite and above zero). The usual choice is 0.1.");
  double const step = oversampled_element / longest_baseline;
  double const count = std::floor((maximum - minimum) / step);
  SIDERUM_VALIDATE(count <= largest_count,
                   "The rule for the step asks for " + number_text(count) +
                       " frequencies (is the unit of the range that of the times?). Give a smaller"
                       " range, or a step.");
  FrequencyGrid const grid{minimum, step,
                           std::max<std::int64_t>(1, static_cast<std::int64_t>(count))};
  validate(grid);
  return grid;
}

FrequencyGrid autofrequency(std::span<double const> time, AutofrequencyOptions const& options) {
  SIDERUM_VALIDATE(
      options.samples_per_peak > 0.0 && std::isfinite(options.samples_per_peak),
      "The samples per peak are not a positive number (they divide the step). Give 5 or so.");
  SIDERUM_VALIDATE(
      options.nyquist_factor > 0.0 && std::isfinite(options.nyquist_factor),
      "The factor of the Nyquist frequency is not a positive number (it scales the upper end). Give"
      " 5 or so.");
  auto const [earliest, latest] = std::minmax_element(time.begin(), time.end());
  double const baseline = time.empty() ? 0.0 : *latest - *earliest;
  bool const finite =
      std::all_of(time.begin(), time.end(), [](double t) { return std::isfinite(t); });
  SIDERUM_VALIDATE(finite && std::isfinite(baseline) && baseline > 0.0,
                   "The times span nothing (a grid follows from the baseline). Give at least two"
                   " different, finite times.");
  double const step = 1.0 / (options.samples_per_peak * baseline);
  double const minimum = options.minimum_frequency < 0.0 ? 0.5 * step : options.minimum_frequency;
  double const nyquist = 0.5 * static_cast<double>(time.size()) / baseline;
  double const maximum = options.maximum_frequency < 0.0 ? options.nyquist_factor * nyquist
                                                         : options.maximum_frequency;
  validate_frequency_range(minimum, maximum);
  FrequencyGrid const grid{
      minimum, step, 1 + static_cast<std::int64_t>(std::nearbyint((maximum - minimum) / step))};
  validate(grid);
  return grid;
}

}  // namespace siderum
