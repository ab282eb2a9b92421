// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/axis_ticks.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

namespace siderum::apps {

namespace {

/// 1, 2 or 5 times a power of ten, so that at most six steps make the span.
double round_step(double span) {
  constexpr double steps = 6.0;
  double const unit = std::pow(10.0, std::floor(std::log10(span / steps)));
  for (double const factor : {1.0, 2.0, 5.0}) {
    if (steps * factor * unit >= span) {
      return factor * unit;
    }
  }
  return 10.0 * unit;
}

}  // namespace

AxisTicks axis_ticks(char axis, double lower, double upper) {
  double const span = upper - lower;
  double const largest = std::max(std::abs(lower), std::abs(upper));
  if (!(span > 0.0) || !std::isfinite(span)) {
    return {fmt::format("set {}tics autofreq\n", axis), {}};
  }
  double const step = round_step(span);
  constexpr double narrow = 1e-2;  // of the numbers: labels would need five digits
  if (span > narrow * largest) {
    return {fmt::format("set {}tics {:.1g}\n", axis, step), {}};
  }
  int const digits = -static_cast<int>(std::ceil(std::log10(span)));
  double const unit = std::pow(10.0, -digits);
  std::string const origin =
      fmt::format("{:.{}f}", std::floor(lower / unit) * unit, std::max(digits, 0));
  double const base = std::stod(origin);
  std::string ticks;
  for (double k = std::ceil((lower - base) / step); base + k * step <= upper; ++k) {
    ticks += fmt::format("{}'{:.6g}' {}", ticks.empty() ? "" : ", ", k * step, base + k * step);
  }
  return {fmt::format("set {}tics ({})\n", axis, ticks), origin};
}

std::string less_origin(std::string const& name, AxisTicks const& ticks) {
  if (ticks.origin.empty()) {
    return name;
  }
  bool const is_negative = ticks.origin.front() == '-';
  return fmt::format("{} {} {}", name, is_negative ? '+' : '-',
                     ticks.origin.substr(is_negative ? 1 : 0));
}

}  // namespace siderum::apps
