// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <siderum/core/sky_regions.hpp>

namespace siderum {

/// Divides the sky by the points of one catalogue, usually the randoms.
///
/// Bisection: the points are cut in two across their principal axis, in the ratio in which the
/// regions are shared out, and each part again. Where points lie side by side at a cut, as those of
/// a grid do, it is tilted. Where no two points share a place, the regions' numbers of points
/// differ by one at most; otherwise cuts go between places. It uses no random numbers.
///
/// K-means on the sphere: centres chosen by k-means++ (Arthur & Vassilvitskii 2007, SODA) with
/// `seed`, then moved to the mean direction of their points until none changes its region, 100
/// times at most. More than 100,000 points are represented by as many drawn from them.
///
/// @param ra, dec  (points) [deg]
/// @param regions  >= 2, at most the number of points
/// Cost: bisection O(points log points), k-means O(points regions) for each move; by all threads of
/// the host, whose number changes no bit. Throws Error for fewer than 2 regions, more regions than
/// points or than places at which they lie, lists of different lengths, and directions that are
/// none.
SkyRegions make_sky_regions(std::span<double const> ra, std::span<double const> dec,
                            std::int64_t regions, RegionMethod method = RegionMethod::bisection,
                            std::uint64_t seed = 1);

/// The region of each point, 0 .. regions - 1. Cost O(points log regions) for bisection,
/// O(points regions) for k-means, by all threads. Throws Error for lists of different lengths, and
/// directions that are none.
std::vector<std::int64_t> assign_regions(SkyRegions const& regions, std::span<double const> ra,
                                         std::span<double const> dec);

}  // namespace siderum
