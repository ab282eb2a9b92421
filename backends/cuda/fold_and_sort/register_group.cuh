// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/fold_and_sort.hpp>
#include <siderum/backends/portable/fold_and_sort/host_group.hpp>
#include <siderum/core/number.hpp>

namespace siderum::cuda {

/// What the groups of FoldAndSort (contract at portable::HostGroup) have in common that hold
/// `slots` consecutive points in the registers of each thread. Derived has barrier() and any(bool),
/// in which all threads take part that could wait for each other.
template <class Derived, class RealType, int slots>
class RegisterGroup {
 public:
  using Number = RealType;
  using Real = RealType;
  using Sum = double;

  template <int index>
  struct Slot {
    int point;
  };

  struct Owned {
    mutable Real value[slots];
    template <int index>
    KOKKOS_FORCEINLINE_FUNCTION Real& operator[](Slot<index>) const {
      return value[index];
    }
  };

  Owned x, y, w;

  KOKKOS_FORCEINLINE_FUNCTION int points() const { return points_; }
  KOKKOS_FORCEINLINE_FUNCTION bool ties() const { return ties_; }
  KOKKOS_FORCEINLINE_FUNCTION static Owned owned() { return {}; }

  KOKKOS_FORCEINLINE_FUNCTION static float inverse(float a) { return 1.0F / a; }
  KOKKOS_FORCEINLINE_FUNCTION static double inverse(double a) {
    double rough = 0.0;
    KOKKOS_IF_ON_DEVICE((asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(rough) : "d"(a));
                         rough = fma(rough, fma(-a, rough, 1.0), rough);
                         rough = fma(rough, fma(-a, rough, 1.0), rough);))
    return rough;
  }

  template <class Function>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(Function const& function) const {
    [&]<int... index>(std::integer_sequence<int, index...>) {
      (function(Slot<index>{rank_ * slots + index}), ...);
    }
    (std::make_integer_sequence<int, slots>{});
  }

  KOKKOS_FORCEINLINE_FUNCTION double phase_at(int rank) const {
    return portable::phase_of(keys_[rank]);
  }

  KOKKOS_FORCEINLINE_FUNCTION void carry_forward(Owned const& array) const {
    bool negative = false;
    for_each([&](auto at) { negative = negative || (at.point < points_ && array[at] < Real(0)); });
    if (!self().any(negative)) {
      return;
    }
    share(array, 0);
    for_each([&](auto at) {
      if (at.point < points_ && array[at] < Real(0)) {
        int from = at.point;
        while (from >= 0 && shared_[from] < 0.0) {
          --from;
        }
        array[at] = from < 0 ? Real(0) : static_cast<Real>(shared_[from]);
      }
    });
    self().barrier();
  }

  KOKKOS_FORCEINLINE_FUNCTION void average_ties(Owned const& array) const {
    share(array, 0);
    share(w, 1);
    double const* const weights = shared_ + room_;
    for_each([&](auto at) {
      int const j = at.point;
      if (j < points_ && (equals(j, j - 1) || equals(j, j + 1))) {
        int first = j;
        while (equals(first, first - 1)) {
          --first;
        }
        double sum = 0.0;
        double all = 0.0;
        int next = first;
        do {
          sum += weights[next] * shared_[next];
          all += weights[next];
          ++next;
        } while (equals(next - 1, next));
        array[at] = static_cast<Real>(sum / all);
      }
    });
    self().barrier();
  }

  /// To be called once the points are in their slots.
  KOKKOS_FORCEINLINE_FUNCTION void find_ties() {
    bool found = false;
    for_each([&](auto at) { 
      found = found || (at.point < points_ && equals(at.point, at.point - 1));
    });
    ties_ = self().any(found);
  }

 protected:
  /// @param keys    sorted, one per point, in shared memory
  /// @param shared  two arrays of room doubles, used while no table is
  KOKKOS_FORCEINLINE_FUNCTION RegisterGroup(std::uint64_t const* keys, double* shared, int room,
                                            int points, int rank, WindowEnds ends)
      : keys_(keys), shared_(shared), room_(room), points_(points), rank_(rank), ends_(ends) {}

  KOKKOS_FORCEINLINE_FUNCTION int rank() const { return rank_; }
  KOKKOS_FORCEINLINE_FUNCTION WindowEnds ends() const { return ends_; }

  /// Where the window of 2 half + 1 points about a point begins.
  KOKKOS_FORCEINLINE_FUNCTION int window_begin(int point, int half) const {
    int first = point - half;
    if (ends_ == WindowEnds::stop) {
      int const most = points_ - 1 - 2 * half;
      first = first < 0 ? 0 : first;
      first = first > most ? most : first;
    }
    return first;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Derived const& self() const {
    return static_cast<Derived const&>(*this);
  }

  // Whether two neighbours have the same phase; false beyond the ends.
  KOKKOS_FORCEINLINE_FUNCTION bool equals(int j, int other) const {
    return j >= 0 && other >= 0 && j < points_ && other < points_ &&
           (keys_[j] >> point_index_bits) == (keys_[other] >> point_index_bits);
  }

  KOKKOS_FORCEINLINE_FUNCTION void share(Owned const& array, int c) const {
    self().barrier();
    for_each([&](auto at) { shared_[c * room_ + at.point] = static_cast<double>(array[at]); });
    self().barrier();
  }

  std::uint64_t const* keys_;
  double* shared_;
  int room_;
  int points_;
  int rank_;
  WindowEnds ends_;
  bool ties_ = true;
};

}  // namespace siderum::cuda
