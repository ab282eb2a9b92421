// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/legendre/walk.cuh>
#include <siderum/backends/portable/legendre_synthesis.hpp>

namespace siderum::cuda::legendre {

/// What the kernels of LegendreAnalysis are given. The blocks of pairs of an order are shared among
/// `slots` warps, each of which adds its own, one after the other, to its own partial sums.
template <class Real>
struct AnalysisArguments {
  GroupPlan plan;
  portable::RingModes<Real, Kokkos::CudaSpace> modes;
  portable::PairRange range;
  double* partial;  // (slots, maps, steps, 4)
  int* starts;      // (rows, slots): the first chunk that is written
  std::int64_t map_values;
  int first_block;
  int blocks;  // of positions that the range reaches
  int slots;
  int first_map;
  int maps;
  int staged;    // steps
  bool goes_on;  // adds to the partial sums of the ranges before

  /// p = first + second and r = (first - second) cos theta of a pair whose recurrence starts.
  __device__ void load(int map, OrderBlock const& block, int offset, DoublePair& even,
                       DoublePair& odd) const {
    even = {0.0, 0.0};
    odd = {0.0, 0.0};
    std::int64_t const m = block.m;
    std::int64_t const position = block.first_position + offset;
    std::int64_t const pair = plan.positions.pair(position);
    if (pair >= range.begin && pair < range.end && m < plan.orders[pair] &&
        plan.chunk[plan.place(block.row, position)] != GroupPlan::never) {
      auto const* const from =
          modes.values.data() + modes.place(first_map + map, 2 * (pair - range.begin), m);
      bool const has_second = plan.has_second[pair] > 0.0;
      double const cosine = plan.cos_theta[pair];
      Kokkos::complex<Real> const first = from[0];
      Kokkos::complex<Real> const second =
          has_second ? from[modes.slot_stride] : Kokkos::complex<Real>(Real{0}, Real{0});
      DoublePair const f{static_cast<double>(first.real()), static_cast<double>(first.imag())};
      DoublePair const s{static_cast<double>(second.real()), static_cast<double>(second.imag())};
      even = {f.x + s.x, f.y + s.y};
      odd = {(f.x - s.x) * cosine, (f.y - s.y) * cosine};
    }
  }

  __device__ double* sums(int slot, int map, std::int64_t m) const {
    return partial + (std::int64_t{slot} * maps + map) * map_values + 4 * plan.offset[m];
  }
};

/// Calls compute(block, slot, written) for each block of pairs of warp `task`, those nearest to the
/// equator first; chunks from `written` on hold sums of blocks before.
template <int width, class Real, class Compute>
__device__ __forceinline__ void for_each_block(AnalysisArguments<Real> const& given,
                                               std::int64_t task, Compute const& compute) {
  std::int64_t const row = task / given.slots;
  if (row >= given.plan.rows) {
    return;
  }
  std::int64_t const m = given.plan.order[row];
  int const slot = static_cast<int>(task % given.slots);
  int written = given.goes_on ? given.starts[task] : GroupPlan::never;
  for (int block = given.blocks - 1 - slot; block >= 0; block -= given.slots) {
    OrderBlock const order{row, m, std::int64_t{given.first_block + block} * width * group_pairs};
    written = min(written, compute(order, slot, written));
  }
  if (threadIdx.x % 32 == 0) {
    given.starts[task] = written;
  }
}

/// One order and `width` groups of pairs, one map, in a warp: every lane multiplies its q with p
/// and r of its pairs; the sums over lanes follow by exchange, for 8 steps x 4 components at once.
///
/// Lane bits 0 and 1 choose which component lies in which register, so that the first two exchanges
/// need no selection; bits 2 to 4 choose a step.
template <int width>
class OneMapAnalyser {
 public:
  template <class Real>
  __device__ void load(AnalysisArguments<Real> const& given, OrderBlock const& block) {
    int const lane = threadIdx.x % 32;
#pragma unroll
    for (int w = 0; w < width; ++w) {
      DoublePair even;
      DoublePair odd;
      given.load(0, block, w * group_pairs + lane, even, odd);
      DoublePair const a = lane % 2 == 1 ? odd : even;
      DoublePair const b = lane % 2 == 1 ? even : odd;
      bool const swap = lane / 2 % 2 == 1;
      weight_[w][0] = swap ? a.y : a.x;
      weight_[w][1] = swap ? a.x : a.y;
      weight_[w][2] = swap ? b.y : b.x;
      weight_[w][3] = swap ? b.x : b.y;
    }
  }

