// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/block.cuh>
#include <siderum/backends/cuda/fold_and_sort/register_group.cuh>
#include <siderum/backends/cuda/warp.cuh>
#include <siderum/backends/portable/fold_and_sort/extended_sums.hpp>
#include <siderum/backends/portable/fold_and_sort/team_group.hpp>

namespace siderum::cuda {

/// What a block offers to TeamSort and BlockGroup, as portable::KokkosTeam does of a team: sums and
/// the largest of all its threads by shuffles, and by shared memory between warps.
class BlockTeam {
 public:
  /// What crosses the warps: in shared memory.
  struct Exchange {
    double sums[6][32];
    int numbers[32];
  };

  __device__ explicit BlockTeam(Exchange& exchange) : exchange_(exchange) {}

  KOKKOS_FORCEINLINE_FUNCTION int rank() const { return Block::team_rank(); }
  KOKKOS_FORCEINLINE_FUNCTION int size() const { return Block::team_size(); }
  KOKKOS_FORCEINLINE_FUNCTION void barrier() const { Block::team_barrier(); }
  KOKKOS_FORCEINLINE_FUNCTION bool any(bool mine) const {
    KOKKOS_IF_ON_DEVICE((return __syncthreads_or(mine) != 0;))
    KOKKOS_IF_ON_HOST((return mine;))
  }

  KOKKOS_FORCEINLINE_FUNCTION int exclusive_sum(int mine) const {
    int const within = scan(mine);
    publish(exchange_.numbers, within);
    barrier();
    int before = within - mine;
    for (int warp = 0; warp < rank() / 32; ++warp) {
      before += exchange_.numbers[warp];
    }
    barrier();
    return before;
  }

  KOKKOS_FORCEINLINE_FUNCTION int largest(int mine) const {
    KOKKOS_IF_ON_DEVICE((mine = largest_of_warp(mine);))
    publish(exchange_.numbers, mine);
    barrier();
    int most = exchange_.numbers[0];
    for (int warp = 1; warp < size() / 32; ++warp) {
      most = exchange_.numbers[warp] > most ? exchange_.numbers[warp] : most;
    }
    barrier();
    return most;
  }

  /// The sums over the threads before this one, and over all, of K numbers at once. What the block
  /// read before may be written afterwards; a barrier must follow before the next call.
  template <int K>
  KOKKOS_FORCEINLINE_FUNCTION void exclusive_sums(portable::Moments<double, K> const& mine,
                                                  portable::Moments<double, K>& before,
                                                  portable::Moments<double, K>& all) const {
    for (int k = 0; k < K; ++k) {
      double const within = scan(mine.of[k]);
      publish(exchange_.sums[k], within);
      before.of[k] = within - mine.of[k];
      all.of[k] = 0.0;
    }
    barrier();
    for (int warp = 0; warp < size() / 32; ++warp) {
      for (int k = 0; k < K; ++k) {
        double const sum = exchange_.sums[k][warp];
        before.of[k] += warp < rank() / 32 ? sum : 0.0;
        all.of[k] += sum;
      }
    }
  }

  KOKKOS_FORCEINLINE_FUNCTION double sum(double mine) const {
    double const within = scan(mine);
    barrier();
    publish(exchange_.sums[0], within);
    barrier();
    double all = 0.0;
    for (int warp = 0; warp < size() / 32; ++warp) {
      all += exchange_.sums[0][warp];
    }
    return all;
  }

 private:
  // The sum up to this lane, in its warp.
  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION Value scan(Value sum) const {
    for (int step = 1; step < 32; step *= 2) {
      Value other = sum;
      KOKKOS_IF_ON_DEVICE((other = __shfl_up_sync(~0U, sum, step);))
      sum += rank() % 32 >= step ? other : Value(0);
    }
    return sum;
  }

  template <class Value>
  KOKKOS_FORCEINLINE_FUNCTION void publish(Value* of_warps, Value mine) const {
    if (rank() % 32 == 31) {
      of_warps[rank() / 32] = mine;
    }
  }

