// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <siderum/algorithms/pairs/make_sky_regions.hpp>

namespace siderum::detail {

/// The centres of the regions. Throws Error where fewer places than regions are taken.
std::vector<SkyVector> k_means(std::span<SkyVector const> points, std::int64_t regions,
                               std::uint64_t seed);

/// The number of the centre nearest to a direction; of equal ones the first.
std::int64_t nearest_centre(std::span<SkyVector const> centres, SkyVector const& point);

}  // namespace siderum::detail
