// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/make_sky_regions.hpp>

#include <atomic>
#include <cmath>
#include <iterator>
#include <limits>
#include <string>

#include <siderum/algorithms/pairs/detail/make_sky_regions/bisection.hpp>
#include <siderum/algorithms/pairs/detail/make_sky_regions/k_means.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/worker_threads.hpp>

namespace siderum {

namespace {

constexpr std::int64_t piece = 4096;  // points, which take a fifth of a millisecond

void require_points(std::span<double const> ra, std::span<double const> dec) {
  SIDERUM_VALIDATE(ra.size() == dec.size(),
                   "There are " + std::to_string(ra.size()) + " right ascensions and " +
                       std::to_string(dec.size()) +
                       " declinations (a point has one of each). Give as many of both.");
  std::atomic<std::int64_t> first = std::ssize(ra);
  for_each_index(ra.size(), piece, [&](std::size_t i) {
    if (!(std::isfinite(ra[i]) && std::abs(dec[i]) <= 90.0)) {
      lower_to(first, static_cast<std::int64_t>(i));
    }
  });
  auto const i = static_cast<std::size_t>(first.load());
  SIDERUM_VALIDATE(i == ra.size(),
                   "Point " + std::to_string(i) + " is at (" + number_text(ra[i]) + ", " +
                       number_text(dec[i]) +
                       ") (a right ascension is a finite number, a declination -90 to 90"
                       " degrees). Correct it.");
}

}  // namespace

SkyRegions make_sky_regions(std::span<double const> ra, std::span<double const> dec,
                            std::int64_t regions, RegionMethod method, std::uint64_t seed) {
  require_points(ra, dec);
  SIDERUM_VALIDATE(regions >= 2, "There cannot be " + std::to_string(regions) +
                                     " regions (leaving one out must leave something). Ask for 2"
                                     " or more.");
  SIDERUM_VALIDATE(regions <= std::ssize(ra) && regions <= std::numeric_limits<int>::max(),
                   "There cannot be " + std::to_string(regions) + " regions of " +
                       std::to_string(ra.size()) +
                       " points (each region needs one). Ask for fewer regions.");
  std::vector<SkyVector> points;
  resize_large(points, ra.size());
  for_each_index(ra.size(), piece, [&](std::size_t i) { points[i] = sky_vector(ra[i], dec[i]); });
  SkyRegions result{method, regions, {}, {}};
  if (method == RegionMethod::bisection) {
    result.cuts = detail::bisect(points, regions);
  } else {
    result.centres = detail::k_means(points, regions, seed);
  }
  return result;
}

std::vector<std::int64_t> assign_regions(SkyRegions const& regions, std::span<double const> ra,
                                         std::span<double const> dec) {
  require_points(ra, dec);
  std::vector<std::int64_t> label;
  resize_large(label, ra.size());
  for_each_index(ra.size(), piece, [&](std::size_t i) {
    SkyVector const point = sky_vector(ra[i], dec[i]);
    label[i] = regions.method == RegionMethod::bisection
                   ? detail::region_of(regions.cuts, point)
                   : detail::nearest_centre(regions.centres, point);
  });
  return label;
}

}  // namespace siderum
