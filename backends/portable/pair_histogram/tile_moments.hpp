// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/pair_histogram.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::portable {

/// Sums over the points of a tile, u = point - centre.
struct TileMoments {
  double x, y, z;  ///< sum u
  double square;   ///< sum u^2
};

template <class MemorySpace>
using TileMomentsView = Kokkos::View<TileMoments const*, MemorySpace>;

/// The moments of each tile.
template <class MemorySpace>
struct TileMomentsMaker {
  TilePoints<MemorySpace> points;
  Kokkos::View<TileMoments*, MemorySpace> moments;  // (tiles)

  KOKKOS_FUNCTION void operator()(std::int64_t tile) const {
    TileMoments sums{};
    for (int i = 0; i < points.count(tile); ++i) {
      std::int64_t const at = tile * tile_size + i;
      double const x = points.x(at) - points.center_x(tile);
      double const y = points.y(at) - points.center_y(tile);
      double const z = points.z(at) - points.center_z(tile);
      sums.x += x;
      sums.y += y;
      sums.z += z;
      sums.square += x * x + y * y + z * z;
    }
    moments(tile) = sums;
  }
};

template <class Exec>
TileMomentsView<typename Exec::memory_space> moments_of_tiles(
    Exec const& exec, TilePoints<typename Exec::memory_space> const& points) {
  using MemorySpace = typename Exec::memory_space;
  auto const moments = allocate<Kokkos::View<TileMoments*, MemorySpace>>(
      exec, "siderum::pair_counts::tile_moments", points.tiles());
  Kokkos::parallel_for("siderum::pair_counts::tile_moments[portable]",
                       IndexPolicy<Exec>(exec, 0, points.tiles()),
                       TileMomentsMaker<MemorySpace>{points, moments});
  return moments;
}

/// Sum of c^2 over all pairs of two tiles, without looking at them: with d from the centre of the
/// second to that of the first, the sum of |d + u - v|^2 is
/// n_b sum u^2 + n_a sum v^2 + 2 d.(n_b sum u - n_a sum v) + n_a n_b d^2 - 2 (sum u).(sum v).
inline double sum_over_pairs(TileMoments const& a, double count_a, TileMoments const& b,
                             double count_b, double dx, double dy, double dz) {
  double const lean = dx * (count_b * a.x - count_a * b.x) + dy * (count_b * a.y - count_a * b.y) +
                      dz * (count_b * a.z - count_a * b.z);
  return count_b * a.square + count_a * b.square + 2.0 * lean +
         count_a * count_b * (dx * dx + dy * dy + dz * dz) -
         2.0 * (a.x * b.x + a.y * b.y + a.z * b.z);
}

/// The same over the pairs i < j of one tile.
inline double sum_over_pairs(TileMoments const& tile, double count) {
  return count * tile.square - (tile.x * tile.x + tile.y * tile.y + tile.z * tile.z);
}

}  // namespace siderum::portable
