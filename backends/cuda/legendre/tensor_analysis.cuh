// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/legendre/analysis_kernel.cuh>
#include <siderum/backends/cuda/legendre/tensor_synthesis.cuh>

namespace siderum::cuda::legendre {

template <int width>
struct TensorAnalysisMemory {
  DoublePair walk[WalkMemory<width>::size(usual_staged_steps)];
  // q_i of two chunks; before them, what the pairs of a group have
  alignas(16) double values[width][2 * chunk_steps][TensorShape<1>::pair_stride];
};

/// One order and `width` groups of pairs, up to 2 tiles maps, in a warp: steps x pairs times pairs
/// x components, which also adds the pairs of all lanes.
template <int width, int tiles>
class TensorAnalyser {
 public:
  using Shape = TensorShape<tiles>;
  using Memory = TensorAnalysisMemory<width>;

  /// Each lane reads what its pairs have; the fragments follow through shared memory.
  template <class Real>
  __device__ void load(AnalysisArguments<Real> const& given, OrderBlock const& block,
                       Memory& memory) {
    int const lane = threadIdx.x % 32;
    int const column = lane / 4;
    int const member = lane % 4;
    double* const staged = &memory.values[0][0][0];
#pragma unroll
    for (int w = 0; w < width; ++w) {
      __syncwarp();
#pragma unroll
      for (int map = 0; map < Shape::maps; ++map) {
        DoublePair even{0.0, 0.0};
        DoublePair odd{0.0, 0.0};
        if (map < given.maps) {
          given.load(map, block, w * group_pairs + lane, even, odd);
        }
        auto* const to =
            reinterpret_cast<DoublePair*>(staged + lane * Shape::column_stride + 4 * map);
        to[0] = even;
        to[1] = odd;
      }
      __syncwarp();
#pragma unroll
      for (int eighth = 0; eighth < 8; ++eighth) {
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
          weight_[w][eighth / 2][tile][eighth % 2] =
              staged[(4 * eighth + member) * Shape::column_stride + 8 * tile + column];
        }
      }
    }
    __syncwarp();
  }

  template <Form form, class Real>
  __device__ __forceinline__ void compute(AnalysisArguments<Real> const& given, Walk<width>& walk,
                                          Memory& memory, double* sums, int written, int chunks) {
    auto const stage = [](int, std::int64_t, int) {};
    WalkMemory<width> const staged(memory.walk, usual_staged_steps);
    int rows = 0;
    walk(states_, stage, [&](int first, int buffer, int step, int chunk) {
#pragma unroll
      for (int i = 0; i < chunk_steps; ++i) {
        StepCoefficients const recurrence = staged.template coefficients<form>(buffer, step + i);
#pragma unroll
        for (int w = 0; w < width; ++w) {
          double const value = w >= first ? advance<form>(states_, w, i, recurrence) : 0.0;
          memory.values[w][rows + i][threadIdx.x % 32] = value;
        }
      }
      rows += chunk_steps;
      if (rows == 2 * chunk_steps || chunk + 1 == chunks) {
        __syncwarp();
        multiply(given, memory, sums, written, chunk + 1 - rows / chunk_steps, rows, first);
        __syncwarp();
        rows = 0;
      }
    });
  }

 private:
  template <class Real>
  __device__ __forceinline__ void multiply(AnalysisArguments<Real> const& given,
                                           Memory const& memory, double* sums, int written,
                                           int chunk, int rows, int first) {
    int const row = threadIdx.x % 32 / 4;
    int const member = threadIdx.x % 4;
    double products[tiles][4] = {};
#pragma unroll
    for (int w = 0; w < width; ++w) {
      if (w >= first) {
#pragma unroll
        for (int part = 0; part < 4; ++part) {
          int const pair = 8 * part + member;
          double const a[4] = {memory.values[w][row][pair], memory.values[w][row + 8][pair],
                               memory.values[w][row][pair + 4],
                               memory.values[w][row + 8][pair + 4]};
#pragma unroll
          for (int tile = 0; tile < tiles; ++tile) {
            multiply_accumulate(products[tile], a, weight_[w][part][tile]);
          }
        }
      }
    }
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
      int const map = 2 * tile + member / 2;
#pragma unroll
      for (int half = 0; half < 2; ++half) {
        int const at = chunk + half;
        if (map < given.maps && half * chunk_steps < rows) {
          double* const to = sums + map * given.map_values +
                             4 * (std::int64_t{at} * chunk_steps + row) + member % 2 * 2;
          DoublePair const before =
              at >= written ? *reinterpret_cast<DoublePair const*>(to) : DoublePair{0.0, 0.0};
          *reinterpret_cast<DoublePair*>(to) = {before.x + products[tile][2 * half],
                                                before.y + products[tile][2 * half + 1]};
        }
      }
    }
  }

  PairStates<width> states_;
  double weight_[width][4][tiles][2];
};

/// A warp for each order and slot.
template <int width, int tiles, class Real>
__global__ void __launch_bounds__(32) analyse_maps(AnalysisArguments<Real> const given) {
  extern __shared__ DoublePair shared_memory[];
  auto& memory = *reinterpret_cast<TensorAnalysisMemory<width>*>(shared_memory);
  for_each_block<width>(given, blockIdx.x, [&](OrderBlock const& block, int slot, int written) {
    Walk<width> walk(given.plan, block, {memory.walk, usual_staged_steps});
    if (walk.start() != GroupPlan::never) {
      TensorAnalyser<width, tiles> analyser;
      analyser.load(given, block, memory);
      double* const sums = given.sums(slot, 0, block.m);
      int const chunks = given.plan.chunks(block.m);
      with_form(walk.form(), [&](auto form) {
        analyser.template compute<decltype(form)::value>(given, walk, memory, sums, written,
                                                         chunks);
      });
    }
    return walk.start();
  });
}

}  // namespace siderum::cuda::legendre
