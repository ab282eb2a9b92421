// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/fold_and_sort/register_group.cuh>
#include <siderum/backends/portable/fold_and_sort/extended_sums.hpp>

namespace siderum::cuda {

/// The group for short curves: `width` lanes of a warp work on one frequency. Running sums lie in
/// shared memory, `slots` is odd.
template <class RealType, class SumType, int width, int slots, class Phases, WindowEnds ends>
class LaneGroup : public RegisterGroup<LaneGroup<RealType, SumType, width, slots, Phases, ends>,
                                       RealType, slots, Loops::unrolled> {
 public:
  using Base = RegisterGroup<LaneGroup, RealType, slots, Loops::unrolled>;
  using Sum = SumType;
  using Slot = typename Base::Slot;
  static constexpr int room = width * slots;

  /// Doubles of shared memory for running sums, at least two arrays.
  KOKKOS_FORCEINLINE_FUNCTION static int column_room(int columns, int margin) {
    int const doubles =
        (portable::ExtendedSums<Sum>::room(columns, room, margin) * static_cast<int>(sizeof(Sum)) +
         7) /
        8;
    return doubles < 2 * room ? 2 * room : doubles;
  }

  KOKKOS_FORCEINLINE_FUNCTION LaneGroup(Phases const& phases, double* columns, int points,
                                        int margin, int lane)
      : Base(columns, room, points, lane), phases_(phases), sums_(columns, margin) {}

  KOKKOS_FORCEINLINE_FUNCTION double phase_at(int rank) const { return phases_.at(rank); }

  template <int... sizes, class Source>
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(int reach, Source const& source) const {
    constexpr int count = portable::Families<sizes...>::count;
    // The terms are formed twice: keeping them would take registers that the loops need.
    portable::Moments<Sum, count> all{};
    this->for_each([&](auto at) {
      auto const terms = source(at);
      for (int k = 0; k < count; ++k) {
        all.of[k] += terms.of[k];
      }
    });
    portable::Moments<Sum, count> before;
    for (int k = 0; k < count; ++k) {
      Sum sum = all.of[k];
      for (int step = 1; step < width; step *= 2) {
        Sum const other = from_lane_below(sum, step);
        sum += this->rank() >= step ? other : Sum(0);
      }
      before.of[k] = sum - all.of[k];
      all.of[k] = from_lane(sum, width - 1);
    }
    barrier();
    this->for_each([&](auto at) {
      sums_.put(at.point, before);
      auto const terms = source(at);
      for (int k = 0; k < count; ++k) {
        before.of[k] += terms.of[k];
      }
    });
    if (this->rank() == width - 1) {
      sums_.put(room, all);
    }
    barrier();
    if constexpr (ends == WindowEnds::wrap) {
      sums_.template extend<sizes...>(this->points(), reach, this->rank(), width, all);
      barrier();
    }
  }

  template <int... sizes>
  KOKKOS_FORCEINLINE_FUNCTION auto window(Slot at, int half) const {
    return sums_.template window<portable::Families<sizes...>::count>(at.point, half,
                                                                      this->points(), ends);
  }

  template <class Function>
  KOKKOS_FORCEINLINE_FUNCTION double total(Function const& function) const {
    double sum = 0.0;
    this->for_each([&](auto at) {
      double const term = function(at);
      sum += at.point < this->points() ? term : 0.0;
    });
    for (int step = width / 2; step > 0; step /= 2) {
      KOKKOS_IF_ON_DEVICE((sum += __shfl_xor_sync(~0U, sum, step, width);))
    }
    return sum;
  }

  KOKKOS_FORCEINLINE_FUNCTION static void barrier() { KOKKOS_IF_ON_DEVICE((__syncwarp();)) }
  KOKKOS_FORCEINLINE_FUNCTION static bool any(bool mine) {
    KOKKOS_IF_ON_DEVICE((return __any_sync(~0U, mine);))
    KOKKOS_IF_ON_HOST((return mine;))
  }

  /// As any(), but of the lanes of this group alone.
  KOKKOS_FORCEINLINE_FUNCTION static bool any_of_group(bool mine) {
    KOKKOS_IF_ON_DEVICE((unsigned const first = threadIdx.x % 32 / width * width;
                         unsigned const lanes = (~0U >> (32 - width)) << first;
                         return (__ballot_sync(~0U, mine) & lanes) != 0;))
    KOKKOS_IF_ON_HOST((return mine;))
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION static Sum from_lane_below(Sum value, int step) {
    KOKKOS_IF_ON_DEVICE((return __shfl_up_sync(~0U, value, step, width);))
    KOKKOS_IF_ON_HOST((return value * step;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static Sum from_lane(Sum value, int lane) {
    KOKKOS_IF_ON_DEVICE((return __shfl_sync(~0U, value, lane, width);))
    KOKKOS_IF_ON_HOST((return value * lane;))
  }

  Phases phases_;
  portable::ExtendedSums<Sum> sums_;
};

}  // namespace siderum::cuda
