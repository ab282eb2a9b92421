// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <siderum/algorithms/pairs/make_sky_regions.hpp>

namespace siderum::detail {

/// The cuts of a bisection into regions of equal counts. Throws Error where the points lie at
/// fewer places.
std::vector<SkyCut> bisect(std::span<SkyVector const> points, std::int64_t regions);

/// The region of one direction.
std::int64_t region_of(std::span<SkyCut const> cuts, SkyVector const& point);

}  // namespace siderum::detail
