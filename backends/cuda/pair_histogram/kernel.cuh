// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/cuda/warp.cuh>
#include <siderum/backends/portable/pair_histogram.hpp>

namespace siderum::cuda {

/// Threads and shared memory of the kernel of PairHistogram: one warp per entry of the list.
struct PairShape {
  static constexpr int warps = 8;
  static constexpr int threads = 32 * warps;
  /// Blocks of a multiprocessor, at least: as many as leave room for all sums in registers.
  static constexpr int blocks(bool moments) { return moments ? 3 : 4; }
  static constexpr int points_each = tile_size / 32;
  static constexpr int edges_at_a_time = 4;
};

template <class Real>
using PairArguments = PairTask<Real, Kokkos::CudaSpace>;

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
  std::uint64_t const low = add_over_warp(value & 0xffffu);
  std::uint64_t const high = add_over_warp(value >> 16);
  return low + (high << 16);
}

/// Where c2 >= limit, adds 1 to `count` and `units` to `total`: the comparison decides about the
/// additions themselves, without a selection before each.
__device__ inline void add_if_reached(double c2, double limit, std::uint32_t units,
                                      std::uint32_t& count, std::uint32_t& total) {
  asm("{\n\t.reg .pred reached;\n\tsetp.ge.f64 reached, %2, %3;\n\t"
      "@reached add.u32 %0, %0, 1;\n\t@reached add.u32 %1, %1, %4;\n\t}"
      : "+r"(count), "+r"(total)
      : "d"(c2), "d"(limit), "r"(units));
}
__device__ inline void add_if_reached(float c2, float limit, std::uint32_t units,
                                      std::uint32_t& count, std::uint32_t& total) {
  asm("{\n\t.reg .pred reached;\n\tsetp.ge.f32 reached, %2, %3;\n\t"
      "@reached add.u32 %0, %0, 1;\n\t@reached add.u32 %1, %1, %4;\n\t}"
      : "+r"(count), "+r"(total)
      : "f"(c2), "f"(limit), "r"(units));
}

/// What a pass looks for: pairs that reach its edges, and with moments the sums of their c2.
enum class PairPass : std::uint8_t {
  count,         ///< how many pairs reach each edge
  first_moment,  ///< and their moments, from the highest bin down
  next_moment,   ///< the same below `top`, above which the pass before has placed the pairs
};

/// The pairs of a warp that reach an edge of a pass but not its next higher one, and their moment.
struct PlacedPairs {
  std::uint32_t pairs[PairShape::edges_at_a_time];
  double moment[PairShape::edges_at_a_time] = {};
  double lower_moment = 0.0;  ///< of those that reach none
};

/// What one thread has met: how many of its pairs reach each edge, and the sums of their c2.
template <int sums>
struct ThreadSums {
  std::uint32_t count[sums] = {};
  std::uint32_t total[sums] = {};
};

/// Adds up the warp's sums. What pairs beyond the highest edge add modulo 2^32 is in both terms of
/// a difference.
///
/// @param every  the sums of c2 of all pairs of each of the thread's points
template <int edges, bool moments, int sums>
__device__ void add_up(ThreadSums<sums> const& of_thread, std::uint32_t const* every, int count_a,
                       int lane, double unit, PlacedPairs& placed) {
  std::uint32_t const* const count = of_thread.count;
  std::uint32_t const* const total = of_thread.total;
#pragma unroll
  for (int k = 0; k < edges; ++k) {
    placed.pairs[k] = add_over_warp(k + 1 < sums ? count[k] - count[k + 1] : count[k]);
    if (moments) {
      std::uint32_t const units = k + 1 < sums ? total[k] - total[k + 1] : total[k];
      placed.moment[k] = unit * static_cast<double>(sum_of_warp(units));
    }
  }
  if (moments) {
    std::uint32_t lower = 0u - total[0];
#pragma unroll
    for (int i = 0; i < PairShape::points_each; ++i) {
      lower += lane + 32 * i < count_a ? every[i] : 0u;  // the other points are NaN
    }
    placed.lower_moment = unit * static_cast<double>(sum_of_warp(lower));
  }
}

