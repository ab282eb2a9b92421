// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/own_grid_range.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum {

namespace {

constexpr double most_frequencies = 1e10;

// The next of the numbers 2^(i / 4), rounded up.
std::int64_t on_ladder(double count) {
  double const rung = std::ceil(4.0 * std::log2(std::max(count, 1.0)) - 1e-9);
  return static_cast<std::int64_t>(std::ceil(std::exp2(rung / 4.0) - 1e-9));
}

}  // namespace

std::vector<FrequencyGrid> own_grids(std::span<double const> time,
                                     std::span<std::int64_t const> offsets,
                                     OwnGridRange const& range) {
  validate_frequency_range(range.minimum, range.maximum);
  validate(FrequencyGrid{range.minimum, range.maximum - range.minimum, 1});
  SIDERUM_VALIDATE(std::isfinite(range.oversampled_element) && range.oversampled_element > 0.0,
                   "The step in resolution elements is " + number_text(range.oversampled_element) +
                       " (it must be finite and above zero). The usual choice is 0.1.");
  std::vector<FrequencyGrid> grids;
  for (std::size_t object = 0; object + 1 < offsets.size(); ++object) {
    auto const begin = time.begin() + offsets[object];
    auto const end = time.begin() + offsets[object + 1];
    double const baseline =
        begin == end ? 0.0 : *std::max_element(begin, end) - *std::min_element(begin, end);
    double const steps = (range.maximum - range.minimum) * baseline / range.oversampled_element;
    SIDERUM_VALIDATE(steps <= most_frequencies,
                     "The grid of object " + std::to_string(object) + " would have " +
                         number_text(steps) +
                         " frequencies (is the unit of the range that of the times?). Give a"
                         " smaller range, or a larger step.");
    grids.push_back(half_open_grid(range.minimum, range.maximum, on_ladder(std::ceil(steps))));
  }
  return grids;
}

}  // namespace siderum
