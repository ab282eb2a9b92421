// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/fold_and_sort/register_group.cuh>

namespace siderum::cuda {

/// The group for short curves: `width` lanes of a warp work on one frequency. Running sums lie in
/// shared memory, those before one point side by side, and also beyond both ends where windows
/// wrap, so that they need not look where they are. With an odd number of slots the banks do not
/// collide.
template <class RealType, class SumType, int width, int slots, WindowEnds ends>
class LaneGroup
    : public RegisterGroup<LaneGroup<RealType, SumType, width, slots, ends>, RealType, slots> {
 public:
  using Base = RegisterGroup<LaneGroup, RealType, slots>;
  using Sum = SumType;
  template <int index>
  using Slot = typename Base::template Slot<index>;
  static constexpr int room = width * slots;

  /// Doubles of shared memory for running sums, at least two arrays.
  KOKKOS_FORCEINLINE_FUNCTION static int column_room(int columns, int margin) {
    int const sums = (columns + 1) / 2 * 2 * (room + 1 + 2 * margin);
    int const doubles = (sums * static_cast<int>(sizeof(Sum)) + 7) / 8;
    return doubles < 2 * room ? 2 * room : doubles;
  }

  KOKKOS_FORCEINLINE_FUNCTION LaneGroup(std::uint64_t const* keys, double* columns, int points,
                                        int margin, int lane)
      : Base(keys, columns, room, points, lane),
        sums_(reinterpret_cast<Pair*>(columns)),
        margin_(margin) {}

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
      put(at.point, before);
      auto const terms = source(at);
      for (int k = 0; k < count; ++k) {
        before.of[k] += terms.of[k];
      }
    });
    if (this->rank() == width - 1) {
      put(room, all);
    }
    barrier();
    if constexpr (ends == WindowEnds::wrap) {
      extend<sizes...>(reach, all);
      barrier();
    }
  }

  template <int... sizes, class At>
  KOKKOS_FORCEINLINE_FUNCTION auto window(At at, int half) const {
    constexpr int count = portable::Families<sizes...>::count;
    int first = at.point - half;
    if constexpr (ends == WindowEnds::stop) {
      int const most = this->points() - 1 - 2 * half;
      first = first < most ? first : most;
      first = first < 0 ? 0 : first;
    }
    portable::Moments<Sum, count> sums = get<count>(first + 2 * half + 1);
    portable::Moments<Sum, count> const less = get<count>(first);
    for (int k = 0; k < count; ++k) {
      sums.of[k] -= less.of[k];
    }
    return sums;
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

 private:
  struct alignas(2 * sizeof(Sum)) Pair {
    Sum of[2];
  };

  KOKKOS_FORCEINLINE_FUNCTION static Sum from_lane_below(Sum value, int step) {
    KOKKOS_IF_ON_DEVICE((return __shfl_up_sync(~0U, value, step, width);))
    KOKKOS_IF_ON_HOST((return value * step;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static Sum from_lane(Sum value, int lane) {
    KOKKOS_IF_ON_DEVICE((return __shfl_sync(~0U, value, lane, width);))
    KOKKOS_IF_ON_HOST((return value * lane;))
  }

  template <int count>
  KOKKOS_FORCEINLINE_FUNCTION portable::Moments<Sum, count> get(int e) const {
    constexpr int pairs = (count + 1) / 2;
    Pair const* const from = sums_ + (e + margin_) * pairs;
    portable::Moments<Sum, count> sums;
    unrolled<pairs>([&](auto i) {
      Pair const pair = from[i];
      sums.of[2 * i] = pair.of[0];
      if constexpr (2 * i + 1 < count) {
        sums.of[2 * i + 1] = pair.of[1];
      }
    });
    return sums;
  }

  template <int count>
  KOKKOS_FORCEINLINE_FUNCTION void put(int e, portable::Moments<Sum, count> const& sums) const {
    constexpr int pairs = (count + 1) / 2;
    Pair* const to = sums_ + (e + margin_) * pairs;
    unrolled<pairs>([&](auto i) {
      to[i] = Pair{{sums.of[2 * i], sums.of[2 * i + 1 < count ? 2 * i + 1 : 2 * i]}};
    });
  }

  // The sums one turn on and one turn back, which stand beyond the ends.
  template <int... sizes, int count>
  KOKKOS_FORCEINLINE_FUNCTION void extend(int reach,
                                          portable::Moments<Sum, count> const& all) const {
    int const points = this->points();
    for (int r = this->rank() + 1; r <= reach; r += width) {
      portable::Moments<Sum, count> after = portable::turned<sizes...>(get<count>(r), Sum(1));
      portable::Moments<Sum, count> before = get<count>(points - r);
      for (int k = 0; k < count; ++k) {
        after.of[k] += all.of[k];
        before.of[k] -= all.of[k];
      }
      put(points + r, after);
      put(-r, portable::turned<sizes...>(before, Sum(-1)));
    }
  }

  Pair* sums_;
  int margin_;
};

}  // namespace siderum::cuda
