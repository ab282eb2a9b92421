// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>

#include <siderum/backends/cuda/fold_and_sort/lane_group.cuh>
#include <siderum/backends/cuda/fold_and_sort/register_sort.cuh>
#include <siderum/backends/cuda/fold_and_sort/sorted_phases.cuh>
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

template <class Scorer, class Group>
concept has_plain_score = requires(Scorer const& scorer, Group& group,
                                   typename Group::Alarm& alarm) {
  scorer.score_plain(group, alarm);
};

/// A block per item, a group of lanes per frequency: fold, sort in registers, score.
template <class Shape, class Real, class Scorer, class Epilogue>
class ShortFolder {
 public:
  using Arguments = FoldArguments<Real, Scorer, Epilogue>;
  static constexpr int sorted = Shape::width * Shape::keys;
  using Phases = SortedPhases<std::countr_zero(static_cast<unsigned>(sorted))>;
  using Group = LaneGroup<Real, double, Shape::width, Shape::slots, Phases, Scorer::ends>;
  using Sort = RegisterSort<Shape::width, Shape::keys>;

  // A slot that holds no point is read too.
  static constexpr int phase_room = sorted < Group::room ? sorted : Group::room;
  static constexpr int ranks = sorted > Group::room ? sorted : Group::room;
  // Doubles before the columns: phases and their order.
  static constexpr int column_begin = (phase_room + (ranks + 7) / 8 + 1) / 2 * 2;

  /// Doubles of shared memory of one group: an even number, as pairs are read.
  static int group_words(ScorerNeeds const& needs) {
    return column_begin + (Group::column_room(needs.columns, needs.margin) + 1) / 2 * 2;
  }

  static std::size_t shared_bytes(int most_points, int words) {
    return staged_words(most_points) * sizeof(double) +
           std::size_t{Shape::groups} * words * sizeof(double);
  }

  __device__ ShortFolder(Arguments const& arguments, double* shared)
      : arguments_(arguments),
        time_(shared),
        staged_(reinterpret_cast<Staged*>(shared + (arguments.most_points + 1) / 2 * 2)),
        lane_(static_cast<int>(threadIdx.x) % Shape::width),
        group_(static_cast<int>(threadIdx.x) / Shape::width),
        memory_(shared + staged_words(arguments.most_points) + group_ * arguments.group_words) {}

