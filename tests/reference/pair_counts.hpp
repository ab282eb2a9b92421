// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Pair counts for the tests to be held to: every pair, in long double, one after another.
namespace siderum::reference {

/// Points as unit vectors.
struct PairPoints {
  std::int64_t points;
  double const* x;
  double const* y;
  double const* z;
  double const* weight;        ///< null: all 1
  std::int32_t const* region;  ///< null: all in region 0
};

/// Adds each pair to its bin: that with edges[k] <= theta < edges[k + 1], theta of a pair by
/// c^2 = |a - b|^2 and c^2 = 4 sin^2(theta / 2). A last edge of 180 degrees has no upper limit.
/// @param second    null: the pairs i < j of the first, in the regions (smaller, larger)
/// @param edges     (bins + 1) [deg]
/// @param regions   number of regions of both
/// @param count     (regions, regions, bins) output
/// @param weight    (regions, regions, bins) output, sum of w_i w_j; null: neither this nor theta
/// @param theta     (regions, regions, bins) output, sum of w_i w_j theta [deg]
void pair_counts(PairPoints const& first, PairPoints const* second, std::int64_t bins,
                 double const* edges, std::int64_t regions, std::int64_t* count,
                 long double* weight, long double* theta);

}  // namespace siderum::reference
