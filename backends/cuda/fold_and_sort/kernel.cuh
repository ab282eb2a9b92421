// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/fold_and_sort/lane_group.cuh>
#include <siderum/backends/cuda/fold_and_sort/register_sort.cuh>
#include <siderum/backends/portable/fold_and_sort/folded_frequencies.hpp>

namespace siderum::cuda {

/// How one size class is worked on.
template <int lanes, int sorted_per_lane, int points_per_lane>
struct FoldShape {
  static constexpr int width = lanes;
  static constexpr int keys = sorted_per_lane;
  static constexpr int slots = points_per_lane;
  static constexpr int threads = 128;
  static constexpr int groups = threads / lanes;
  /// The longest curve.
  static constexpr std::int64_t most =
      lanes * (sorted_per_lane < points_per_lane ? sorted_per_lane : points_per_lane);
};

template <class Real, class Scorer, class Epilogue>
struct FoldArguments {
  double const* time;
  Real const* value;
  Real const* weight;
  std::int64_t const* offsets;
  WorkItem const* items;
  portable::FoldedFrequencies<Kokkos::CudaSpace> frequencies;
  Scorer scorer;
  Epilogue epilogue;
  int most_points;  // of any object of the launch
  int group_words;  // doubles of shared memory per group
};

/// A block per item, a group of lanes per frequency: fold, sort in registers, score.
template <class Shape, class Real, class Scorer, class Epilogue>
class ShortFolder {
 public:
  using Arguments = FoldArguments<Real, Scorer, Epilogue>;
  using Group = LaneGroup<Real, double, Shape::width, Shape::slots, Scorer::ends>;
  using Sort = RegisterSort<Shape::width, Shape::keys>;

  // Keys of slots that hold no point are read too.
  static constexpr int key_room =
      Shape::width * (Shape::keys > Shape::slots ? Shape::keys : Shape::slots);

  /// Doubles of shared memory of one group: keys and columns; an even number, as pairs are read.
  static int group_words(ScorerNeeds const& needs) {
    return (key_room + Group::column_room(needs.columns, needs.margin) + 1) / 2 * 2;
  }

  static std::size_t shared_bytes(int most_points, int words) {
    return staged_words(most_points) * sizeof(double) +
           std::size_t{Shape::groups} * words * sizeof(double);
  }

  __device__ ShortFolder(Arguments const& arguments, double* shared)
      : arguments_(arguments),
        time_(shared),
        value_(reinterpret_cast<Real*>(shared + arguments.most_points)),
        weight_(value_ + arguments.most_points),
        lane_(static_cast<int>(threadIdx.x) % Shape::width),
        group_(static_cast<int>(threadIdx.x) / Shape::width),
        keys_(reinterpret_cast<std::uint64_t*>(shared + staged_words(arguments.most_points) +
                                               group_ * arguments.group_words)) {}

  __device__ void run() {
    WorkItem const item = arguments_.items[blockIdx.x];
    auto state = arguments_.epilogue.begin(item.object);
    if (arguments_.epilogue.wanted(item.object)) {
      stage(item.object);
      // All groups of a warp go through the same rounds: the last may repeat a frequency.
      for (std::int64_t k = item.first; k < item.last; k += Shape::groups) {
        std::int64_t const mine = k + group_ < item.last ? k + group_ : item.last - 1;
        Real const score = score_of(arguments_.frequencies(mine));
        if (lane_ == 0 && k + group_ < item.last) {
          arguments_.epilogue.consume(state, item.object, mine, score);
        }
      }
    } else {
      for (std::int64_t k = item.first + threadIdx.x; k < item.last; k += Shape::threads) {
        arguments_.epilogue.skip(item.object, k);
      }
    }
    finish(item.slot, state);
  }

 private:
  __host__ __device__ static std::size_t staged_words(int points) {
    // An even number: what follows is read in pairs.
    return (points + (2 * sizeof(Real) * points + sizeof(double) - 1) / sizeof(double) + 1) / 2 * 2;
  }

  __device__ void stage(std::int64_t object) {
    std::int64_t const begin = arguments_.offsets[object];
    points_ = static_cast<int>(arguments_.offsets[object + 1] - begin);
    for (int j = static_cast<int>(threadIdx.x); j < points_; j += Shape::threads) {
      time_[j] = arguments_.time[begin + j];
      value_[j] = arguments_.value[begin + j];
      weight_[j] = arguments_.weight[begin + j];
    }
    __syncthreads();
  }

  __device__ __forceinline__ Real score_of(double frequency) {
    std::uint64_t keys[Shape::keys];
    unrolled<Shape::keys>([&](auto i) {
      int const j = lane_ * Shape::keys + i;
      std::uint64_t const key =
          portable::fold_key(frequency, time_[j < points_ ? j : 0], static_cast<std::uint64_t>(j));
      keys[i] = j < points_ ? key : ~std::uint64_t{0};
    });
    if constexpr (Scorer::ordered) {
      Sort::sort(keys, lane_);
    }
    __syncwarp();
    unrolled<Shape::keys>([&](auto i) { keys_[lane_ * Shape::keys + i] = keys[i]; });
    __syncwarp();
    ScorerNeeds const needs = arguments_.scorer.needs(points_);
    Group group(keys_, reinterpret_cast<double*>(keys_ + key_room), points_, needs.margin, lane_);
    // The key before the first of this lane.
    std::uint64_t before = keys_[lane_ > 0 ? lane_ * Shape::slots - 1 : 0];
    bool ties = false;
    group.for_each([&](auto at) {
      bool const real = at.point < points_;
      std::uint64_t const key = keys_[at.point];
      int const j = real ? static_cast<int>(key & portable::index_mask) : 0;
      group.x[at] = static_cast<Real>(arguments_.scorer.place(portable::phase_of(key)));
      group.y[at] = value_[j];
      group.w[at] = real ? weight_[j] : Real(0);
      ties |= real && at.point > 0 && ((key ^ before) >> point_index_bits) == 0;
      before = key;
    });
    group.set_ties(ties);
    return arguments_.scorer.score(group);
  }

  template <class State>
  __device__ void finish(std::int64_t slot, State const& state) const {
    if constexpr (Epilogue::reduces) {
      __shared__ State states[Shape::groups];
      if (lane_ == 0) {
        states[group_] = state;
      }
      __syncthreads();
      if (threadIdx.x == 0) {
        State joined = states[0];
        for (int g = 1; g < Shape::groups; ++g) {
          Epilogue::join(joined, states[g]);
        }
        arguments_.epilogue.finish(slot, joined);
      }
    }
  }

  Arguments const& arguments_;
  double* time_;
  Real* value_;
  Real* weight_;
  int lane_;
  int group_;
  std::uint64_t* keys_;
  int points_ = 0;
};

/// Blocks that a multiprocessor should hold: with many arrays in registers, two of 255 registers
/// are faster than three that spill.
template <class Scorer>
inline constexpr int blocks_wanted = Scorer::owned > 4 ? 2 : 3;

template <class Shape, class Real, class Scorer, class Epilogue>
__global__ void __launch_bounds__(Shape::threads, blocks_wanted<Scorer>)
    fold_short(FoldArguments<Real, Scorer, Epilogue> const __grid_constant__ arguments) {
  extern __shared__ double shared[];
  ShortFolder<Shape, Real, Scorer, Epilogue>(arguments, shared).run();
}

}  // namespace siderum::cuda
