// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda_pipeline.h>

#include <cstdint>
#include <type_traits>

#include <siderum/backends/portable/legendre/group_plan.hpp>
#include <siderum/backends/portable/legendre/group_stage.hpp>

namespace siderum::cuda::legendre {

using portable::legendre::advance;
using portable::legendre::chunk_steps;
using portable::legendre::DoublePair;
using portable::legendre::Form;
using portable::legendre::group_pairs;
using portable::legendre::GroupPlan;
using portable::legendre::PairStates;
using portable::legendre::Positions;
using portable::legendre::StepCoefficients;
using portable::legendre::Zone;

/// Steps that a warp stages at once for several maps; for one map it is a choice of the stage, as
/// are the warps of a block. Warps share nothing, but orders that they have in common stay in the
/// cache.
inline constexpr int usual_staged_steps = 32;
inline constexpr int most_threads_of_block =
    32 * portable::legendre::GroupStage<Kokkos::Cuda>::most_blocks_of_team;

/// The task of this warp.
__device__ inline std::int64_t task_of_warp() {
  return std::int64_t{blockIdx.x} * (blockDim.x / 32) + threadIdx.x / 32;
}

/// Shared memory of one warp, while it walks through the steps of one order with `width` groups of
/// pairs.
template <int width>
class WalkMemory {
 public:
  /// Elements of shared memory.
  __host__ __device__ static constexpr int size(int staged) {
    return 4 * staged + width * group_pairs + width * group_pairs / 4;
  }

  __device__ WalkMemory(DoublePair* memory, int staged) : memory_(memory), staged_(staged) {}

  __device__ int staged() const { return staged_; }
  /// a_i and b_i, c_i or beta_i of a staged step.
  __device__ DoublePair& here(int buffer, int step) const {
    return memory_[buffer * staged_ + step];
  }
  /// slope_i and beta_i beside them.
  __device__ DoublePair& last(int buffer, int step) const {
    return memory_[(2 + buffer) * staged_ + step];
  }
  __device__ DoublePair& state(int pair) const { return memory_[4 * staged_ + pair]; }
  __device__ int& chunk(int pair) const {
    return reinterpret_cast<int*>(memory_ + 4 * staged_ + width * group_pairs)[pair];
  }
  /// What is behind it.
  __device__ DoublePair* end() const { return memory_ + size(staged_); }

  /// The coefficients of a chunk from a staged step on.
  template <Form form>
  __device__ __forceinline__ StepCoefficients coefficients(int buffer, int step) const {
    return {here(buffer, step),
            form == Form::last_by_differences ? last(buffer, step) : DoublePair{0.0, 0.0}};
  }

 private:
  DoublePair* memory_;
  int staged_;
};

/// One order and the positions first_position ... of one warp.
struct OrderBlock {
  std::int64_t row;  // of the plan
  std::int64_t m;
  std::int64_t first_position;
};

/// Goes through the chunks of an order from the first that matters to any pair. Pairs join where
/// they exceed 2^-60, before which their q is 0; groups of pairs, of which those nearest to the
/// equator come first, are computed only from their first chunk on.
///
/// stage_more(buffer, at, step) stages what else belongs to step `at` of all; each(first, buffer,
/// step, chunk) computes a chunk for the groups first .. width - 1, whose steps are staged from
/// `step` on.
template <int width>
class Walk {
 public:
  __device__ Walk(GroupPlan const& plan, OrderBlock const& block, WalkMemory<width> const& memory)
      : plan_(plan),
        memory_(memory),
        offset_(plan.offset[block.m]),
        chunks_(plan.chunks(block.m)),
        form_(plan.form(block.first_position, width)) {
    row_ = plan.place(block.row, block.first_position);
    zone_ = plan.positions.zone(block.first_position);
    int const* const starts = plan.group_chunk + row_ / group_pairs;
#pragma unroll
    for (int w = 0; w < width; ++w) {
      group_start_[w] = starts[w];
      start_ = min(start_, group_start_[w]);
    }
  }

  __device__ Form form() const {
    return form_;
  }
  /// The first chunk; GroupPlan::never where all is negligible.
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
    int const staged_chunks = memory_.staged() / chunk_steps;
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
    double const g = plan_.parity_scale[plan_.order[row_ / plan_.padded]];
    states.scale = {1.0 / g, g};
#pragma unroll
    for (int w = 0; w < width; ++w) {
      int const at = w * group_pairs + lane;
      __pipeline_memcpy_async(&memory_.state(at), plan_.state + row_ + at, sizeof(DoublePair));
      int const chunk = plan_.chunk[row_ + at];
      memory_.chunk(at) = chunk;
      last_join_ = chunk == GroupPlan::never ? last_join_ : max(last_join_, chunk);
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
    auto const [slope, rest] = plan_.coefficients(zone_);
    std::int64_t const first = std::int64_t{chunk} * chunk_steps;
    auto const left = static_cast<int>(
        min(std::int64_t{memory_.staged()}, std::int64_t{chunks_} * chunk_steps - first));
    for (int step = threadIdx.x % 32; step < left; step += 32) {
      std::int64_t const at = offset_ + first + step;
      DoublePair& to = memory_.here(buffer, step);
      __pipeline_memcpy_async(&to.x, slope + at, sizeof(double));
      __pipeline_memcpy_async(&to.y, rest + at, sizeof(double));
      if (form_ == Form::last_by_differences) {
        DoublePair& last = memory_.last(buffer, step);
        __pipeline_memcpy_async(&last.x, plan_.slope + at, sizeof(double));
        __pipeline_memcpy_async(&last.y, plan_.beta + at, sizeof(double));
      }
      stage_more(buffer, at, step);
    }
    __pipeline_commit();
  }

  __device__ __forceinline__ void join(PairStates<width>& states, int chunk, int& first, int lane) {
#pragma unroll
    for (int w = 0; w < width; ++w) {
      int const at = w * group_pairs + lane;
      if (memory_.chunk(at) == chunk) {
        DoublePair const state = memory_.state(at);
        states.value[w] = state.x;
        states.before[w] = state.y;
      }
      first = group_start_[w] <= chunk ? min(first, w) : first;
    }
  }

  GroupPlan const& plan_;
  WalkMemory<width> memory_;
  std::int64_t offset_;
  std::int64_t row_;
  int chunks_;
  int start_ = GroupPlan::never;
  int last_join_ = -1;
  int group_start_[width];
  Zone zone_;
  Form form_;
};

/// Calls compute(first) with `first` known when compiling; 0 for the rare Form::differences.
template <int width, Form form, int from = 0, class Compute>
__device__ __forceinline__ void with_first(int first, Compute const& compute) {
  if constexpr (from + 1 >= width || form == Form::differences) {
    compute(std::integral_constant<int, from>{});
  } else if (first <= from) {
    compute(std::integral_constant<int, from>{});
  } else {
    with_first<width, form, from + 1>(first, compute);
  }
}

/// Calls compute(form) with the form known when compiling.
template <class Compute>
__device__ __forceinline__ void with_form(Form form, Compute const& compute) {
  if (form == Form::products) {
    compute(std::integral_constant<Form, Form::products>{});
  } else if (form == Form::last_by_differences) {
    compute(std::integral_constant<Form, Form::last_by_differences>{});
  } else {
    compute(std::integral_constant<Form, Form::differences>{});
  }
}

}  // namespace siderum::cuda::legendre
