// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <variant>
#include <vector>

namespace siderum {

/// Every direction.
struct WholeSky {};

/// Directions within `radius` of (ra, dec).
struct SkyCap {
  double ra = 0.0;      ///< [deg], finite
  double dec = 0.0;     ///< [deg], -90 .. 90
  double radius = 0.0;  ///< [deg], above 0, at most 180
};

/// Right ascensions from ra_min eastwards to ra_max, declinations from dec_min to dec_max. A box
/// may hold the meridian 0: 350 .. 10 is 20 degrees wide, and so is 350 .. 370.
struct SkyBox {
  double ra_min = 0.0;     ///< [deg], finite
  double ra_max = 360.0;   ///< [deg], not ra_min, at most 360 above it
  double dec_min = -90.0;  ///< [deg], -90 .. 90
  double dec_max = 90.0;   ///< [deg], above dec_min, at most 90
};

using SkyArea = std::variant<WholeSky, SkyCap, SkyBox>;

struct SkyPoints {
  std::vector<double> ra;   ///< (points) [deg], 0 .. 360, multiples of 1e-9
  std::vector<double> dec;  ///< (points) [deg], multiples of 1e-9

  std::int64_t points() const { return static_cast<std::int64_t>(ra.size()); }
};

/// Points that are uniform per solid angle in an area of the sky, independent of each other: what
/// a pair count of data is compared with.
///
/// In a box sin(dec) and ra are uniform; in a cap sin^2(distance / 2) and the position angle are.
/// Point i is a function of (seed, stream, i) and the area, whatever the number of points; streams
/// of one seed are independent catalogues. The same on every machine, up to the rounding of the C
/// library's functions, which the rounding to 1e-9 degrees (4 microarcseconds) hides.
///
/// Cost O(points), by all threads (worker_threads.hpp). Throws Error for an area outside its ranges
/// and for a negative number of points.
SkyPoints random_points(SkyArea const& area, std::int64_t points, std::uint64_t seed,
                        std::uint64_t stream = 0);

}  // namespace siderum