  __device__ void run() {
    WorkItem const item = arguments_.items[blockIdx.x];
    auto state = arguments_.epilogue.begin(item.object);
    if (arguments_.epilogue.wanted(item.object)) {
      stage(item.object);
      // All groups of a warp go through the same rounds: the last may repeat a frequency.
      for (std::int64_t k = item.first; k < item.last; k += Shape::groups) {
        std::int64_t const mine = k + group_ < item.last ? k + group_ : item.last - 1;
        Real const score = score_at(arguments_.frequencies(mine));
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
  struct alignas(2 * sizeof(Real)) Staged {
    Real value, weight;
  };

  __host__ __device__ static std::size_t staged_words(int points) {
    // Even numbers: what follows is read in pairs.
    return (points + 1) / 2 * 2 + (points * sizeof(Staged) / sizeof(double) + 1) / 2 * 2;
  }

  __device__ void stage(std::int64_t object) {
    std::int64_t const begin = arguments_.offsets[object];
    points_ = static_cast<int>(arguments_.offsets[object + 1] - begin);
    for (int j = static_cast<int>(threadIdx.x); j < points_; j += Shape::threads) {
      time_[j] = arguments_.time[begin + j];
      staged_[j] = {arguments_.value[begin + j], arguments_.weight[begin + j]};
    }
    __syncthreads();
  }

  // Scorers with a plain score keep what is rare, which is most of their instructions, in a
  // function of its own: what runs at every frequency is to fit in the instruction cache.
  __device__ __forceinline__ Real score_at(double frequency) {
    if constexpr (has_plain_score<Scorer, Group>) {
      bool rare = true;
      Real score = 0;
      if (arguments_.scorer.plain()) {
        score = plain_score(frequency, rare);
      }
      if (__any_sync(~0U, rare)) {
        Real const careful = careful_score(arguments_, time_, points_, frequency);
        score = rare ? careful : score;
      }
      return score;
    } else {
      return score_of(frequency);
    }
  }

  // A curve that is not rare: no two points have one phase, and nothing alarms score_plain.
  __device__ __forceinline__ Real plain_score(double frequency, bool& rare) {
    Phases const phases{memory_, reinterpret_cast<std::uint8_t*>(memory_ + phase_room)};
    __syncwarp();
    sort(phases, frequency);
    __syncwarp();
    Group group(phases, memory_ + column_begin, points_, arguments_.scorer.needs(points_).margin,
                lane_);
    Neighbours const found = gather(group, phases);
    rare = group.any_of_group(found.equal || found.disordered);
    if (__all_sync(~0U, rare)) {
      return 0;
    }
    typename Group::Alarm alarm{};
    Real const score = arguments_.scorer.score_plain(group, alarm);
    rare |= group.any_of_group(alarm);
    return score;
  }

  __device__ __noinline__ static Real careful_score(Arguments const& arguments, double* shared,
                                                    int points, double frequency) {
    ShortFolder folder(arguments, shared);
    folder.points_ = points;
    return folder.score_of(frequency);
  }

  __device__ __forceinline__ Real score_of(double frequency) {
    Phases const phases{memory_, reinterpret_cast<std::uint8_t*>(memory_ + phase_room)};
    __syncwarp();
    sort(phases, frequency);
    __syncwarp();
    ScorerNeeds const needs = arguments_.scorer.needs(points_);
    Group group(phases, memory_ + column_begin, points_, needs.margin, lane_);
    Neighbours found = gather(group, phases);
    if (Scorer::ordered && __any_sync(~0U, found.disordered)) {
      __syncwarp();
      if (lane_ == 0) {
        phases.repair(points_);
      }
      __syncwarp();
      found = gather(group, phases);
    }
    group.set_ties(found.equal);
    return arguments_.scorer.score(group);
  }

  __device__ __forceinline__ void sort(Phases const& phases, double frequency) const {
    std::uint32_t words[Shape::keys];
    unrolled<Shape::keys>([&](auto i) {
      // Neighbouring lanes take neighbouring points: their banks differ.
      int const j = i * Shape::width + lane_;
      std::uint64_t const key =
          portable::fold_key(frequency, time_[j < points_ ? j : 0], std::uint64_t{0});
      if constexpr (i * Shape::width < phase_room) {
        phases.anchored[j] = portable::anchored_phase(key);
      }
      words[i] = j < points_ ? Phases::word(key, j) : ~std::uint32_t{0};
    });
    if constexpr (Scorer::ordered) {
      Sort::sort(words, lane_);
      unrolled<Shape::keys / 4>([&](auto i) {
        phases.put(lane_ * Shape::keys + 4 * i, words[4 * i], words[4 * i + 1], words[4 * i + 2],
                   words[4 * i + 3]);
      });
    } else {
      unrolled<Shape::keys>([&](auto i) {
        int const j = i * Shape::width + lane_;
        phases.order[j] = static_cast<std::uint8_t>(j);
      });
    }
  }

  // What two points that follow each other may be.
  struct Neighbours {
    bool equal, disordered;
  };

  __device__ __forceinline__ Neighbours gather(Group& group, Phases const& phases) const {
    int const first = lane_ * Shape::slots;
    double before = first > 0 && first < points_ ? phases.at(first - 1) : -1.0;
    Neighbours found{false, false};
    group.for_each([&](auto at) {
      bool const real = at.point < points_;
      int const j = real ? phases.point(at.point) : 0;
      double const phase = phases.anchored[j] - portable::phase_anchor;
      group.x[at] = static_cast<Real>(arguments_.scorer.place(phase));
      Staged const point = staged_[j];
      group.y[at] = point.value;
      group.w[at] = real ? point.weight : Real(0);
      found.equal |= real && phase == before;
      found.disordered |= real && phase < before;
      before = phase;
    });
    return found;
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
  Staged* staged_;
  int lane_;
  int group_;
  double* memory_;
  int points_ = 0;
};

template <class Scorer>
inline constexpr bool holds_many_arrays = Scorer::owned > 4;

/// Blocks that a multiprocessor should hold: with many arrays in registers, two of 255 registers
/// are faster than three that spill.
template <class Scorer>
inline constexpr int blocks_wanted = holds_many_arrays<Scorer> ? 2 : 3;

template <class Shape, class Real, class Scorer, class Epilogue>
__global__ void __launch_bounds__(Shape::threads, blocks_wanted<Scorer>)
    fold_short(FoldArguments<Real, Scorer, Epilogue> const __grid_constant__ arguments) {
  extern __shared__ double shared[];
  ShortFolder<Shape, Real, Scorer, Epilogue>(arguments, shared).run();
}

}  // namespace siderum::cuda
