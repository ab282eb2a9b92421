// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/regular_grid.hpp>

#include <cmath>
#include <cstddef>
#include <limits>

namespace siderum {

std::optional<FrequencyGrid> regular_grid(std::span<double const> frequency) {
  if (frequency.empty() || !(frequency.front() >= 0.0) || !std::isfinite(frequency.back())) {
    return {};
  }
  double const first = frequency.front();
  double const last = frequency.back();
  if (frequency.size() == 1) {
    return first > 0.0 ? std::optional(FrequencyGrid{first, first, 1}) : std::nullopt;
  }
  auto const count = static_cast<std::int64_t>(frequency.size());
  FrequencyGrid const grid{first, (last - first) / static_cast<double>(count - 1), count};
  double const rounding = 4.0 * std::numeric_limits<double>::epsilon() * last;
  if (!(grid.step > rounding)) {
    return {};
  }
  for (std::int64_t k = 0; k < count; ++k) {
    if (!(std::abs(frequency[static_cast<std::size_t>(k)] - grid.frequency(k)) <= rounding)) {
      return {};
    }
  }
  return grid;
}

}  // namespace siderum
