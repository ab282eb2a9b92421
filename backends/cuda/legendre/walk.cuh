// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_pipeline.h>

#include <cstdint>
#include <type_traits>

#include <siderum/backends/cuda/legendre/plan.cuh>

namespace siderum::cuda::legendre {

/// Steps that a warp stages at once, one in each lane.
inline constexpr int staged_steps = 32;
inline constexpr int staged_chunks = staged_steps / chunk_steps;

/// Warps of a block. They share nothing, but orders that they have in common stay in the cache.
inline constexpr int warps_of_block = 4;
inline constexpr int threads_of_block = 32 * warps_of_block;

/// Blocks of a multiprocessor that registers are shared among.
template <int width>
inline constexpr int resident_blocks = width == 8 ? 2 : (width == 4 ? 4 : 5);

/// The task of this warp.
__device__ inline std::int64_t task_of_warp() {
  return std::int64_t{blockIdx.x} * warps_of_block + threadIdx.x / 32;
}

/// That of this warp in the shared memory of a block.
template <class Memory>
__device__ __forceinline__ Memory& memory_of_warp(double2* shared) {
  return reinterpret_cast<Memory*>(shared)[threadIdx.x / 32];
}

/// Shared memory of one warp, while it walks through the steps of one order with `width` groups of
/// pairs.
template <int width>
struct WalkMemory {
  double2 coefficients[2][staged_steps];  // a_i and b_i, c_i or beta_i
  double2 state[width * group_pairs];
  int chunk[width * group_pairs];
};

/// One order and the positions first_position ... of one warp.
struct OrderBlock {
  std::int64_t m;
  std::int64_t first_position;
};

/// Goes through the chunks of an order from the first that matters to any pair. Pairs join where
/// they exceed 2^-60, before which their q is 0; groups of pairs, of which those nearest to the
/// equator come first, are computed only from their first chunk on.
///
/// stage_more(buffer, step, lane) stages what else belongs to a step; each(first, buffer, step,
/// chunk) computes a chunk for the groups first .. width - 1, whose steps are staged from `step`
/// on.
template <int width>
class Walk {
 public:
  __device__ Walk(Plan const& plan, OrderBlock const& block, WalkMemory<width>& memory)
      : plan_(plan), memory_(memory), offset_(plan.offset[block.m]), chunks_(plan.chunks(block.m)) {
    row_ = block.m * plan.padded + block.first_position;
    zone_ = plan.positions.zone(block.first_position);
    int const* const starts = plan.group_chunk + row_ / group_pairs;
#pragma unroll
    for (int w = 0; w < width; ++w) {
      group_start_[w] = starts[w];
      start_ = min(start_, group_start_[w]);
    }
  }

  /// The first chunk; Plan::never where all is negligible.
  __device__ int start() const {
    return start_;
  }

  template <class StageMore, class Each>
  __device__ __forceinline__ void operator()(PairStates<width>& states, StageMore const& stage_more,
                                             Each const& each) {
    int const lane = threadIdx.x % 32;
    __syncwarp();
    begin(states);
    stage(0, start_, stage_more);
    int first = width;
    int buffer = 0;
    for (int begin = start_; begin < chunks_; begin += staged_chunks) {
      __syncwarp();
      stage(1 - buffer, begin + staged_chunks, stage_more);
      __pipeline_wait_prior(1);
      __syncwarp();
      int const end = min(begin + staged_chunks, chunks_);
      for (int chunk = begin; chunk < end; ++chunk) {
        if (chunk <= last_join_) {
          join(states, chunk, first, lane);
        }
        each(first, buffer, (chunk - begin) * chunk_steps, chunk);
      }
      buffer = 1 - buffer;
    }
    __pipeline_wait_prior(0);
  }

 private:
  __device__ __forceinline__ void begin(PairStates<width>& states) {
    int const lane = threadIdx.x % 32;
    std::int64_t const first_position = row_ % plan_.padded;
    double const g = plan_.parity_scale[row_ / plan_.padded];
    states.scale = {1.0 / g, g};
#pragma unroll
    for (int w = 0; w < width; ++w) {
      int const at = w * group_pairs + lane;
      __pipeline_memcpy_async(&memory_.state[at], plan_.state + row_ + at, sizeof(double2));
      int const chunk = plan_.chunk[row_ + at];
      memory_.chunk[at] = chunk;
      last_join_ = chunk == Plan::never ? last_join_ : max(last_join_, chunk);
      std::int64_t const pair = plan_.positions.pair(first_position + at);
      states.x[w] = pair == Positions::none ? 0.0 : plan_.variable(zone_, pair);
      states.value[w] = 0.0;
      states.before[w] = 0.0;
    }
    for (int distance = 16; distance > 0; distance /= 2) {
      last_join_ = max(last_join_, __shfl_xor_sync(~0u, last_join_, distance));
    }
  }

  template <class StageMore>
  __device__ __forceinline__ void stage(int buffer, int chunk, StageMore const& stage_more) {
    int const lane = threadIdx.x % 32;
    std::int64_t const step = std::int64_t{chunk} * chunk_steps + lane;
    if (step < std::int64_t{chunks_} * chunk_steps) {
      std::int64_t const at = offset_ + step;
      auto const [slope, rest] = plan_.coefficients(zone_);
      double2& to = memory_.coefficients[buffer][lane];
      __pipeline_memcpy_async(&to.x, slope + at, sizeof(double));
      __pipeline_memcpy_async(&to.y, rest + at, sizeof(double));
      stage_more(buffer, at, lane);
    }
    __pipeline_commit();
  }

  __device__ __forceinline__ void join(PairStates<width>& states, int chunk, int& first, int lane) {
#pragma unroll
    for (int w = 0; w < width; ++w) {
      int const at = w * group_pairs + lane;
      if (memory_.chunk[at] == chunk) {
        double2 const state = memory_.state[at];
        states.value[w] = state.x;
        states.before[w] = state.y;
      }
      first = group_start_[w] <= chunk ? min(first, w) : first;
    }
  }

  Plan const& plan_;
  WalkMemory<width>& memory_;
  std::int64_t offset_;
  std::int64_t row_;
  int chunks_;
  int start_ = Plan::never;
  int last_join_ = -1;
  int group_start_[width];
  Zone zone_;
};

/// Calls compute(first) with `first` known when compiling.
template <int width, int from = 0, class Compute>
__device__ __forceinline__ void with_first(int first, Compute const& compute) {
  if constexpr (from + 1 >= width) {
    compute(std::integral_constant<int, from>{});
  } else if (first <= from) {
    compute(std::integral_constant<int, from>{});
  } else {
    with_first<width, from + 1>(first, compute);
  }
}

}  // namespace siderum::cuda::legendre