  /// The sums of a chunk are exchanged and written while the next one is computed.
  template <Form form>
  __device__ __forceinline__ void compute(Walk<width>& walk, WalkMemory<width> const& memory,
                                          double* sums, int written) {
    auto const stage = [](int, std::int64_t, int) {};
    double* const mine = sums + place();
    walk(states_, stage, [&](int first, int buffer, int step, int chunk) {
      double* const to = mine + std::int64_t{chunk} * (4 * chunk_steps);
      double const before = chunk >= written ? *to : 0.0;
      with_first<width, form>(first, [&](auto from) {
        double parts[chunk_steps];
        add<form, decltype(from)::value>(memory, buffer, step, parts);
#pragma unroll
        for (int i = 0; i < chunk_steps; ++i) {
          parts_[i] = parts[i];
        }
      });
      to_ = to;
      before_ = before;
    });
#pragma unroll
    for (int step = 0; step < chunk_steps; ++step) {
      finish_before(step);
    }
  }

 private:
  /// Which of the 8 x 4 sums of a chunk this lane ends with.
  __device__ static int place() {
    int const lane = threadIdx.x % 32;
    int const step = (lane / 4 % 2) * 4 + (lane / 8 % 2) * 2 + lane / 16;
    return 4 * step + (lane % 2) * 2 + lane / 2 % 2;
  }

  template <Form form, int first>
  __device__ __forceinline__ void add(WalkMemory<width> const& memory, int buffer, int first_step,
                                      double (&steps)[chunk_steps]) {
#pragma unroll
    for (int step = 0; step < chunk_steps; ++step) {
      StepCoefficients const recurrence =
          memory.template coefficients<form>(buffer, first_step + step);
      double parts[4] = {0.0, 0.0, 0.0, 0.0};
#pragma unroll
      for (int w = first; w < width; ++w) {
        double const q = advance<form>(states_, w, step, recurrence);
#pragma unroll
        for (int c = 0; c < 4; ++c) {
          parts[c] = fma(q, weight_[w][c], parts[c]);
        }
      }
      finish_before(step);
      parts[0] += __shfl_xor_sync(~0u, parts[2], 1);
      parts[1] += __shfl_xor_sync(~0u, parts[3], 1);
      steps[step] = parts[0] + __shfl_xor_sync(~0u, parts[1], 2);
    }
  }

  /// What is left to do for the chunk before, a little in each step of this one.
  __device__ __forceinline__ void finish_before(int step) {
    if (step == 0) {
      exchange<4>(parts_);
    } else if (step == 2) {
      exchange<2>(parts_);
    } else if (step == 4) {
      exchange<1>(parts_);
    } else if (step == 6 && to_ != nullptr) {
      *to_ = before_ + parts_[0];
    }
  }

  /// Halves the steps of this lane: 8 to 4 with lane + 4, 4 to 2 with lane + 8, 2 to 1 with lane +
  /// 16.
  template <int half>
  __device__ __forceinline__ static void exchange(double (&steps)[chunk_steps]) {
    constexpr int distance = 16 / half;
    bool const upper = (threadIdx.x & distance) != 0;
#pragma unroll
    for (int i = 0; i < half; ++i) {
      double const keep = upper ? steps[i + half] : steps[i];
      double const send = upper ? steps[i] : steps[i + half];
      steps[i] = keep + __shfl_xor_sync(~0u, send, distance);
    }
  }

  PairStates<width> states_;
  double weight_[width][4];
  double parts_[chunk_steps] = {};  // of the chunk before, by step
  double before_ = 0.0;             // what is added to them
  double* to_ = nullptr;
};

/// A warp for each order and slot. Registers are shared among 2, 3 or 4 blocks of a multiprocessor.
template <int width, class Real>
__global__ void __launch_bounds__(most_threads_of_block, width == 8 ? 2 : (width == 4 ? 3 : 4))
    analyse_map(AnalysisArguments<Real> const given) {
  extern __shared__ DoublePair shared_memory[];
  WalkMemory<width> const memory(
      shared_memory + threadIdx.x / 32 * WalkMemory<width>::size(given.staged), given.staged);
  for_each_block<width>(given, task_of_warp(), [&](OrderBlock const& block, int slot, int written) {
    Walk<width> walk(given.plan, block, memory);
    if (walk.start() != GroupPlan::never) {
      OneMapAnalyser<width> analyser;
      analyser.load(given, block);
      double* const sums = given.sums(slot, 0, block.m);
      with_form(walk.form(), [&](auto form) {
        analyser.template compute<decltype(form)::value>(walk, memory, sums, written);
      });
    }
    return walk.start();
  });
}

}  // namespace siderum::cuda::legendre
