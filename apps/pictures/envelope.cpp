// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/envelope.hpp>

#include <algorithm>
#include <cmath>

#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

void append_extremes(std::span<double const> series, std::int64_t begin, std::int64_t end,
                     std::vector<SeriesPoint>& points) {
  std::int64_t lowest = -1;
  std::int64_t highest = -1;
  for (std::int64_t i = begin; i < end; ++i) {
    double const value = series[static_cast<std::size_t>(i)];
    if (std::isnan(value)) {
      continue;
    }
    if (lowest < 0 || value < series[static_cast<std::size_t>(lowest)]) {
      lowest = i;
    }
    if (highest < 0 || value > series[static_cast<std::size_t>(highest)]) {
      highest = i;
    }
  }
  if (lowest < 0) {
    return;
  }
  for (std::int64_t const i : {std::min(lowest, highest), std::max(lowest, highest)}) {
    if (points.empty() || points.back().index < i) {
      points.push_back({i, series[static_cast<std::size_t>(i)]});
    }
  }
}

}  // namespace

std::vector<SeriesPoint> envelope(std::span<double const> series, std::int64_t columns) {
  SIDERUM_EXPECT(columns > 0);
  auto const size = static_cast<std::int64_t>(series.size());
  std::int64_t const parts = size <= 2 * columns ? size : columns;
  std::vector<SeriesPoint> points;
  for (std::int64_t part = 0; part < parts; ++part) {
    // size * number / parts, without the product that could pass 2^63.
    auto const edge = [&](std::int64_t number) {
      return size / parts * number + size % parts * number / parts;
    };
    append_extremes(series, edge(part), edge(part + 1), points);
  }
  return points;
}

}  // namespace siderum::apps
