// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/core/sky_vector.hpp>

namespace siderum {

enum class RegionMethod : std::uint8_t {
  bisection,  ///< regions of equal counts, cut by planes
  k_means,    ///< compact regions, each nearest to one of the centres
};

/// One cut of a bisection: directions a with axis . a < threshold go on to `below`, others to
/// `above`. A child >= 0 is the number of a cut; a child c < 0 is the region -1 - c.
struct SkyCut {
  SkyVector axis{};
  double threshold = 0.0;
  std::int32_t below = -1;
  std::int32_t above = -1;
};

/// A division of the whole sky, so that any catalogue can be labelled by it.
struct SkyRegions {
  RegionMethod method = RegionMethod::bisection;
  std::int64_t regions = 0;
  std::vector<SkyCut> cuts;        ///< bisection: (regions - 1), the first at the root
  std::vector<SkyVector> centres;  ///< k_means: (regions), unit vectors
};

}  // namespace siderum
