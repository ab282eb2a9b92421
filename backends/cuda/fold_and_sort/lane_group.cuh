// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/cuda/fold_and_sort/register_group.cuh>

namespace siderum::cuda {

/// The group for short curves: `width` lanes of a warp work on one frequency. Running sums go
/// through shared memory and are stored beyond both ends too, so that windows need not look where
/// they are; with an odd number of slots the banks do not collide.
template <class RealType, int width, int slots>
class LaneGroup : public RegisterGroup<LaneGroup<RealType, width, slots>, RealType, slots> {
 public:
  using Base = RegisterGroup<LaneGroup, RealType, slots>;
  template <int index>
  using Slot = typename Base::template Slot<index>;
  static constexpr int room = width * slots;

  template <int K>
  struct Table {
    double* column[K];
  };

  /// Doubles of one column of running sums.
  KOKKOS_FORCEINLINE_FUNCTION static int column_size(int margin) { return room + 1 + 2 * margin; }

  /// Doubles of all columns, at least two arrays.
  KOKKOS_FORCEINLINE_FUNCTION static int column_room(int columns, int margin) {
    return columns * column_size(margin);
  }

  KOKKOS_FORCEINLINE_FUNCTION LaneGroup(std::uint64_t const* keys, double* columns, int points,
                                        int margin, WindowEnds ends, int lane)
      : Base(keys, columns, room, points, lane, ends), columns_(columns), margin_(margin) {}

  template <int K>
  KOKKOS_FORCEINLINE_FUNCTION Table<K> table() {
    Table<K> made;
    for (int k = 0; k < K; ++k) {
      made.column[k] = columns_ + margin_;
      columns_ += column_size(margin_);
    }
    return made;
  }

  template <int K, class Source>
  KOKKOS_FORCEINLINE_FUNCTION void accumulate(Table<K> const& table, Source const& source) const {
    double before[slots][K];
    double running[K] = {};
    this->for_each([&]<int index>(Slot<index> at) {
      auto const terms = source(at);
      for (int k = 0; k < K; ++k) {
        before[index][k] = running[k];
        running[k] += at.point < this->points() ? terms.of[k] : 0.0;
      }
    });
    double all[K];
    double offset[K];
    for (int k = 0; k < K; ++k) {
      double sum = running[k];
      for (int step = 1; step < width; step *= 2) {
        double const other = from_lane_below(sum, step);
        sum += this->rank() >= step ? other : 0.0;
      }
      offset[k] = sum - running[k];
      all[k] = from_lane(sum, width - 1);
    }
    barrier();
    this->for_each([&]<int index>(Slot<index> at) {
      for (int k = 0; k < K; ++k) {
        before[index][k] += offset[k];
      }
      store(table, at.point, before[index], all);
    });
    if (this->rank() == width - 1) {
      store(table, room, all, all);
    }
    barrier();
  }

  template <int K, class At>
  KOKKOS_FORCEINLINE_FUNCTION portable::Moments<double, K> window(Table<K> const& table, At at,
                                                                 int half) const {
    int const first = this->window_begin(at.point, half);
    portable::Moments<double, K> sums;
    for (int k = 0; k < K; ++k) {
      sums.of[k] = table.column[k][first + 2 * half + 1] - table.column[k][first];
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
      sum += from_other_lane(sum, step);
    }
    return sum;
  }

  KOKKOS_FORCEINLINE_FUNCTION static void barrier() { KOKKOS_IF_ON_DEVICE((__syncwarp();)) }
  KOKKOS_FORCEINLINE_FUNCTION static bool any(bool mine) {
    KOKKOS_IF_ON_DEVICE((return __any_sync(~0U, mine);))
    KOKKOS_IF_ON_HOST((return mine;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static double from_lane_below(double value, int step) {
    KOKKOS_IF_ON_DEVICE((return __shfl_up_sync(~0U, value, step, width);))
    KOKKOS_IF_ON_HOST((return value * step;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static double from_lane(double value, int lane) {
    KOKKOS_IF_ON_DEVICE((return __shfl_sync(~0U, value, lane, width);))
    KOKKOS_IF_ON_HOST((return value * lane;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static double from_other_lane(double value, int step) {
    KOKKOS_IF_ON_DEVICE((return __shfl_xor_sync(~0U, value, step, width);))
    KOKKOS_IF_ON_HOST((return value * step;))
  }

 private:
  // The sums before point j, and where windows wrap, those one turn on and one turn back.
  template <int K>
  KOKKOS_FORCEINLINE_FUNCTION void store(Table<K> const& table, int j, double const (&sums)[K],
                                         double const (&all)[K]) const {
    if (j > this->points()) {
      return;
    }
    for (int k = 0; k < K; ++k) {
      table.column[k][j] = sums[k];
    }
    if (this->ends() == WindowEnds::stop) {
      return;
    }
    if (j > 0 && j <= margin_) {
      for (int k = 0; k < K; ++k) {
        table.column[k][this->points() + j] = all[k] + shifted(sums, k, 1.0);
      }
    }
    if (j < this->points() && j >= this->points() - margin_) {
      double rest[K];
      for (int k = 0; k < K; ++k) {
        rest[k] = sums[k] - all[k];
      }
      for (int k = 0; k < K; ++k) {
        table.column[k][j - this->points()] = shifted(rest, k, -1.0);
      }
    }
  }

  template <int K>
  KOKKOS_FORCEINLINE_FUNCTION static double shifted(double const (&sums)[K], int k, double turn) {
    if (k == 0) {
      return sums[0];
    }
    return k == 1 ? sums[1] + turn * sums[0] : sums[k] + 2.0 * turn * sums[1] + sums[0];
  }

  double* columns_;
  int margin_;
};

}  // namespace siderum::cuda
