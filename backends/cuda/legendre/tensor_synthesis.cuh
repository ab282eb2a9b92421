// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/legendre/synthesis_kernel.cuh>
#include <siderum/backends/cuda/tensor_product.cuh>

namespace siderum::cuda::legendre {

/// Several maps share the recurrence: their sums are a matrix product, pairs x steps times steps x
/// components, for the FP64 tensor cores. A tile is 8 columns: Re A, Im A, Re B, Im B of two maps.
template <int tiles>
struct TensorShape {
  static constexpr int maps = 2 * tiles;
  static constexpr int columns = 8 * tiles;
  // Rows of both factors are 4 (modulo 16) apart, so that fragments meet no conflict of banks.
  static constexpr int column_stride = columns + 4;
  static constexpr int pair_stride = group_pairs + 4;
};

template <int width, int tiles>
struct TensorSynthesisMemory {
  using Shape = TensorShape<tiles>;

  DoublePair walk[WalkMemory<width>::size(usual_staged_steps)];
  double sums[2][usual_staged_steps][Shape::column_stride];
  double values[width][chunk_steps][Shape::pair_stride];  // q_i
};

/// One order and `width` groups of pairs, up to 2 tiles maps, in a warp.
template <int width, int tiles>
class TensorSynthesizer {
 public:
  using Shape = TensorShape<tiles>;
  using Memory = TensorSynthesisMemory<width, tiles>;

  template <Form form, class Real>
  __device__ __forceinline__ void compute(SynthesisArguments<Real> const& given, Walk<width>& walk,
                                          Memory& memory) {
    WalkMemory<width> const staged(memory.walk, usual_staged_steps);
    clear_missing(given.maps, memory);
    auto const stage = [&](int buffer, std::int64_t at, int step) {
#pragma unroll
      for (int map = 0; map < Shape::maps; ++map) {
        if (map < given.maps) {
          DoublePair const* const from = given.sums + map * given.map_sums + 2 * at;
          double* const to = &memory.sums[buffer][step][4 * map];
          __pipeline_memcpy_async(to, from, sizeof(DoublePair));
          __pipeline_memcpy_async(to + 2, from + 1, sizeof(DoublePair));
        }
      }
    };
    walk(states_, stage, [&](int first, int buffer, int step, int) {
#pragma unroll
      for (int i = 0; i < chunk_steps; ++i) {
        StepCoefficients const recurrence = staged.template coefficients<form>(buffer, step + i);
#pragma unroll
        for (int w = 0; w < width; ++w) {
          if (w >= first) {
            memory.values[w][i][threadIdx.x % 32] = advance<form>(states_, w, i, recurrence);
          }
        }
      }
      __syncwarp();
      multiply(memory, buffer, step, first);
      __syncwarp();
    });
  }

  template <class Real>
  __device__ void store(SynthesisArguments<Real> const& given, OrderBlock const& block) const {
    int const row = threadIdx.x % 32 / 4;
    int const member = threadIdx.x % 4;
#pragma unroll
    for (int w = 0; w < width; ++w) {
#pragma unroll
      for (int half = 0; half < 4; ++half) {
        std::int64_t const pair =
            given.plan.positions.pair(block.first_position + w * group_pairs + 8 * half + row);
#pragma unroll
        for (int tile = 0; tile < tiles; ++tile) {
          // Even members hold sum A q, odd ones sum B q: each stores one of the two rings.
          double const* const mine = &sums_[w][half / 2][tile][half % 2 * 2];
          DoublePair const own{mine[0], mine[1]};
          DoublePair const other{__shfl_xor_sync(~0u, own.x, 1), __shfl_xor_sync(~0u, own.y, 1)};
          int const map = 2 * tile + member / 2;
          if (map < given.maps) {
            if (member % 2 == 0) {
              given.store_first(map, pair, block.m, own, other);
            } else {
              given.store_second(map, pair, block.m, other, own);
            }
          }
        }
      }
    }
  }

 private:
  __device__ static void clear_missing(int maps, Memory& memory) {
    for (int column = 4 * maps; column < Shape::columns; ++column) {
      memory.sums[0][threadIdx.x % 32][column] = 0.0;
      memory.sums[1][threadIdx.x % 32][column] = 0.0;
    }
  }

  __device__ __forceinline__ void multiply(Memory const& memory, int buffer, int step, int first) {
    int const row = threadIdx.x % 32 / 4;
    int const member = threadIdx.x % 4;
    double b[tiles][2];
#pragma unroll
    for (int tile = 0; tile < tiles; ++tile) {
      b[tile][0] = memory.sums[buffer][step + member][8 * tile + row];
      b[tile][1] = memory.sums[buffer][step + member + 4][8 * tile + row];
    }
#pragma unroll
    for (int w = 0; w < width; ++w) {
      if (w >= first) {
#pragma unroll
        for (int half = 0; half < 2; ++half) {
          int const pair = 16 * half + row;
          double const a[4] = {memory.values[w][member][pair], memory.values[w][member][pair + 8],
                               memory.values[w][member + 4][pair],
                               memory.values[w][member + 4][pair + 8]};
#pragma unroll
          for (int tile = 0; tile < tiles; ++tile) {
            multiply_accumulate(sums_[w][half][tile], a, b[tile]);
          }
        }
      }
    }
  }

  PairStates<width> states_;
  double sums_[width][2][tiles][4] = {};
};

/// A warp for each order and block of pairs.
template <int width, int tiles, class Real>
__global__ void __launch_bounds__(32) synthesize_maps(SynthesisArguments<Real> const given) {
  extern __shared__ DoublePair shared_memory[];
  auto& memory = *reinterpret_cast<TensorSynthesisMemory<width, tiles>*>(shared_memory);
  auto const block = given.template block<width>(blockIdx.x);
  TensorSynthesizer<width, tiles> synthesizer;
  Walk<width> walk(given.plan, block, {memory.walk, usual_staged_steps});
  if (walk.start() != GroupPlan::never) {
    with_form(walk.form(), [&](auto form) {
      synthesizer.template compute<decltype(form)::value>(given, walk, memory);
    });
  }
  synthesizer.store(given, block);
}

}  // namespace siderum::cuda::legendre
