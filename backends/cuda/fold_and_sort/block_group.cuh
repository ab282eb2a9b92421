// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/fold_and_sort/register_group.cuh>
#include <siderum/backends/portable/fold_and_sort/team_group.hpp>

namespace siderum::cuda {

/// The threads of a block as TeamSort and BlockGroup use them.
class Block {
 public:
  /// What crosses the warps: in shared memory.
  struct Exchange {
    double sums[6][32];
    int numbers[32];
  };

  __device__ explicit Block(Exchange& exchange) : exchange_(exchange) {}

  KOKKOS_FORCEINLINE_FUNCTION int rank() const {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(threadIdx.x);))
    KOKKOS_IF_ON_HOST((return 0;))
  }
  KOKKOS_FORCEINLINE_FUNCTION int size() const {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(blockDim.x);))
    KOKKOS_IF_ON_HOST((return 1;))
  }
  KOKKOS_FORCEINLINE_FUNCTION void barrier() const { KOKKOS_IF_ON_DEVICE((__syncthreads();)) }
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
    KOKKOS_IF_ON_DEVICE((mine = __reduce_max_sync(~0U, mine);))
    publish(exchange_.numbers, mine);
    barrier();
    int most = exchange_.numbers[0];
    for (int warp = 1; warp < size() / 32; ++warp) {
      most = exchange_.numbers[warp] > most ? exchange_.numbers[warp] : most;
    }
    barrier();
    return most;
  }

  /// The sums over the threads before this one, of K numbers at once. What the block read before
  /// may be written afterwards; a barrier must follow before the next call.
  template <int K>
  KOKKOS_FORCEINLINE_FUNCTION void exclusive_sums(double const (&mine)[K],
                                                  double (&before)[K]) const {
    for (int k = 0; k < K; ++k) {
      double const within = scan(mine[k]);
      publish(exchange_.sums[k], within);
      before[k] = within - mine[k];
    }
    barrier();
    for (int warp = 0; warp < rank() / 32; ++warp) {
      for (int k = 0; k < K; ++k) {
        before[k] += exchange_.sums[k][warp];
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

/// The group for curves of middle length: a block works on one frequency.
template <class RealType, int slots>
class BlockGroup : public RegisterGroup<BlockGroup<RealType, slots>, RealType, slots> {
 public:
  using Base = RegisterGroup<BlockGroup, RealType, slots>;
  using Sum = double;
  template <int index>
  using Slot = typename Base::template Slot<index>;
  /// Doubles of all columns for curves of at most `points`.
  static int column_room(int columns, int points) { return columns * (points + 1); }

  __device__ BlockGroup(Block const& block, std::uint64_t const* keys, double* columns, int room,
                        int points, WindowEnds ends)
      : Base(keys, columns, room, points, block.rank()),
        block_(block),
        columns_(columns),
        ends_(ends) {}

  template <int... sizes, class Source>
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(int, Source const& source) const {
    constexpr int count = portable::Families<sizes...>::count;
    portable::RunningSums<sizes...> const table{columns_, this->points()};
    // The terms are formed twice: keeping them would take registers that the loops need.
    double running[count] = {};
    this->for_each([&](auto at) {
      auto const terms = source(at);
      for (int k = 0; k < count; ++k) {
        running[k] += terms.of[k];
      }
    });
    double before[count];
    block_.exclusive_sums(running, before);
    this->for_each([&](auto at) {
      auto const terms = source(at);
      for (int k = 0; k < count; ++k) {
        if (at.point < this->points()) {
          table.at(k, at.point) = before[k];
        }
        before[k] += terms.of[k];
      }
    });
    if (block_.rank() == block_.size() - 1) {
      for (int k = 0; k < count; ++k) {
        table.at(k, this->points()) = before[k];
      }
    }
    barrier();
  }

  template <int... sizes, class At>
  KOKKOS_FORCEINLINE_FUNCTION auto window(At at, int half) const {
    // What is read for points beyond the last does not matter, but must exist.
    int const point = at.point < this->points() ? at.point : this->points() - 1;
    return portable::RunningSums<sizes...>{columns_, this->points()}.window(point, half, ends_);
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
  Block const& block_;
  double* columns_;
  WindowEnds ends_;
};

}  // namespace siderum::cuda
