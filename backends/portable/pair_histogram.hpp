// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/pair_histogram/tallies.hpp>

/// The launch operation PairHistogram: for each entry of a list of tile pairs, how many pairs of
/// points (one of each tile) lie between the edges that the entry names.
///
/// Contract, for every backend `PairHistogram<Exec, Real>`:
/// - constructed from (exec, first tiles, second tiles, edges, tallies, kind of sums); holds the
///   instance and the views by value; `operator()(list, count, label)` enqueues, does not fence
/// - `most_copies`: more copies of the tallies than that make nothing faster
/// - the squared chord of a pair is c2 = fma(dz, dz, fma(dy, dy, dx dx)) in Real, where for double
///   the differences are those of the coordinates and for float those of the coordinates relative
///   to the centre of the second tile, subtracted in FP64 and rounded once
/// - a pair with edges[k] <= c2 < edges[k + 1] adds 1, the product of its weights (1 without), and
///   this times c2, the moment, to bin k of the regions of its tiles; an entry (a, b, below,
///   highest) promises that every pair lies in the bins below .. highest, where -1 and the number
///   of bins stand for "in none"
/// - a tile with itself (a == b of the same tiles): the pairs i < j
/// - integers are exact; sums of weights are formed in an order that depends on the two tiles
///   alone and are then accumulated in fixed point (tallies.hpp). Moments may be rounded to 2^-23
///   of the squared chord of an edge near by.
namespace siderum {

/// Points of a tile; the rest of a tile that is not full is NaN, of weight 0: no comparison holds.
inline constexpr int tile_size = 64;

/// What PairHistogram sums beside the number of pairs.
enum class PairSums : std::uint8_t {
  count,            ///< nothing
  moment,           ///< c2
  weight,           ///< w_i w_j
  weighted_moment,  ///< w_i w_j and w_i w_j c2
};

constexpr bool has_weights(PairSums sums) {
  return sums == PairSums::weight || sums == PairSums::weighted_moment;
}
constexpr bool has_moments(PairSums sums) {
  return sums == PairSums::moment || sums == PairSums::weighted_moment;
}

/// Points in tiles of neighbours: point i of tile t stands at t * tile_size + i.
template <class MemorySpace>
struct TilePoints {
  template <class Value>
  using View = Kokkos::View<Value const*, MemorySpace>;

  View<double> x, y, z;                       ///< (tiles * tile_size) unit vectors
  View<double> weight;                        ///< (tiles * tile_size), or no extent: all 1
  View<float> near_x, near_y, near_z;         ///< relative to the centre; no extent: not wanted
  View<double> center_x, center_y, center_z;  ///< (tiles)
  View<std::int32_t> count;                   ///< (tiles) 1 .. tile_size
  View<std::int32_t> region;                  ///< (tiles)

  std::int64_t tiles() const { return static_cast<std::int64_t>(count.extent(0)); }
};

/// An entry of the list.
struct alignas(16) TilePair {
  std::int32_t a;        ///< tile of the first
  std::int32_t b;        ///< tile of the second
  std::int32_t below;    ///< every pair is in this bin or a higher one; -1: below the first edge
  std::int32_t highest;  ///< and in this one or a lower one; the number of bins: above the last
};

template <class MemorySpace>
using TilePairList = Kokkos::View<TilePair*, MemorySpace>;

/// A point as its squared chords are formed (contract): of double as it is, of float relative to
/// the centre of the second tile of an entry.
template <class Real>
struct TilePosition {
  Real x, y, z;
};

/// Of point i of the first tile of an entry.
template <class Real, class MemorySpace>
KOKKOS_FORCEINLINE_FUNCTION TilePosition<Real> position_of_first(
    TilePoints<MemorySpace> const& first, TilePoints<MemorySpace> const& second,
    TilePair const& pair, int i) {
  std::int64_t const at = std::int64_t{pair.a} * tile_size + i;
  if constexpr (std::is_same_v<Real, double>) {
    return {first.x(at), first.y(at), first.z(at)};
  } else {
    return {static_cast<Real>(first.x(at) - second.center_x(pair.b)),
            static_cast<Real>(first.y(at) - second.center_y(pair.b)),
            static_cast<Real>(first.z(at) - second.center_z(pair.b))};
  }
}

/// Of point i of the second.
template <class Real, class MemorySpace>
KOKKOS_FORCEINLINE_FUNCTION TilePosition<Real> position_of_second(
    TilePoints<MemorySpace> const& second, TilePair const& pair, int i) {
  std::int64_t const at = std::int64_t{pair.b} * tile_size + i;
  if constexpr (std::is_same_v<Real, double>) {
    return {second.x(at), second.y(at), second.z(at)};
  } else {
    return {second.near_x(at), second.near_y(at), second.near_z(at)};
  }
}

/// What a launch on a device counts.
template <class Real, class MemorySpace>
struct PairTask {
  TilePoints<MemorySpace> first;
  TilePoints<MemorySpace> second;
  Kokkos::View<Real const*, MemorySpace> edges;  ///< (bins + 1)
  PairTallies<MemorySpace> tallies;
  TilePairList<MemorySpace> list;
  std::int64_t count;  ///< of entries
  bool same_tiles;
};

}  // namespace siderum
