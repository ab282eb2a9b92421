// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/legendre/walk.cuh>
#include <siderum/backends/portable/legendre_synthesis.hpp>

namespace siderum::cuda::legendre {

/// What the kernels of LegendreSynthesis are given.
template <class Real>
struct SynthesisArguments {
  GroupPlan plan;
  DoublePair const* sums;  // (maps, steps, 2): A_i and B_i
  std::int64_t map_sums;   // from map to map
  portable::RingModes<Real, Kokkos::CudaSpace> modes;
  portable::PairRange range;
  int first_block;
  int blocks;  // of positions that the range reaches, for each order
  int first_map;
  int maps;
  int staged;  // steps

  /// Warp `task`, of those that there are, has the orders one after the other, the longest first.
  template <int width>
  __device__ OrderBlock block(std::int64_t task) const {
    std::int64_t const row = task / blocks;
    std::int64_t const block = blocks - 1 - task % blocks;
    return {row, plan.order[row], (first_block + block) * width * group_pairs};
  }

  /// F of the rings of a pair from sum A q and sum B q.
  __device__ void store_first(int map, std::int64_t pair, std::int64_t m, DoublePair even,
                              DoublePair odd) const {
    if (pair >= range.begin && pair < range.end && m < plan.orders[pair]) {
      store(map, 2 * (pair - range.begin), m, plan.cos_theta[pair], even, odd);
    }
  }
  __device__ void store_second(int map, std::int64_t pair, std::int64_t m, DoublePair even,
                               DoublePair odd) const {
    if (pair >= range.begin && pair < range.end && m < plan.orders[pair] &&
        plan.has_second[pair] > 0.0) {
      store(map, 2 * (pair - range.begin) + 1, m, -plan.cos_theta[pair], even, odd);
    }
  }
  __device__ void store(int map, std::int64_t slot, std::int64_t m, double cosine, DoublePair even,
                        DoublePair odd) const {
    modes.values.data()[modes.place(first_map + map, slot, m)] =
        Kokkos::complex<Real>(static_cast<Real>(fma(cosine, odd.x, even.x)),
                              static_cast<Real>(fma(cosine, odd.y, even.y)));
  }
};

template <int width>
class SynthesisMemory {
 public:
  __host__ __device__ static constexpr int size(int staged) {
    return WalkMemory<width>::size(staged) + 4 * staged;
  }

  __device__ SynthesisMemory(DoublePair* memory, int staged) : walk_(memory, staged) {}

  __device__ WalkMemory<width> const& walk() const { return walk_; }
  /// A_i and B_i of a staged step, side by side.
  __device__ DoublePair* sums(int buffer, int step) const {
    return walk_.end() + 2 * (buffer * walk_.staged() + step);
  }

 private:
  WalkMemory<width> walk_;
};

/// One order and `width` groups of pairs, one map, in a warp.
template <int width>
class OneMapSynthesizer {
 public:
  template <Form form, class Real>
  __device__ __forceinline__ void compute(SynthesisArguments<Real> const& given, Walk<width>& walk,
                                          SynthesisMemory<width> const& memory) {
    auto const stage = [&](int buffer, std::int64_t at, int step) {
      DoublePair* const to = memory.sums(buffer, step);
      __pipeline_memcpy_async(to, given.sums + 2 * at, sizeof(DoublePair));
      __pipeline_memcpy_async(to + 1, given.sums + 2 * at + 1, sizeof(DoublePair));
    };
    walk(states_, stage, [&](int first, int buffer, int step, int) {
      with_first<width, form>(
          first, [&](auto from) { add<form, decltype(from)::value>(memory, buffer, step); });
    });
  }

  template <class Real>
  __device__ void store(SynthesisArguments<Real> const& given, OrderBlock const& block) const {
#pragma unroll
    for (int w = 0; w < width; ++w) {
      std::int64_t const pair =
          given.plan.positions.pair(block.first_position + w * group_pairs + threadIdx.x % 32);
      given.store_first(0, pair, block.m, even_[w], odd_[w]);
      given.store_second(0, pair, block.m, even_[w], odd_[w]);
    }
  }

 private:
  template <Form form, int first>
  __device__ __forceinline__ void add(SynthesisMemory<width> const& memory, int buffer,
                                      int first_step) {
#pragma unroll
    for (int step = 0; step < chunk_steps; ++step) {
      StepCoefficients const recurrence =
          memory.walk().template coefficients<form>(buffer, first_step + step);
      DoublePair const a = memory.sums(buffer, first_step + step)[0];
      DoublePair const b = memory.sums(buffer, first_step + step)[1];
#pragma unroll
      for (int w = first; w < width; ++w) {
        double const q = advance<form>(states_, w, step, recurrence);
        even_[w].x = fma(q, a.x, even_[w].x);
        even_[w].y = fma(q, a.y, even_[w].y);
        odd_[w].x = fma(q, b.x, odd_[w].x);
        odd_[w].y = fma(q, b.y, odd_[w].y);
      }
    }
  }

  PairStates<width> states_;
  DoublePair even_[width] = {};
  DoublePair odd_[width] = {};
};

/// A warp for each order and block of pairs. Registers are shared among 2, 4 or 5 blocks of a
/// multiprocessor.
template <int width, class Real>
__global__ void __launch_bounds__(most_threads_of_block, width == 8 ? 2 : (width == 4 ? 4 : 5))
    synthesize_map(SynthesisArguments<Real> const given) {
  extern __shared__ DoublePair shared_memory[];
  SynthesisMemory<width> const memory(
      shared_memory + threadIdx.x / 32 * SynthesisMemory<width>::size(given.staged), given.staged);
  if (task_of_warp() >= given.plan.rows * given.blocks) {
    return;
  }
  auto const block = given.template block<width>(task_of_warp());
  OneMapSynthesizer<width> synthesizer;
  Walk<width> walk(given.plan, block, memory.walk());
  if (walk.start() != GroupPlan::never) {
    with_form(walk.form(), [&](auto form) {
      synthesizer.template compute<decltype(form)::value>(given, walk, memory);
    });
  }
  synthesizer.store(given, block);
}

}  // namespace siderum::cuda::legendre
