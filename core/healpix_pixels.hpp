// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>

/// Numbers and places of HEALPix pixels (Gorski et al. 2005, ApJ 622, 759): 12 nside^2 pixels of
/// equal area on 4 nside - 1 rings of latitude. RING numbers go from north to south and eastwards
/// along a ring, for any nside; NESTED numbers follow a quadtree on each of the twelve base faces,
/// for powers of two. All numbers are from 0; all functions are O(1).
namespace siderum {

/// How the pixels of a map are numbered.
enum class PixelOrder { ring, nested };

namespace healpix {

/// 12 * 2^58 pixels: beyond this their numbers leave 64 bits.
inline constexpr std::int64_t most_nside = std::int64_t{1} << 29;

/// A direction on the sky.
struct Direction {
  double theta;  ///< from the north pole [rad], 0 .. pi
  double phi;    ///< eastwards [rad]
};

/// 12 nside^2. Throws Error for an nside outside 1 .. most_nside.
std::int64_t pixel_count(std::int64_t nside);

/// The nside that has so many pixels. Throws Error where there is none.
std::int64_t nside_of(std::int64_t pixels);

/// Whether NESTED numbers exist: nside is a power of two.
bool has_nested(std::int64_t nside);

/// The RING number of the pixel that holds a direction.
/// @param direction  finite; theta is held within 0 .. pi
std::int64_t ring_pixel(std::int64_t nside, Direction direction);

/// The same of a unit vector towards it, in a third of the time.
std::int64_t ring_pixel_towards(std::int64_t nside, std::array<double, 3> const& vector);

/// The centre of a pixel by its RING number, phi in 0 .. 2 pi.
Direction ring_centre(std::int64_t nside, std::int64_t pixel);

/// From a NESTED to a RING number. nside is a power of two.
std::int64_t nested_to_ring(std::int64_t nside, std::int64_t pixel);

/// From a RING to a NESTED number. nside is a power of two.
std::int64_t ring_to_nested(std::int64_t nside, std::int64_t pixel);

}  // namespace healpix

}  // namespace siderum
