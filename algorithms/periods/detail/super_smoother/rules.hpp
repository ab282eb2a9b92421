// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/super_smoother_options.hpp>
#include <siderum/backends/portable/fold_and_sort.hpp>
#include <siderum/core/number.hpp>

namespace siderum {

/// The options of the smoother in the form that its functors carry to a device.
struct SmootherRules {
  double spans[3];
  double span;
  double per_span[2];  ///< 1 / (tweeter - midrange), 1 / (woofer - midrange)
  double exponent;     ///< 10 - alpha
  int whole_exponent;  ///< the same, or -1 where it is not whole
  bool bass;           ///< whether alpha acts at all
  bool average;        ///< points of equal phase share their fit

  static SmootherRules of(SuperSmootherOptions const& options);

  /// Half the points of a window, less its own: max(2, floor(s n / 2 + 1/2)), at most (n - 1) / 2.
  KOKKOS_FORCEINLINE_FUNCTION static int half_width(double span, int points) {
    int const half = static_cast<int>(0.5 * span * points + 0.5);
    int const most = (points - 1) / 2;
    int const least = half < 2 ? 2 : half;
    return least < most ? least : most;
  }

  KOKKOS_FORCEINLINE_FUNCTION int half(int i, int points) const {
    return half_width(spans[i], points);
  }
  KOKKOS_FORCEINLINE_FUNCTION int widest(int points) const {
    return half_width(span > 0.0 ? span : spans[2], points);
  }
};

/// What rounding may leave of a window's sum of weights, or of weights times squares of phases,
/// where weights have mean 1: both are differences of sums over up to all points.
KOKKOS_FORCEINLINE_FUNCTION double window_rounding(int points) {
  return 16.0 * 2.2e-16 * points;
}

/// The least S at which a window has a slope: V0 = (1e-3 (x[3q-1] - x[q-1]))^2, q = floor(n/4),
/// both ranks moved outwards while they are at one phase (Friedman 1984); and more than what
/// rounding leaves of a sum over all points. 0 where all points are at one phase.
/// @param mean_weight  of the weights as given, where those of the group have mean 1
template <class Group>
SIDERUM_NUMBER_FUNCTION typename Group::Total least_spread(Group const& group, double mean_weight) {
  using Sum = typename Group::Total;
  int const points = group.points();
  int low = points / 4 - 1;
  int high = 3 * (points / 4) - 1;
  Sum scale = group.phase_at(high) - group.phase_at(low);
  Sum const none(0.0);
  while ((low > 0 || high < points - 1) && any_less(scale, Sum(1e-300))) {
    low = low > 0 ? low - 1 : 0;
    high = high < points - 1 ? high + 1 : high;
    scale = select_less(none, scale, scale, group.phase_at(high) - group.phase_at(low));
  }
  Sum const least = Sum(1e-6 / mean_weight) * scale * scale;
  Sum const rounding(window_rounding(points));
  return select_less(none, scale, select_less(least, rounding, rounding, least), none);
}

}  // namespace siderum