/// Compares the pairs of the warp's points and those of the second tile with the edges from
/// `lowest` on (before the first edge, with that).
///
/// @param top  no pair that is wanted reaches it; moments are integers in units of it
template <int edges, bool same, PairPass pass, class Real>
__device__ void place_pairs(OwnPoints<Real> const& own, SharedTile<Real> const& other, int count_a,
                            int count_b, Real const* edge, int lowest, Real top, int lane,
                            PlacedPairs& placed) {
  constexpr bool moments = pass != PairPass::count;
  constexpr int sums = pass == PairPass::next_moment ? edges + 1 : edges;
  Real limit[sums];
  ThreadSums<sums> sums_of_thread;
  for (int k = 0; k < sums; ++k) {
    limit[k] = k < edges ? edge[max(lowest + k, 0)] : top;
  }
  std::uint32_t every[PairShape::points_each] = {};  // moments of all pairs of a point
  MomentScale<Real> const scale(moments ? top : Real(1));
#pragma unroll(moments ? 2 : 4)
  for (int j = 0; j < count_b; ++j) {
    Real const x = other.x[j];
    Real const y = other.y[j];
    Real const z = other.z[j];
#pragma unroll
    for (int i = 0; i < PairShape::points_each; ++i) {
      Real const dx = own.x[i] - x;
      Real const dy = own.y[i] - y;
      Real const dz = own.z[i] - z;
      Real c2 = fma(dz, dz, fma(dy, dy, dx * dx));
      std::uint32_t units = moments ? scale(c2) : 0u;
      if (same) {
        bool const met = lane + 32 * i < j;
        c2 = met ? c2 : Real(-1);
        units = met ? units : 0u;
      }
      every[i] += units;
#pragma unroll
      for (int k = 0; k < sums; ++k) {
        if constexpr (moments) {
          add_if_reached(c2, limit[k], units, sums_of_thread.count[k], sums_of_thread.total[k]);
        } else {
          sums_of_thread.count[k] += c2 >= limit[k] ? 1u : 0u;
        }
      }
    }
  }
  add_up<edges, moments>(sums_of_thread, every, count_a, lane, scale.unit, placed);
}

template <bool same, PairPass pass, class... Arguments>
__device__ void place_pairs_of(int edges, Arguments&... arguments) {
  switch (edges) {
    case 1:
      return place_pairs<1, same, pass>(arguments...);
    case 2:
      return place_pairs<2, same, pass>(arguments...);
    case 3:
      return place_pairs<3, same, pass>(arguments...);
    default:
      return place_pairs<4, same, pass>(arguments...);
  }
}

/// Which of the forms of place_pairs an entry takes. With moments few of them are for fewer than
/// four edges: the warps of a multiprocessor are in different ones, and the instructions of all of
/// them have to fit its caches.
template <PairPass pass, class... Arguments>
__device__ void place_pairs(int edges, bool same, Arguments&... arguments) {
  if (same) {
    if constexpr (pass == PairPass::count) {
      return place_pairs_of<true, pass>(edges, arguments...);
    } else {
      return place_pairs<PairShape::edges_at_a_time, true, pass>(arguments...);
    }
  }
  if constexpr (pass == PairPass::next_moment) {
    return place_pairs<PairShape::edges_at_a_time, false, pass>(arguments...);
  } else {
    return place_pairs_of<false, pass>(edges, arguments...);
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
    auto const a = position_of_first<Real>(first, second, pair, at);
    auto const b = position_of_second<Real>(second, pair, at);
    own.x[i] = a.x;
    own.y[i] = a.y;
    own.z[i] = a.z;
    other.x[at] = b.x;
    other.y[at] = b.y;
    other.z[at] = b.z;
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
  Real const* const edges = arguments.edges.data();
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
  // What reaches no edge is in the bin `below`. Where there is one bin only and its moment is
  // wanted, its own edge is looked at.
  int top = pair.highest + 1;
  int const lowest = max(moments ? min(pair.below + 1, top - 1) : pair.below + 1, 0);
  std::uint32_t placed = 0;
  PlacedPairs here;
  while (top > lowest && placed < all) {
    bool const is_first = top > pair.highest;
    int const step = moments && (same || !is_first) ? PairShape::edges_at_a_time
                                                    : min(PairShape::edges_at_a_time, top - lowest);
    int const bottom = top - step;
    Real const limit = edges[min(top, bins)];
    if constexpr (!moments) {
      place_pairs<PairPass::count>(step, same, own, other, count_a, count_b, edges, bottom, limit,
                                   lane, here);
    } else if (is_first) {
      place_pairs<PairPass::first_moment>(step, same, own, other, count_a, count_b, edges, bottom,
                                          limit, lane, here);
    } else {
      place_pairs<PairPass::next_moment>(step, same, own, other, count_a, count_b, edges, bottom,
                                         limit, lane, here);
    }
#pragma unroll
    for (int k = PairShape::edges_at_a_time - 1; k >= 0; --k) {
      if (k < step) {
        // Without moments the highest edge counts what has been placed before as well.
        std::uint32_t const inside = here.pairs[k] - (!moments && k == step - 1 ? placed : 0u);
        add(bottom + k, inside, here.moment[k]);
        placed += inside;
      }
    }
    top = bottom;
  }
  add(pair.below, all - placed, here.lower_moment);
}

/// Warps take entries in turn.
template <bool moments, class Real>
__global__ void __launch_bounds__(PairShape::threads, PairShape::blocks(moments))
    count_pairs_of_tiles(PairArguments<Real> const arguments) {
  __shared__ SharedTile<Real> tiles[PairShape::warps];
  int const lane = threadIdx.x % 32;
  int const warp = threadIdx.x / 32;
  std::int64_t const worker = std::int64_t{blockIdx.x} * PairShape::warps + warp;
  std::int64_t const workers = std::int64_t{gridDim.x} * PairShape::warps;
  for (std::int64_t entry = worker; entry < arguments.count; entry += workers) {
    count_entry<moments>(arguments, tiles[warp], worker, arguments.list(entry), lane);
  }
}

}  // namespace siderum::cuda
