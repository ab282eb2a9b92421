// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/pair_histogram.hpp>

namespace siderum::cuda {

/// Threads and shared memory of the kernel of PairHistogram: one warp per entry of the list.
struct PairShape {
  static constexpr int warps = 8;
  static constexpr int threads = 32 * warps;
  static constexpr int points_each = tile_size / 32;
  static constexpr int edges_at_a_time = 4;
};

template <class Real>
struct PairArguments {
  TilePoints<Kokkos::CudaSpace> first;
  TilePoints<Kokkos::CudaSpace> second;
  Real const* edges;  // (bins + 1)
  PairTallies<Kokkos::CudaSpace> tallies;
  TilePair const* list;
  std::int64_t count;
  bool same_tiles;
};

/// The second tile of an entry, in shared memory.
template <class Real>
struct SharedTile {
  Real x[tile_size], y[tile_size], z[tile_size];
};

/// The points of the first tile that one thread holds.
template <class Real>
struct OwnPoints {
  Real x[PairShape::points_each], y[PairShape::points_each], z[PairShape::points_each];
};

/// How many pairs of a thread's points with the second tile have edge[k] <= c2.
template <int edges, bool same, class Real>
__device__ void count_above(OwnPoints<Real> const& own, SharedTile<Real> const& other, int count_b,
                            Real const* edge, int lane, std::uint32_t* above) {
  Real limit[edges];
  for (int k = 0; k < edges; ++k) {
    limit[k] = edge[k];
    above[k] = 0;
  }
#pragma unroll 4
  for (int j = 0; j < count_b; ++j) {
    Real const x = other.x[j];
    Real const y = other.y[j];
    Real const z = other.z[j];
#pragma unroll
    for (int i = 0; i < PairShape::points_each; ++i) {
      Real const dx = own.x[i] - x;
      Real const dy = own.y[i] - y;
      Real const dz = own.z[i] - z;
      Real const c2 = fma(dz, dz, fma(dy, dy, dx * dx));
      bool const met = !same || lane + 32 * i < j;
#pragma unroll
      for (int k = 0; k < edges; ++k) {
        above[k] += met && c2 >= limit[k] ? 1u : 0u;
      }
    }
  }
#pragma unroll
  for (int k = 0; k < edges; ++k) {
    above[k] = __reduce_add_sync(0xffffffffu, above[k]);
  }
}

template <int edges, class Real>
__device__ void count_above(bool same, OwnPoints<Real> const& own, SharedTile<Real> const& other,
                            int count_b, Real const* edge, int lane, std::uint32_t* above) {
  if (same) {
    count_above<edges, true>(own, other, count_b, edge, lane, above);
  } else {
    count_above<edges, false>(own, other, count_b, edge, lane, above);
  }
}

/// One entry: its edges from the top down, some at a time, until every pair is placed.
template <class Real>
__device__ void count_entry(PairArguments<Real> const& arguments, SharedTile<Real>& other,
                            std::int64_t worker, TilePair const& pair, int lane) {
  TilePoints<Kokkos::CudaSpace> const& first = arguments.first;
  TilePoints<Kokkos::CudaSpace> const& second = arguments.second;
  int const count_a = first.count(pair.a);
  int const count_b = second.count(pair.b);
  bool const same = arguments.same_tiles && pair.a == pair.b;
  OwnPoints<Real> own;
  __syncwarp();
#pragma unroll
  for (int i = 0; i < PairShape::points_each; ++i) {
    int const at = lane + 32 * i;
    std::int64_t const a = std::int64_t{pair.a} * tile_size + at;
    std::int64_t const b = std::int64_t{pair.b} * tile_size + at;
    if constexpr (std::is_same_v<Real, double>) {
      own.x[i] = first.x(a);
      own.y[i] = first.y(a);
      own.z[i] = first.z(a);
      other.x[at] = second.x(b);
      other.y[at] = second.y(b);
      other.z[at] = second.z(b);
    } else {
      own.x[i] = static_cast<Real>(first.x(a) - second.center_x(pair.b));
      own.y[i] = static_cast<Real>(first.y(a) - second.center_y(pair.b));
      own.z[i] = static_cast<Real>(first.z(a) - second.center_z(pair.b));
      other.x[at] = second.near_x(b);
      other.y[at] = second.near_y(b);
      other.z[at] = second.near_z(b);
    }
  }
  __syncwarp();
  std::uint32_t const all = same ? count_a * (count_a - 1) / 2 : count_a * count_b;
  // Points beyond count_a stand far away, above every edge.
  std::uint32_t const far = same ? 0 : (tile_size - count_a) * count_b;
  int const region_a = first.region(pair.a);
  int const region_b = second.region(pair.b);
  auto const add = [&](int bin, std::uint32_t pairs) {
    if (lane == 0 && pairs != 0 && bin >= 0 && bin < arguments.tallies.shape.bins) {
      arguments.tallies.add(worker, region_a, region_b, bin, pairs, 0.0, 0.0);
    }
  };
  std::uint32_t placed = 0;
  int top = pair.highest + 1;
  while (top - 1 > pair.below && placed < all) {
    int const step = min(PairShape::edges_at_a_time, top - 1 - pair.below);
    Real const* const edge = arguments.edges + top - step;
    std::uint32_t above[PairShape::edges_at_a_time];
    switch (step) {
      case 1:
        count_above<1>(same, own, other, count_b, edge, lane, above);
        break;
      case 2:
        count_above<2>(same, own, other, count_b, edge, lane, above);
        break;
      case 3:
        count_above<3>(same, own, other, count_b, edge, lane, above);
        break;
      default:
        count_above<4>(same, own, other, count_b, edge, lane, above);
    }
#pragma unroll
    for (int k = PairShape::edges_at_a_time - 1; k >= 0; --k) {
      if (k < step) {
        std::uint32_t const valid = above[k] - far;
        add(top - step + k, valid - placed);
        placed = valid;
      }
    }
    top -= step;
  }
  add(pair.below, all - placed);
}

/// Warps take entries in turn.
template <class Real>
__global__ void __launch_bounds__(PairShape::threads)
    count_pairs_of_tiles(PairArguments<Real> const arguments) {
  __shared__ SharedTile<Real> tiles[PairShape::warps];
  int const lane = threadIdx.x % 32;
  int const warp = threadIdx.x / 32;
  std::int64_t const worker = std::int64_t{blockIdx.x} * PairShape::warps + warp;
  std::int64_t const workers = std::int64_t{gridDim.x} * PairShape::warps;
  for (std::int64_t entry = worker; entry < arguments.count; entry += workers) {
    count_entry(arguments, tiles[warp], worker, arguments.list[entry], lane);
  }
}

}  // namespace siderum::cuda
