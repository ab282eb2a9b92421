// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include <siderum/core/catalogue.hpp>
#include <siderum/core/random.hpp>

/// What the pair counts work on: uniform skies, the same on every machine.
namespace siderum::bench {

/// What the points carry.
enum class Labels { none, weights, regions };

struct SkyArrays {
  std::vector<double> ra;   ///< [deg]
  std::vector<double> dec;  ///< [deg]
  std::vector<double> weight;
  std::vector<std::int32_t> region;
  std::int64_t regions = 0;

  Catalogue<Kokkos::HostSpace> catalogue() const {
    return make_catalogue(ra, dec, weight, region, regions);
  }
};

/// The number of rings of regions: the largest divisor that is no larger than the number in a ring.
inline std::int64_t rings_of_regions(std::int64_t regions) {
  auto rings = static_cast<std::int64_t>(std::sqrt(static_cast<double>(regions)));
  while (regions % rings != 0) {
    --rings;
  }
  return rings;
}

/// Points uniform on the whole sky; regions of equal area, in rings of equal height.
inline SkyArrays uniform_sky(std::int64_t points, std::uint64_t stream,
                             Labels labels = Labels::none, std::int64_t regions = 100) {
  SkyArrays sky;
  CounterRandom random(2026, stream);
  std::int64_t const rings = rings_of_regions(regions);
  std::int64_t const in_a_ring = regions / rings;
  sky.regions = labels == Labels::regions ? regions : 0;
  for (std::int64_t i = 0; i < points; ++i) {
    double const turn = random.uniform();
    double const height = random.uniform(-1.0, 1.0);
    sky.ra.push_back(360.0 * turn);
    sky.dec.push_back(std::asin(height) * 180.0 / std::numbers::pi);
    if (labels == Labels::weights) {
      sky.weight.push_back(random.uniform(0.5, 1.5));
    }
    if (labels == Labels::regions) {
      auto const part = [](double share, std::int64_t parts) {
        return std::min(static_cast<std::int64_t>(share * static_cast<double>(parts)), parts - 1);
      };
      sky.region.push_back(static_cast<std::int32_t>(part(0.5 * (height + 1.0), rings) * in_a_ring +
                                                     part(turn, in_a_ring)));
    }
  }
  return sky;
}

/// Share of the pairs of a uniform sky that lie between two separations.
inline double share_between(double lower_deg, double upper_deg) {
  constexpr double degree = std::numbers::pi / 180.0;
  double const mean = 0.5 * (lower_deg + upper_deg) * degree;
  double const half = 0.5 * (upper_deg - lower_deg) * degree;
  return std::sin(mean) * std::sin(half);
}

}  // namespace siderum::bench
