// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/pairs/detail/pair_counts/tile_tree.hpp>

/// Caps that enclose points, and how near and far the points of two caps can be. All in sines and
/// cosines of half angles, of which chords are twice the sines: no arccosine is needed.
namespace siderum::detail {

struct Direction {
  double x, y, z;
};

KOKKOS_INLINE_FUNCTION double squared_distance(Direction const& a, Direction const& b) {
  double const dx = a.x - b.x;
  double const dy = a.y - b.y;
  double const dz = a.z - b.z;
  return Kokkos::fma(dz, dz, Kokkos::fma(dy, dy, dx * dx));
}

/// The unit vector along a sum of directions; any direction where the sum vanishes.
KOKKOS_INLINE_FUNCTION Direction normalized(Direction const& sum) {
  double const square = squared_distance(sum, {0.0, 0.0, 0.0});
  if (!(square > 1e-12)) {
    return {0.0, 0.0, 1.0};
  }
  double const scale = 1.0 / Kokkos::sqrt(square);
  return {sum.x * scale, sum.y * scale, sum.z * scale};
}

/// Sine and cosine of half of an angle of 0 to 180 degrees.
struct HalfAngle {
  double sine;
  double cosine;
};

/// Half of the angle between two directions; from the sum as well as from the difference, so that
/// it is as accurate near 180 degrees as near 0.
KOKKOS_INLINE_FUNCTION HalfAngle half_angle(Direction const& a, Direction const& b) {
  return {0.5 * Kokkos::sqrt(squared_distance(a, b)),
          0.5 * Kokkos::sqrt(squared_distance(a, {-b.x, -b.y, -b.z}))};
}

/// Half of the sum of two angles; 180 degrees where it is more.
KOKKOS_INLINE_FUNCTION HalfAngle half_sum(HalfAngle const& a, HalfAngle const& b) {
  double const cosine = Kokkos::fma(a.cosine, b.cosine, -(a.sine * b.sine));
  if (cosine <= 0.0) {
    return {1.0, 0.0};
  }
  return {Kokkos::fma(a.sine, b.cosine, a.cosine * b.sine), cosine};
}

/// Squared chords between which those of all pairs of two caps lie.
struct ChordRange {
  double least;
  double greatest;
};

/// What rounding of coordinates (2^-53 of 1, twice), of the half sines and of the squares can do to
/// a half chord, absolutely and relatively, several times over.
inline constexpr double half_chord_margin = 4e-15;

/// What FP32 adds to that, as a share of the longest chord: coordinates relative to a tile, their
/// differences and the edges are each rounded by 2^-24 of it at most, sqrt(3) 3 + 2 times in all.
inline constexpr double fp32_chord_rounding = 0x1p-20;

/// @param rounding  of a chord, as a share of the longest one; 0 in FP64
KOKKOS_INLINE_FUNCTION ChordRange chord_range(Cap const& a, Cap const& b, double rounding) {
  HalfAngle const apart = half_angle({a.x, a.y, a.z}, {b.x, b.y, b.z});
  HalfAngle const reach = half_sum({a.half_sine, a.half_cosine}, {b.half_sine, b.half_cosine});
  // sin((D - R) / 2) and sin((D + R) / 2)
  double const across = apart.sine * reach.cosine;
  double const along = apart.cosine * reach.sine;
  double const farthest = reach.cosine <= apart.sine ? 1.0 : across + along;
  double const margin = half_chord_margin + rounding * farthest;
  double const nearest = apart.sine <= reach.sine ? 0.0 : Kokkos::max(across - along - margin, 0.0);
  constexpr double wider = 1.0 + half_chord_margin;
  double const beyond = farthest + margin;
  return {4.0 * nearest * nearest / wider, 4.0 * beyond * beyond * wider};
}

}  // namespace siderum::detail
