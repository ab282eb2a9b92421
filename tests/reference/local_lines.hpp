// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/algorithms/periods/super_smoother_options.hpp>

/// What smoothers are made of: straight lines through the points of a window about each point.
namespace siderum::reference {

/// Where the sums of a window come from: the window before it, by adding and removing points, or
/// the points themselves. The second costs O(points^2) and carries no rounding along.
enum class WindowSums { running, from_scratch };

/// Points in order of x.
struct SortedPoints {
  std::vector<long double> x;
  std::vector<long double> y;
  std::vector<long double> w;  ///< > 0

  std::int64_t count() const { return static_cast<std::int64_t>(x.size()); }
};

/// Weighted sums over a window: W, the means X and Y, S = sum w (x - X)^2,
/// C = sum w (x - X)(y - Y) and T = sum w (y - Y)^2.
struct Window {
  long double weight = 0;
  long double mean_x = 0;
  long double mean_y = 0;
  long double spread = 0;
  long double product = 0;
  long double scatter = 0;

  void add(long double x, long double y, long double w);
  void remove(long double x, long double y, long double w);

  /// C / S where S is above the guard, else 0.
  long double slope(long double guard) const { return spread > guard ? product / spread : 0; }
  long double fit(long double x, long double guard) const {
    return mean_y + slope(guard) * (x - mean_x);
  }
  /// How much of a fit comes from a point at x with weight 1.
  long double leverage(long double x, long double guard) const {
    long double const offset = x - mean_x;
    return 1 / weight + (spread > guard ? offset * offset / spread : 0);
  }
};

/// max(2, floor(span n / 2 + 1/2)), but never wider than the points: at most floor((n - 1) / 2).
std::int64_t half_width(double span, std::int64_t points);

/// The window of 2 half_width + 1 points about each point. Periodic windows go on beyond the ends
/// with x - 1 and x + 1; open ones stand still at the ends.
std::vector<Window> windows(SortedPoints const& points, std::int64_t half_width, PhaseEnds ends,
                            WindowSums sums);

/// V0, the least S for which a slope is fitted: (1e-3 (x[3q - 1] - x[q - 1]))^2, q = floor(n / 4),
/// the two indices moved outwards by one until the difference is above zero.
long double slope_guard(std::vector<long double> const& x);

/// Replaces the fits of points of equal x by their weighted mean.
void average_ties(SortedPoints const& points, std::vector<long double>& fit);

}  // namespace siderum::reference
