// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/trig_sums/tile.cuh>

namespace siderum::cuda {

/// What the kernel of TrigSums on a regular grid is given.
template <class Real, class Epilogue>
struct GridArguments {
  double const* time;
  Real const* strength;
  Real const* weight;
  std::int64_t const* offsets;
  WorkItem const* items;
  FrequencyGrid grid;
  Epilogue epilogue;
};

/// The frequencies of one unit that this thread has the sums of, handed to the epilogue in
/// ascending order of frequency for each centre.
template <class Real, MeanSums mean, class Epilogue, class State>
__device__ void consume_unit(WarpProducts<mean> const& products, Epilogue const& epilogue,
                             WorkItem const& item, std::int64_t start, int first_centre,
                             int first_offset, State& state) {
  using Products = WarpProducts<mean>;
  int const lane = threadIdx.x % 32;
  auto const consume = [&](std::int64_t k, TrigSumValues<Real> const& sums) {
    if (k < item.last) {
      epilogue.consume(state, item.object, k, epilogue.evaluate(state, sums));
    }
  };
#pragma unroll
  for (int centre = 0; centre < Products::groups; ++centre) {
    std::int64_t const middle =
        start + ((first_centre + centre) * 8 + lane / 4) * TileShape::spacing + TileShape::half;
    int const offset = first_offset * 8 + 2 * (lane % 4);
#pragma unroll
    for (int j = Products::groups - 1; j >= 0; --j) {
#pragma unroll
      for (int i = 1; i >= 0; --i) {
        consume(middle - 1 - (offset + 8 * j + i),
                products.template combine<Real>(centre, j, i, -1.0));
      }
    }
#pragma unroll
    for (int j = 0; j < Products::groups; ++j) {
#pragma unroll
      for (int i = 0; i < 2; ++i) {
        consume(middle + offset + 8 * j + i, products.template combine<Real>(centre, j, i, 1.0));
      }
    }
  }
}

/// Joins the states of a block; thread 0 hands the result on.
template <class Epilogue, class State>
__device__ void finish_block(Epilogue const& epilogue, std::int64_t slot, State const& state) {
  if constexpr (Epilogue::reduces) {
    __shared__ alignas(alignof(State)) unsigned char memory[TileShape::threads * sizeof(State)];
    State* const states = reinterpret_cast<State*>(memory);
    states[threadIdx.x] = state;
    for (int width = TileShape::threads / 2; width > 0; width /= 2) {
      __syncthreads();
      if (threadIdx.x < width) {
        Epilogue::join(states[threadIdx.x], states[threadIdx.x + width]);
      }
    }
    if (threadIdx.x == 0) {
      epilogue.finish(slot, states[0]);
    }
  }
}

/// TrigSums on a regular grid where no object has several parts: a block per item, units of 32 x 64
/// frequencies one after another.
template <class Real, MeanSums mean, class Operations, class Epilogue>
__global__ void __launch_bounds__(TileShape::threads, TileShape::blocks_of_a_multiprocessor)
    sum_on_grid(GridArguments<Real, Epilogue> const arguments) {
  using Shape = TileShape;
  extern __shared__ double2 shared_memory[];
  auto& factors = *reinterpret_cast<TileFactors<mean>*>(shared_memory);
  WorkItem const item = arguments.items[blockIdx.x];
  auto state = arguments.epilogue.begin(item.object);
  if (arguments.epilogue.wanted(item.object)) {
    int const warp = threadIdx.x / 32;
    int const first_centre = warp / 2 * WarpProducts<mean>::groups;
    int const first_offset = warp % 2 * WarpProducts<mean>::groups;
    std::int64_t const end = arguments.offsets[item.object + 1];
    TileBuilder<Real, mean, Operations> const build{arguments.time, arguments.strength,
                                                    arguments.weight, arguments.grid};
    for (std::int64_t start = item.first; start < item.last; start += Shape::unit) {
      WarpProducts<mean> products;
      for (std::int64_t begin = arguments.offsets[item.object]; begin < end;
           begin += Shape::points) {
        int const count = static_cast<int>(min(std::int64_t{Shape::points}, end - begin));
        __syncthreads();
        build(factors, begin, count, start);
        __syncthreads();
        products.add(factors, first_centre, first_offset);
      }
      consume_unit<Real>(products, arguments.epilogue, item, start, first_centre, first_offset,
                         state);
    }
  } else {
    for (std::int64_t k = item.first + threadIdx.x; k < item.last; k += Shape::threads) {
      arguments.epilogue.skip(item.object, k);
    }
  }
  finish_block(arguments.epilogue, item.slot, state);
}

}  // namespace siderum::cuda
