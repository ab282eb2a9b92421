// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/fold_and_sort.hpp>
#include <siderum/backends/portable/fold_and_sort/moments.hpp>

namespace siderum::portable {

/// Running sums in memory that a team shares: entry e holds those over the points before e, side by
/// side, also beyond both ends where windows wrap, so that windows need not look where they are.
/// With an odd number of points for each thread the banks do not collide.
template <class Sum>
class ExtendedSums {
 public:
  struct alignas(2 * sizeof(Sum)) Pair {
    Sum of[2];
  };

  /// Sums of all columns for entries -margin .. last + margin.
  KOKKOS_FORCEINLINE_FUNCTION static int room(int columns, int last, int margin) {
    return (columns + 1) / 2 * 2 * (last + 1 + 2 * margin);
  }

  KOKKOS_FORCEINLINE_FUNCTION ExtendedSums(double* memory, int margin)
      : entries_(reinterpret_cast<Pair*>(memory)), margin_(margin) {}

  template <int count>
  KOKKOS_FORCEINLINE_FUNCTION Moments<Sum, count> get(int e) const {
    constexpr int pairs = (count + 1) / 2;
    Pair const* const from = entries_ + (e + margin_) * pairs;
    Moments<Sum, count> sums;
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
  KOKKOS_FORCEINLINE_FUNCTION void put(int e, Moments<Sum, count> const& sums) const {
    constexpr int pairs = (count + 1) / 2;
    Pair* const to = entries_ + (e + margin_) * pairs;
    unrolled<pairs>([&](auto i) {
      to[i] = Pair{{sums.of[2 * i], sums.of[2 * i + 1 < count ? 2 * i + 1 : 2 * i]}};
    });
  }

  /// Thread `rank` of `size` puts its share of the sums one turn on and one turn back, as far as
  /// windows of half width `reach` look.
  template <int... sizes, int count>
  KOKKOS_FORCEINLINE_FUNCTION void extend(int points, int reach, int rank, int size,
                                          Moments<Sum, count> const& all) const {
    for (int r = rank + 1; r <= reach; r += size) {
      Moments<Sum, count> after = turned<sizes...>(get<count>(r), Sum(1));
      Moments<Sum, count> before = get<count>(points - r);
      for (int k = 0; k < count; ++k) {
        after.of[k] += all.of[k];
        before.of[k] -= all.of[k];
      }
      put(points + r, after);
      put(-r, turned<sizes...>(before, Sum(-1)));
    }
  }

  /// The sums over the window of 2 half + 1 points about a point.
  template <int count>
  KOKKOS_FORCEINLINE_FUNCTION Moments<Sum, count> window(int point, int half, int points,
                                                         WindowEnds ends) const {
    int first = point - half;
    if (ends == WindowEnds::stop) {
      int const most = points - 1 - 2 * half;
      first = first < most ? first : most;
      first = first < 0 ? 0 : first;
    }
    Moments<Sum, count> sums = get<count>(first + 2 * half + 1);
    Moments<Sum, count> const less = get<count>(first);
    for (int k = 0; k < count; ++k) {
      sums.of[k] -= less.of[k];
    }
    return sums;
  }

 private:
  Pair* entries_;
  int margin_;
};

}  // namespace siderum::portable
