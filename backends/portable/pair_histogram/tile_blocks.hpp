// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <siderum/backends/portable/pair_histogram.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::portable {

inline constexpr int block_size = 8;
inline constexpr int blocks_of_tile = tile_size / block_size;

/// The blocks of neighbouring points that make a tile: of each the ball that holds its points, and
/// sums over these with u = point - centre.
struct alignas(64) TileBlocks {
  double x[blocks_of_tile], y[blocks_of_tile], z[blocks_of_tile];  ///< centre; NaN without points
  double radius[blocks_of_tile];
  std::int64_t points[blocks_of_tile];
  double weight[blocks_of_tile];  ///< sum w
  double inside[blocks_of_tile];  ///< sum w_i w_j over the pairs i < j
  double ux[blocks_of_tile], uy[blocks_of_tile], uz[blocks_of_tile];  ///< sum w u
  double square[blocks_of_tile];                                      ///< sum w u^2
  double reach;  ///< of the balls from the centre of the tile
};

template <class MemorySpace>
using TileBlocksView = Kokkos::View<TileBlocks const*, MemorySpace>;

/// The blocks of each tile.
template <class MemorySpace>
struct TileBlocksMaker {
  TilePoints<MemorySpace> points;
  bool weighted;
  Kokkos::View<TileBlocks*, MemorySpace> blocks;  // (tiles)

  void operator()(std::int64_t tile) const {
    TileBlocks& made = blocks(tile);
    made.reach = 0.0;
    for (int block = 0; block < blocks_of_tile; ++block) {
      int const rest = points.count(tile) - block * block_size;
      make(tile * tile_size + block * block_size, std::clamp(rest, 0, block_size), block, made);
      if (rest > 0) {
        double const x = made.x[block] - points.center_x(tile);
        double const y = made.y[block] - points.center_y(tile);
        double const z = made.z[block] - points.center_z(tile);
        made.reach = std::fmax(made.reach, std::sqrt(x * x + y * y + z * z) + made.radius[block]);
      }
    }
  }

 private:
  void make(std::int64_t begin, int count, int block, TileBlocks& made) const {
    double x = 0.0;
    double y = 0.0;
    double z = 0.0;
    for (int i = 0; i < count; ++i) {
      x += points.x(begin + i);
      y += points.y(begin + i);
      z += points.z(begin + i);
    }
    x /= count;
    y /= count;
    z /= count;
    double farthest = 0.0;
    double weight = 0.0;
    double inside = 0.0;
    double ux = 0.0;
    double uy = 0.0;
    double uz = 0.0;
    double square = 0.0;
    for (int i = 0; i < count; ++i) {
      double const w = weighted ? points.weight(begin + i) : 1.0;
      double const dx = points.x(begin + i) - x;
      double const dy = points.y(begin + i) - y;
      double const dz = points.z(begin + i) - z;
      double const distance2 = dx * dx + dy * dy + dz * dz;
      farthest = std::fmax(farthest, distance2);
      inside += w * weight;
      weight += w;
      ux += w * dx;
      uy += w * dy;
      uz += w * dz;
      square += w * distance2;
    }
    made.x[block] = x;
    made.y[block] = y;
    made.z[block] = z;
    made.radius[block] = std::sqrt(farthest);
    made.points[block] = count;
    made.weight[block] = weight;
    made.inside[block] = inside;
    made.ux[block] = ux;
    made.uy[block] = uy;
    made.uz[block] = uz;
    made.square[block] = square;
  }
};

/// @param weighted  by the weights of the points; else all weigh 1
template <class Exec>
TileBlocksView<typename Exec::memory_space> blocks_of_tiles(
    Exec const& exec, TilePoints<typename Exec::memory_space> const& points, bool weighted) {
  using MemorySpace = typename Exec::memory_space;
  auto const blocks = allocate<Kokkos::View<TileBlocks*, MemorySpace>>(
      exec, "siderum::pair_counts::tile_blocks", points.tiles());
  Kokkos::parallel_for("siderum::pair_counts::tile_blocks[portable]",
                       IndexPolicy<Exec>(exec, 0, points.tiles()),
                       TileBlocksMaker<MemorySpace>{points, weighted, blocks});
  return blocks;
}

}  // namespace siderum::portable
