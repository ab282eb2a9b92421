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
  static constexpr int blocks = 4;  ///< of a multiprocessor, at least
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

/// Moments as 32-bit integers: c2 in units of 2^-24 of a power of two above `largest`, which one
/// addition brings to the low bits of a floating-point number. What overflows for pairs beyond
/// `largest` is left out: they are not summed.
template <class Real>
struct MomentScale;

template <>
struct MomentScale<double> {
  double shift;
  double unit;
  __device__ explicit MomentScale(double largest) {
    int exponent = 0;
    frexp(largest, &exponent);
    unit = ldexp(1.0, exponent - 24);
    shift = 0x1.8p52 * unit;
  }
  __device__ std::uint32_t operator()(double c2) const {
    return static_cast<std::uint32_t>(__double2loint(c2 + shift));
  }
};

template <>
struct MomentScale<float> {
  float shift;
  double unit;
  __device__ explicit MomentScale(float largest) {
    int exponent = 0;
    frexpf(largest, &exponent);
    unit = ldexp(1.0, exponent - 22);
    shift = 0x1.8p23f * static_cast<float>(unit);
  }
  __device__ std::uint32_t operator()(float c2) const {
    return __float_as_uint(c2 + shift) - __float_as_uint(shift);
  }
};

/// Sum of 32-bit numbers over the warp.
__device__ inline std::uint64_t sum_of_warp(std::uint32_t value) {
  std::uint64_t const low = __reduce_add_sync(0xffffffffu, value & 0xffffu);
  std::uint64_t const high = __reduce_add_sync(0xffffffffu, value >> 16);
  return low + (high << 16);
}

/// How many pairs of the warp's points with the second tile have edge[k] <= c2; or, with moments,
/// how many reach edge[k] and not edge[k + 1], and their moment.
template <int edges, bool same, bool moments, class Real>
__device__ void count_above(OwnPoints<Real> const& own, SharedTile<Real> const& other, int count_b,
                            Real const* edge, int lane, std::uint32_t* pairs, double* moment) {
  constexpr int sums = moments ? edges + 1 : edges;
  Real limit[sums];
  std::uint32_t count[sums];
  std::uint32_t total[sums];
  for (int k = 0; k < sums; ++k) {
    limit[k] = edge[k];
    count[k] = 0;
    total[k] = 0;
  }
  MomentScale<Real> const scale(moments ? limit[sums - 1] : Real(1));
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
      std::uint32_t const units = moments ? scale(c2) : 0u;
#pragma unroll
      for (int k = 0; k < sums; ++k) {
        bool const reached = met && c2 >= limit[k];
        count[k] += reached ? 1u : 0u;
        if (moments) {
          total[k] += reached ? units : 0u;
        }
      }
    }
  }
#pragma unroll
  for (int k = 0; k < edges; ++k) {
    if constexpr (!moments) {
      pairs[k] = __reduce_add_sync(0xffffffffu, count[k]);
    } else {
      // What pairs beyond the highest edge add modulo 2^32 is in both terms.
      pairs[k] = __reduce_add_sync(0xffffffffu, count[k] - count[k + 1]);
      moment[k] = static_cast<double>(sum_of_warp(total[k] - total[k + 1])) * scale.unit;
    }
  }
}

template <int edges, bool moments, class Real>
__device__ void count_above(bool same, OwnPoints<Real> const& own, SharedTile<Real> const& other,
                            int count_b, Real const* edge, int lane, std::uint32_t* pairs,
                            double* moment) {
  if (same) {
    count_above<edges, true, moments>(own, other, count_b, edge, lane, pairs, moment);
  } else {
    count_above<edges, false, moments>(own, other, count_b, edge, lane, pairs, moment);
  }
}

/// The first tile of an entry to the registers of the warp, the second to shared memory.
template <class Real>
__device__ void load_tiles(TilePoints<Kokkos::CudaSpace> const& first,
                           TilePoints<Kokkos::CudaSpace> const& second, TilePair const& pair,
                           int lane, OwnPoints<Real>& own, SharedTile<Real>& other) {
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
}

/// One entry: its edges from the top down, some at a time, until every pair is placed.
template <bool moments, class Real>
__device__ void count_entry(PairArguments<Real> const& arguments, SharedTile<Real>& other,
                            std::int64_t worker, TilePair const& pair, int lane) {
  TilePoints<Kokkos::CudaSpace> const& first = arguments.first;
  TilePoints<Kokkos::CudaSpace> const& second = arguments.second;
  int const count_a = first.count(pair.a);
  int const count_b = second.count(pair.b);
  bool const same = arguments.same_tiles && pair.a == pair.b;
  OwnPoints<Real> own;
  load_tiles(first, second, pair, lane, own, other);
  std::uint32_t const all = same ? count_a * (count_a - 1) / 2 : count_a * count_b;
  int const region_a = first.region(pair.a);
  int const region_b = second.region(pair.b);
  int const bins = static_cast<int>(arguments.tallies.shape.bins);
  auto const add = [&](int bin, std::uint32_t pairs, double moment) {
    if (lane == 0 && pairs != 0 && bin >= 0 && bin < bins) {
      arguments.tallies.add(worker, region_a, region_b, bin, pairs, 0.0, moment);
    }
  };
  // Below the lowest edge that is looked at lie the pairs that are left; where their moment is
  // wanted too, one more edge tells it.
  int const lowest = moments ? max(static_cast<int>(pair.below), 0) : pair.below + 1;
  int top = moments ? min(static_cast<int>(pair.highest), bins - 1) + 1 : pair.highest + 1;
  std::uint32_t placed = 0;
  while (top > lowest && placed < all) {
    int const step = min(PairShape::edges_at_a_time, top - lowest);
    Real const* const edge = arguments.edges + top - step;
    std::uint32_t above[PairShape::edges_at_a_time];
    double moment[PairShape::edges_at_a_time] = {};
    switch (step) {
      case 1:
        count_above<1, moments>(same, own, other, count_b, edge, lane, above, moment);
        break;
      case 2:
        count_above<2, moments>(same, own, other, count_b, edge, lane, above, moment);
        break;
      case 3:
        count_above<3, moments>(same, own, other, count_b, edge, lane, above, moment);
        break;
      default:
        count_above<4, moments>(same, own, other, count_b, edge, lane, above, moment);
    }
#pragma unroll
    for (int k = PairShape::edges_at_a_time - 1; k >= 0; --k) {
      if (k < step) {
        std::uint32_t const inside = moments ? above[k] : above[k] - placed;
        add(top - step + k, inside, moment[k]);
        placed += inside;
      }
    }
    top -= step;
  }
  if (!moments) {
    add(pair.below, all - placed, 0.0);
  }
}

/// Warps take entries in turn.
template <bool moments, class Real>
__global__ void __launch_bounds__(PairShape::threads, PairShape::blocks)
    count_pairs_of_tiles(PairArguments<Real> const arguments) {
  __shared__ SharedTile<Real> tiles[PairShape::warps];
  int const lane = threadIdx.x % 32;
  int const warp = threadIdx.x / 32;
  std::int64_t const worker = std::int64_t{blockIdx.x} * PairShape::warps + warp;
  std::int64_t const workers = std::int64_t{gridDim.x} * PairShape::warps;
  for (std::int64_t entry = worker; entry < arguments.count; entry += workers) {
    count_entry<moments>(arguments, tiles[warp], worker, arguments.list[entry], lane);
  }
}

}  // namespace siderum::cuda
