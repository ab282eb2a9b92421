// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/local_lines.hpp"

#include <algorithm>
#include <cmath>

namespace siderum::reference {
namespace {

/// The point at a position that may lie up to one period beyond the ends.
struct Place {
  std::int64_t index;
  long double shift;  // of x
};

Place place_of(std::int64_t position, std::int64_t count) {
  if (position < 0) {
    return {position + count, -1};
  }
  if (position >= count) {
    return {position - count, 1};
  }
  return {position, 0};
}

void add(Window& window, SortedPoints const& points, std::int64_t position) {
  auto const [index, shift] = place_of(position, points.count());
  window.add(points.x[index] + shift, points.y[index], points.w[index]);
}

void remove(Window& window, SortedPoints const& points, std::int64_t position) {
  auto const [index, shift] = place_of(position, points.count());
  window.remove(points.x[index] + shift, points.y[index], points.w[index]);
}

Window fill(SortedPoints const& points, std::int64_t first, std::int64_t last) {
  Window window;
  for (std::int64_t position = first; position <= last; ++position) {
    add(window, points, position);
  }
  return window;
}

}  // namespace

void Window::add(long double x, long double y, long double w) {
  long double const total = weight + w;
  mean_x = (weight * mean_x + w * x) / total;
  mean_y = (weight * mean_y + w * y) / total;
  if (weight > 0) {
    long double const factor = total * w / weight;
    spread += factor * (x - mean_x) * (x - mean_x);
    product += factor * (x - mean_x) * (y - mean_y);
    scatter += factor * (y - mean_y) * (y - mean_y);
  }
  weight = total;
}

void Window::remove(long double x, long double y, long double w) {
  long double const rest = weight - w;
  if (rest > 0) {
    long double const factor = weight * w / rest;
    spread -= factor * (x - mean_x) * (x - mean_x);
    product -= factor * (x - mean_x) * (y - mean_y);
    scatter -= factor * (y - mean_y) * (y - mean_y);
    mean_x = (weight * mean_x - w * x) / rest;
    mean_y = (weight * mean_y - w * y) / rest;
  }
  weight = rest;
}

std::int64_t half_width(double span, std::int64_t points) {
  auto const wanted = static_cast<std::int64_t>(std::floor(0.5 * span * points + 0.5));
  return std::min(std::max<std::int64_t>(2, wanted), (points - 1) / 2);
}

std::vector<Window> windows(SortedPoints const& points, std::int64_t half_width, PhaseEnds ends,
                            WindowSums sums) {
  std::int64_t const count = points.count();
  std::vector<Window> all;
  Window window;
  std::int64_t before = 0;
  for (std::int64_t j = 0; j < count; ++j) {
    std::int64_t const first =
        ends == PhaseEnds::periodic
            ? j - half_width
            : std::clamp<std::int64_t>(j - half_width, 0, count - 1 - 2 * half_width);
    std::int64_t const last = first + 2 * half_width;
    if (sums == WindowSums::from_scratch || j == 0) {
      window = fill(points, first, last);
    } else if (first > before) {
      remove(window, points, before);
      add(window, points, last);
    }
    before = first;
    all.push_back(window);
  }
  return all;
}

long double slope_guard(std::vector<long double> const& x) {
  auto const count = static_cast<std::int64_t>(x.size());
  std::int64_t const quarter = count / 4;
  std::int64_t low = std::max<std::int64_t>(quarter - 1, 0);
  std::int64_t high = std::max<std::int64_t>(3 * quarter - 1, 0);
  while (x[high] <= x[low] && (low > 0 || high < count - 1)) {
    low = std::max<std::int64_t>(low - 1, 0);
    high = std::min(high + 1, count - 1);
  }
  long double const scale = x[high] - x[low];
  return 1e-6L * scale * scale;
}

void average_ties(SortedPoints const& points, std::vector<long double>& fit) {
  for (std::size_t first = 0; first < fit.size();) {
    std::size_t end = first;
    long double weight = 0;
    long double sum = 0;
    for (; end < fit.size() && points.x[end] == points.x[first]; ++end) {
      weight += points.w[end];
      sum += points.w[end] * fit[end];
    }
    if (end > first + 1) {
      std::fill(fit.begin() + first, fit.begin() + end, sum / weight);
    }
    first = end;
  }
}

}  // namespace siderum::reference
