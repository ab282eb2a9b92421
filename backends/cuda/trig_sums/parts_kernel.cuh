// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/trig_sums/kernel.cuh>
#include <siderum/backends/portable/trig_sums/point_parts.hpp>

namespace siderum::cuda {

using portable::PointParts;
using portable::Share;

/// What the kernel for points in parts is given beside the arguments of the other.
struct PartsArguments {
  Share const* shares;  // null: each item is a share, with all parts
  std::int64_t share_count;
  double* partials;  // (parts of shared items, or blocks; values; threads)
  int* arrivals;     // (parts of shared items) at the first of an item: how many parts are done
  int* next;         // the share that no block has taken yet
};

/// What a block is doing. It lies in shared memory, since the products leave few registers.
struct Turn {
  WorkItem item;
  Share share;
  std::int64_t first_point;
  std::int64_t points;
  std::int64_t start;   // of the unit of frequencies
  std::int64_t begin;   // of the part of the points
  std::int64_t length;  // of the part of the points
  bool is_last;         // of the blocks that share the item
};

/// Takes the next share, with one thread. False where none is left.
template <class Arguments>
__device__ bool take_turn(Turn& turn, Arguments const& arguments, PartsArguments const& parts) {
  std::int64_t const index = atomicAdd(parts.next, 1);
  if (index >= parts.share_count) {
    return false;
  }
  turn.share = parts.shares == nullptr ? Share{index, Share::all_parts, 0} : parts.shares[index];
  turn.item = arguments.items[turn.share.item];
  turn.first_point = arguments.offsets[turn.item.object];
  turn.points = arguments.offsets[turn.item.object + 1] - turn.first_point;
  return true;
}

/// Adds the points of a part for the unit of frequencies from `start` on.
template <class Real, class Operations>
__device__ __forceinline__ void add_part(WarpProducts<MeanSums::no>& products,
                                         TileFactors<MeanSums::no>& factors,
                                         TileBuilder<Real, MeanSums::no, Operations> const& build,
                                         Turn& turn, std::int64_t part, std::int64_t start) {
  constexpr int groups = WarpProducts<MeanSums::no>::groups;
  int const warp = threadIdx.x / 32;
  PointParts const parts(turn.points);
  std::int64_t const end = turn.first_point + parts.end(part);
  for (std::int64_t begin = turn.first_point + parts.begin(part); begin < end;
       begin += TileShape::points) {
    int const count = static_cast<int>(min(std::int64_t{TileShape::points}, end - begin));
    __syncthreads();
    build(factors, begin, count, start);
    __syncthreads();
    products.add(factors, warp / 2 * groups, warp % 2 * groups);
  }
}

/// The same with mean sums, whose products leave no registers for the ends of the loop.
template <class Real, class Operations>
__device__ __forceinline__ void add_part(WarpProducts<MeanSums::yes>& products,
                                         TileFactors<MeanSums::yes>& factors,
                                         TileBuilder<Real, MeanSums::yes, Operations> const& build,
                                         Turn& turn, std::int64_t part, std::int64_t start) {
  constexpr int groups = WarpProducts<MeanSums::yes>::groups;
  __syncthreads();  // until the part before is done
  if (threadIdx.x == 0) {
    PointParts const parts(turn.points);
    turn.start = start;
    turn.begin = turn.first_point + parts.begin(part);
    turn.length = parts.end(part) - parts.begin(part);
  }
  __syncthreads();
  int const warp = threadIdx.x / 32;
  for (int done = 0; done < turn.length; done += TileShape::points) {
    build(factors, turn.begin + done,
          static_cast<int>(min(std::int64_t{TileShape::points}, turn.length - done)), turn.start);
    __syncthreads();
    products.add(factors, warp / 2 * groups, warp % 2 * groups);
    __syncthreads();
  }
}

/// Counts this block among those that have brought their part of an item. Whether it is the last;
/// then it sees what the others have written.
__device__ inline bool arrive(Turn& turn, int& arrivals) {
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    turn.is_last = atomicAdd(&arrivals, 1) + 1 == PointParts(turn.points).count;
    __threadfence();
  }
  __syncthreads();
  return turn.is_last;
}

/// The sums over all parts of an object's points for one unit of frequencies, by this block alone
/// or with others: then the last to finish has them, and false is returned in the others.
template <class Real, MeanSums mean, class Operations>
__device__ __forceinline__ bool add_parts(WarpProducts<mean>& products, TileFactors<mean>& factors,
                                          TileBuilder<Real, mean, Operations> const& build,
                                          PartsArguments const& arguments, Turn& turn,
                                          std::int64_t start) {
  constexpr std::int64_t size = std::int64_t{WarpProducts<mean>::values} * TileShape::threads;
  bool const alone = turn.share.part == Share::all_parts;
  std::int64_t part = alone ? 0 : turn.share.part;
  for (;;) {
    products = {};
    add_part(products, factors, build, turn, part, start);
    if (!alone) {
      break;
    }
    double* const total = arguments.partials + blockIdx.x * size;
    if (part > 0) {
      products.add_stored(total);
    }
    if (++part == PointParts(turn.points).count) {
      return true;
    }
    products.store(total);
  }
  double* const partials = arguments.partials + turn.share.partials * size;
  products.store(partials + part * size);
  if (!arrive(turn, arguments.arrivals[turn.share.partials])) {
    return false;
  }
  products = {};
  for (part = 0; part < PointParts(turn.points).count; ++part) {
    products.add_stored(partials + part * size);
  }
  return true;
}

/// TrigSums on a regular grid where objects have several parts: each block takes shares for as long
/// as there are any.
template <class Real, MeanSums mean, class Operations, class Epilogue>
__global__ void __launch_bounds__(TileShape::threads, TileShape::blocks_of_a_multiprocessor)
    sum_parts_on_grid(GridArguments<Real, Epilogue> const arguments, PartsArguments const parts) {
  using State = typename Epilogue::State;
  __shared__ Turn turn;
  __shared__ alignas(alignof(State)) unsigned char memory[TileShape::threads * sizeof(State)];
  State& state = reinterpret_cast<State*>(memory)[threadIdx.x];
  extern __shared__ double2 shared_memory[];
  auto& factors = *reinterpret_cast<TileFactors<mean>*>(shared_memory);
  int const warp = threadIdx.x / 32;
  TileBuilder<Real, mean, Operations> const build{arguments.time, arguments.strength,
                                                  arguments.weight, arguments.grid};
  for (;;) {
    if (!__syncthreads_or(threadIdx.x == 0 && take_turn(turn, arguments, parts))) {
      return;
    }
    state = arguments.epilogue.begin(turn.item.object);
    bool complete = turn.share.part <= 0;
    if (arguments.epilogue.wanted(turn.item.object)) {
      for (std::int64_t start = turn.item.first; start < turn.item.last; start += TileShape::unit) {
        WarpProducts<mean> products;
        complete = add_parts(products, factors, build, parts, turn, start);
        if (complete) {
          consume_unit<Real>(products, arguments.epilogue, turn.item, start,
                             warp / 2 * WarpProducts<mean>::groups,
                             warp % 2 * WarpProducts<mean>::groups, state);
        }
      }
    } else if (complete) {
      for (std::int64_t k = turn.item.first + threadIdx.x; k < turn.item.last;
           k += TileShape::threads) {
        arguments.epilogue.skip(turn.item.object, k);
      }
    }
    if (complete) {
      finish_block(arguments.epilogue, turn.item.slot, state);
    }
    __syncthreads();
  }
}

}  // namespace siderum::cuda
