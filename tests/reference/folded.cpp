// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/folded.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace siderum::reference {

Unfolded::Unfolded(std::int64_t points, double const* times, double const* values,
                   double const* errors) {
  if (points == 0) {
    return;
  }
  long double const first = *std::min_element(times, times + points);
  long double weight_sum = 0;
  for (std::int64_t j = 0; j < points; ++j) {
    long double const sigma = errors != nullptr ? errors[j] : 1.0L;
    time.push_back(times[j] - first);
    value.push_back(values[j]);
    weight.push_back(1 / (sigma * sigma));
    weight_sum += weight.back();
  }
  for (std::int64_t j = 0; j < points; ++j) {
    weight[j] *= points / weight_sum;
    mean += weight[j] * value[j] / points;
  }
  for (std::int64_t j = 0; j < points; ++j) {
    variance += weight[j] * (value[j] - mean) * (value[j] - mean) / points;
  }
}

SortedPoints Unfolded::fold(long double frequency) const {
  std::vector<long double> phase;
  for (long double const t : time) {
    long double const cycles = frequency * t;
    phase.push_back(cycles - std::floor(cycles));
  }
  std::vector<std::size_t> order(time.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return phase[a] < phase[b]; });
  SortedPoints sorted;
  for (std::size_t const j : order) {
    sorted.x.push_back(phase[j]);
    sorted.y.push_back(value[j]);
    sorted.w.push_back(weight[j]);
  }
  return sorted;
}

bool Unfolded::has_no_span() const {
  return *std::max_element(time.begin(), time.end()) == 0;
}

bool Unfolded::is_constant() const {
  constexpr long double rounding = 4.0L * std::numeric_limits<double>::epsilon();
  return variance <= rounding * rounding * (variance + mean * mean);
}

}  // namespace siderum::reference
