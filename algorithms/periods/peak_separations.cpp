// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/peak_separations.hpp>

#include <algorithm>

namespace siderum {

std::vector<double> peak_separations(std::span<double const> time,
                                     std::span<std::int64_t const> offsets,
                                     FrequencyGrid const& grid) {
  std::vector<double> steps;
  for (std::size_t object = 0; object + 1 < offsets.size(); ++object) {
    auto const begin = time.begin() + offsets[object];
    auto const end = time.begin() + offsets[object + 1];
    auto const [earliest, latest] = std::minmax_element(begin, end);
    double const baseline = begin == end ? 0.0 : *latest - *earliest;
    steps.push_back(baseline > 0.0 ? 1.0 / (baseline * grid.step) : 0.0);
  }
  return steps;
}

}  // namespace siderum
