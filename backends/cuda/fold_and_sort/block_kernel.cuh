// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/fold_and_sort/block_group.cuh>
#include <siderum/backends/cuda/fold_and_sort/kernel.cuh>
#include <siderum/backends/portable/fold_and_sort/team_sort.hpp>

namespace siderum::cuda {

/// How a block works on curves of middle length. The registers of a thread are what is left where
/// a multiprocessor is to hold `blocks` blocks.
template <int points_per_thread, int threads_at_most, int blocks, Loops how, SumReach reach>
struct BlockShape {
  static constexpr int slots = points_per_thread;
  static constexpr int most_threads = threads_at_most;
  static constexpr int blocks_wanted = blocks;
  static constexpr Loops loops = how;
  static constexpr SumReach sum_reach = reach;
  static constexpr int most = slots * most_threads;

  static int threads(int points) { return (points + slots * 32 - 1) / (slots * 32) * 32; }
};

/// A block per item, one frequency after the other: fold, sort in buckets, score.
template <class Shape, class Real, class Scorer, class Epilogue>
class BlockFolder {
 public:
  using Arguments = FoldArguments<Real, Scorer, Epilogue>;
  template <Loops loops>
  using GroupOf = BlockGroup<Real, Shape::slots, loops, Shape::sum_reach, Scorer::ends>;
  using Group = GroupOf<Shape::loops>;

  static std::size_t shared_bytes(int points, ScorerNeeds const& needs) {
    // While keys are sorted, the columns hold a second copy of them and the buckets, and while
    // arrays are shared, two of those.
    int const room = Shape::threads(points) * Shape::slots;
    int const columns = Group::column_room(needs, points);
    return (std::size_t(points + 1) / 2 * 2 + std::max(columns, 2 * room)) * sizeof(double);
  }

  __device__ BlockFolder(Arguments const& arguments, double* shared, BlockTeam::Exchange& exchange)
      : arguments_(arguments),
        shared_(shared),
        exchange_(exchange),
        block_(exchange),
        keys_(reinterpret_cast<std::uint64_t*>(shared)),
        columns_(shared + (arguments.most_points + 1) / 2 * 2) {}

  __device__ void run() const {
    WorkItem const item = arguments_.items[blockIdx.x];
    auto state = arguments_.epilogue.begin(item.object);
    if (arguments_.epilogue.wanted(item.object)) {
      for (std::int64_t k = item.first; k < item.last; ++k) {
        Real const score = score_at(item.object, arguments_.frequencies(k));
        if (threadIdx.x == 0) {
          arguments_.epilogue.consume(state, item.object, k, score);
        }
      }
    } else {
      for (std::int64_t k = item.first + threadIdx.x; k < item.last; k += blockDim.x) {
        arguments_.epilogue.skip(item.object, k);
      }
    }
    if constexpr (Epilogue::reduces) {
      if (threadIdx.x == 0) {
        arguments_.epilogue.finish(item.slot, state);
      }
    }
  }

 private:
  // As that of ShortFolder.
  __device__ __forceinline__ Real score_at(std::int64_t object, double frequency) const {
    if constexpr (has_plain_score<Scorer, Group>) {
      if (arguments_.scorer.plain()) {
        typename Group::Alarm alarm{};
        Group group = group_of<Group>(object, frequency);
        Real const score = arguments_.scorer.score_plain(group, alarm);
        if (!group.ties() && !group.any(alarm)) {
          return score;
        }
      }
      return careful_score(arguments_, shared_, exchange_, object, frequency);
    } else {
      Group group = group_of<Group>(object, frequency);
      return arguments_.scorer.score(group);
    }
  }

  __device__ __noinline__ static Real careful_score(Arguments const& arguments, double* shared,
                                                    BlockTeam::Exchange& exchange,
                                                    std::int64_t object, double frequency) {
    BlockFolder const folder(arguments, shared, exchange);
    auto group = folder.template group_of<GroupOf<Loops::rolled>>(object, frequency);
    return arguments.scorer.score(group);
  }

  template <class AnyGroup>
  __device__ __forceinline__ AnyGroup group_of(std::int64_t object, double frequency) const {
    std::int64_t const begin = arguments_.offsets[object];
    int const points = static_cast<int>(arguments_.offsets[object + 1] - begin);
    __syncthreads();
    for (int j = block_.rank(); j < points; j += block_.size()) {
      keys_[j] = portable::fold_key(frequency, arguments_.time[begin + j], j);
    }
    __syncthreads();
    if constexpr (Scorer::ordered) {
      portable::TeamSort<BlockTeam>{block_, points, keys_,
                                    reinterpret_cast<std::uint64_t*>(columns_),
                                    reinterpret_cast<std::uint32_t*>(columns_ + points)}();
    }
    AnyGroup group(block_, keys_, columns_, block_.size() * Shape::slots, points,
                   arguments_.scorer.needs(points).margin);
    bool ties = false;
    group.for_each([&](auto at) {
      bool const real = at.point < points;
      std::uint64_t const key = keys_[real ? at.point : 0];
      std::int64_t const j = begin + static_cast<std::int64_t>(key & portable::index_mask);
      group.x[at] = static_cast<Real>(arguments_.scorer.place(portable::phase_of(key)));
      group.y[at] = arguments_.value[j];
      group.w[at] = real ? arguments_.weight[j] : Real(0);
      ties |= real && at.point > 0 && ((key ^ keys_[at.point - 1]) >> point_index_bits) == 0;
    });
    group.set_ties(ties);
    return group;
  }

  Arguments const& arguments_;
  double* shared_;
  BlockTeam::Exchange& exchange_;
  BlockTeam block_;
  std::uint64_t* keys_;
  double* columns_;
};

template <class Shape, class Real, class Scorer, class Epilogue>
__global__ void __launch_bounds__(Shape::most_threads, Shape::blocks_wanted)
    fold_in_block(FoldArguments<Real, Scorer, Epilogue> const __grid_constant__ arguments) {
  extern __shared__ double shared[];
  __shared__ BlockTeam::Exchange exchange;
  BlockFolder<Shape, Real, Scorer, Epilogue>(arguments, shared, exchange).run();
}

}  // namespace siderum::cuda
