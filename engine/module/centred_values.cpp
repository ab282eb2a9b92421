// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/centred_values.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

namespace siderum::engine {

namespace {

void centre(std::span<double> values) {
  double const size = static_cast<double>(values.size());
  double sum = 0.0;
  for (double const value : values) {
    sum += value;
  }
  double const mean = sum / size;
  if (values.empty() || !std::isfinite(mean)) {
    return;
  }
  double squares = 0.0;
  double total = 0.0;
  for (double& value : values) {
    total += value * value;
    value -= mean;
    squares += value * value;
  }
  // As the periodogram judges constant values in FP64.
  constexpr double rounding = 4.0 * std::numeric_limits<double>::epsilon();
  if (std::isfinite(total) && squares <= rounding * rounding * total) {
    std::fill(values.begin(), values.end(), 0.0);
  }
}

}  // namespace

std::vector<double> centred_values(LightCurveTable const& curves) {
  std::vector<double> values = curves.value;
  for (std::size_t object = 0; object + 1 < curves.offsets.size(); ++object) {
    auto const first = static_cast<std::size_t>(curves.offsets[object]);
    auto const last = static_cast<std::size_t>(curves.offsets[object + 1]);
    centre(std::span(values).subspan(first, last - first));
  }
  return values;
}

}  // namespace siderum::engine
