// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/suggested_range.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <siderum/core/error.hpp>

namespace siderum {

namespace {

constexpr double steps_per_element = 10.0;  // Richards et al. 2011, ApJ 733, 10
constexpr double largest_suggested_count = 1e7;

std::span<double const> times_of(std::span<double const> time,
                                 std::span<std::int64_t const> offsets, std::size_t object) {
  return time.subspan(static_cast<std::size_t>(offsets[object]),
                      static_cast<std::size_t>(offsets[object + 1] - offsets[object]));
}

double baseline(std::span<double const> time) {
  if (time.empty()) {
    return 0.0;
  }
  auto const [earliest, latest] = std::minmax_element(time.begin(), time.end());
  return *latest - *earliest;
}

/// The gaps above zero between successive times of each object.
std::vector<double> positive_gaps(std::span<double const> time,
                                  std::span<std::int64_t const> offsets) {
  std::vector<double> gaps;
  std::vector<double> sorted;
  for (std::size_t object = 0; object + 1 < offsets.size(); ++object) {
    std::span<double const> const own = times_of(time, offsets, object);
    sorted.assign(own.begin(), own.end());
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t j = 1; j < sorted.size(); ++j) {
      if (sorted[j] > sorted[j - 1]) {
        gaps.push_back(sorted[j] - sorted[j - 1]);
      }
    }
  }
  return gaps;
}

double short_gap(std::vector<double>& gaps) {
  std::size_t const third = std::min<std::size_t>(2, gaps.size() / 4);
  std::size_t const index = std::max(third, gaps.size() / 1000);
  auto const place = gaps.begin() + static_cast<std::ptrdiff_t>(index);
  std::nth_element(gaps.begin(), place, gaps.end());
  return *place;
}

enum class Direction { down, up };

double round_to_two_digits(double value, Direction direction) {
  // Dividing by a power of ten that is a whole number keeps results such as 0.048 the nearest
  // doubles, which print in two digits.
  int const exponent = static_cast<int>(std::floor(std::log10(value))) - 1;
  double const unit = std::pow(10.0, std::abs(exponent));
  double const scaled = exponent < 0 ? value * unit : value / unit;
  double const whole = direction == Direction::up ? std::ceil(scaled) : std::floor(scaled);
  return exponent < 0 ? whole / unit : whole * unit;
}

}  // namespace

double longest_baseline(std::span<double const> time, std::span<std::int64_t const> offsets) {
  double longest = 0.0;
  for (std::size_t object = 0; object + 1 < offsets.size(); ++object) {
    longest = std::max(longest, baseline(times_of(time, offsets, object)));
  }
  return longest;
}

double mean_nyquist_frequency(std::span<double const> time, std::span<std::int64_t const> offsets) {
  double highest = 0.0;
  for (std::size_t object = 0; object + 1 < offsets.size(); ++object) {
    std::span<double const> const own = times_of(time, offsets, object);
    double const length = baseline(own);
    if (length > 0.0) {
      highest = std::max(highest, 0.5 * static_cast<double>(own.size()) / length);
    }
  }
  return highest;
}

SuggestedRange suggest_frequency_range(std::span<double const> time,
                                       std::span<std::int64_t const> offsets, int harmonics) {
  double const longest = longest_baseline(time, offsets);
  SIDERUM_VALIDATE(longest > 0.0,
                   "No object was observed at two different times (a period needs a time span)."
                   " Check which column holds the times.");
  SIDERUM_VALIDATE(harmonics >= 1,
                   "A model has no harmonics (each of them is a sinusoid). Give the"
                   " number of them, at least 1.");
  double const steps_per_frequency = steps_per_element * harmonics * longest;
  std::vector<double> gaps = positive_gaps(time, offsets);
  double const minimum = round_to_two_digits(1.0 / longest, Direction::down);
  double const by_gaps = 0.5 / short_gap(gaps);
  double const by_count = minimum + largest_suggested_count / steps_per_frequency;
  double const maximum = by_gaps <= by_count ? round_to_two_digits(by_gaps, Direction::up)
                                             : round_to_two_digits(by_count, Direction::down);
  // A range of at least one resolution element, also for three points with equal gaps.
  double const end = std::max(maximum, round_to_two_digits(2.0 / longest, Direction::up));
  double const count = round_to_two_digits((end - minimum) * steps_per_frequency, Direction::up);
  return {minimum, end, static_cast<std::int64_t>(count)};
}

}  // namespace siderum
