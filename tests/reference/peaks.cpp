// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/peaks.hpp"

#include <algorithm>
#include <cmath>

namespace siderum::reference {

std::vector<std::int64_t> peaks(std::int64_t count, long double const* power, std::int64_t most,
                                double separation, std::uint8_t const* allowed) {
  std::vector<std::int64_t> maxima;
  for (std::int64_t k = 0; k < count; ++k) {
    bool const above_left = k == 0 || power[k] > power[k - 1];
    bool const above_right = k == count - 1 || power[k] >= power[k + 1];
    bool const may_be_taken = allowed == nullptr || allowed[k] != 0;
    if (above_left && above_right && may_be_taken && !std::isnan(power[k])) {
      maxima.push_back(k);
    }
  }
  std::stable_sort(maxima.begin(), maxima.end(),
                   [power](std::int64_t i, std::int64_t j) { return power[i] > power[j]; });

  std::vector<std::int64_t> taken;
  for (std::int64_t const candidate : maxima) {
    if (static_cast<std::int64_t>(taken.size()) >= most) {
      break;
    }
    bool const too_near = std::any_of(taken.begin(), taken.end(), [=](std::int64_t other) {
      return static_cast<double>(std::abs(candidate - other)) < separation;
    });
    if (!too_near) {
      taken.push_back(candidate);
    }
  }
  return taken;
}

}  // namespace siderum::reference
