// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/algorithms/pairs/random_points.hpp>

namespace siderum {

/// What the clusters are like.
struct ClusterOptions {
  std::int64_t clusters = 100;  ///< >= 1; their centres are random_points of the area
  double radius = 1.0;          ///< [deg] of a cluster, above the smallest, at most 90
  double smallest = 0.1;        ///< [arcsec] > 0: the nearest that a point comes to its centre
};

/// Points about centres that are uniform in an area of the sky: each belongs to one of the clusters
/// with equal probability, the logarithm of its distance from the centre is uniform between the
/// smallest and the radius, its position angle is uniform. Points at the edge may leave the area.
///
/// Point i is a function of the seed, the area and the options, whatever the number of points. The
/// distances hold to 4 microarcseconds, to which positions are rounded. Cost O(points), serial.
///
/// Throws Error for options outside their ranges, and as random_points does.
SkyPoints clustered_points(SkyArea const& area, std::int64_t points, std::uint64_t seed,
                           ClusterOptions const& options = {});

}  // namespace siderum