  Exchange& exchange_;
};

/// Whether running sums lie beyond the ends of a curve too, which takes half as much memory again
/// and spares windows to look where they are.
enum class SumReach : std::uint8_t { beyond, within };

/// The group for curves of middle length: a block works on one frequency.
template <class RealType, int slots, Loops loops, SumReach sum_reach, WindowEnds ends>
class BlockGroup : public RegisterGroup<BlockGroup<RealType, slots, loops, sum_reach, ends>,
                                        RealType, slots, loops> {
 public:
  using Base = RegisterGroup<BlockGroup, RealType, slots, loops>;
  using Sum = double;
  static constexpr bool extended = sum_reach == SumReach::beyond;
  using Slot = typename Base::Slot;
  /// Doubles of all columns for curves of at most `points`.
  static int column_room(ScorerNeeds const& needs, int points) {
    return extended ? portable::ExtendedSums<double>::room(needs.columns, points, needs.margin)
                    : needs.columns * (points + 1);
  }

  /// @param keys  sorted, one per point, in shared memory
  __device__ BlockGroup(BlockTeam const& block, std::uint64_t const* keys, double* columns,
                        int room, int points, int margin)
      : Base(columns, room, points, block.rank()),
        block_(block),
        keys_(keys),
        columns_(columns),
        margin_(margin) {}

  KOKKOS_FORCEINLINE_FUNCTION double phase_at(int rank) const {
    return portable::phase_of(keys_[rank]);
  }

  template <int... sizes, class Source>
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(int reach, Source const& source) const {
    constexpr int count = portable::Families<sizes...>::count;
    // The terms are formed twice: keeping them would take registers that the loops need.
    portable::Moments<double, count> running{};
    this->for_each([&](Slot at) {
      auto const terms = source(at);
      for (int k = 0; k < count; ++k) {
        running.of[k] += terms.of[k];
      }
    });
    portable::Moments<double, count> before;
    portable::Moments<double, count> all;
    block_.exclusive_sums(running, before, all);
    this->for_each([&](Slot at) {
      if (at.point < this->points()) {
        put<sizes...>(at.point, before);
      }
      auto const terms = source(at);
      for (int k = 0; k < count; ++k) {
        before.of[k] += terms.of[k];
      }
    });
    if (block_.rank() == 0) {
      put<sizes...>(this->points(), all);
    }
    barrier();
    if constexpr (extended && ends == WindowEnds::wrap) {
      extended_sums().template extend<sizes...>(this->points(), reach, block_.rank(), block_.size(),
                                                all);
      barrier();
    }
  }

  template <int... sizes>
  KOKKOS_FORCEINLINE_FUNCTION auto window(Slot at, int half) const {
    // What is read for points beyond the last does not matter, but must exist.
    int const point = at.point < this->points() ? at.point : this->points() - 1;
    if constexpr (extended) {
      return extended_sums().template window<portable::Families<sizes...>::count>(
          point, half, this->points(), ends);
    } else {
      return portable::RunningSums<sizes...>{columns_, this->points()}.window(point, half, ends);
    }
  }

  template <class Function>
  KOKKOS_FORCEINLINE_FUNCTION double total(Function const& function) const {
    double sum = 0.0;
    this->for_each([&](auto at) {
      double const term = function(at);
      sum += at.point < this->points() ? term : 0.0;
    });
    return block_.sum(sum);
  }

  KOKKOS_FORCEINLINE_FUNCTION void barrier() const { block_.barrier(); }
  KOKKOS_FORCEINLINE_FUNCTION bool any(bool mine) const { return block_.any(mine); }

 private:
  KOKKOS_FORCEINLINE_FUNCTION portable::ExtendedSums<double> extended_sums() const {
    return {columns_, margin_};
  }

  template <int... sizes>
  KOKKOS_FORCEINLINE_FUNCTION void put(
      int e, portable::Moments<double, portable::Families<sizes...>::count> const& sums) const {
    if constexpr (extended) {
      extended_sums().put(e, sums);
    } else {
      portable::RunningSums<sizes...> const table{columns_, this->points()};
      for (int k = 0; k < portable::Families<sizes...>::count; ++k) {
        table.at(k, e) = sums.of[k];
      }
    }
  }

  BlockTeam const& block_;
  std::uint64_t const* keys_;
  double* columns_;
  int margin_;
};

}  // namespace siderum::cuda
