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
  using Total = double;

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
    KOKKOS_IF_ON_DEVICE((asm("rcp.approx.ftz.f64 %0, %1;"
                             : "=d"(rough)
                             : "d"(a));
                         rough = fma(rough, fma(-a, rough, 1.0), rough);
                         rough = fma(rough, fma(-a, rough, 1.0), rough);))
    return rough;
  }

  KOKKOS_FORCEINLINE_FUNCTION static void inverses(Real a, Real b, Real c, Real (&inverses)[3]) {
    inverses[0] = inverse(a);
    inverses[1] = inverse(b);
    inverses[2] = inverse(c);
  }

  template <int index>
  KOKKOS_FORCEINLINE_FUNCTION Real masked(Slot<index> at, Real value) const {
    return at.point < points_ ? value : Real(0);
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
    for_each([&](auto at) { negative |= at.point < points_ && array[at] < Real(0); });
    if (!self().any(negative)) {
      return;
    }
    share(array, 0);
    if (rank_ == 0) {
      double before = 0.0;
      for (int j = 0; j < points_; ++j) {
        before = shared_[j] < 0.0 ? before : shared_[j];
        shared_[j] = before;
      }
    }
    take_back(array);
  }

  KOKKOS_FORCEINLINE_FUNCTION void average_ties(Owned const& array) const {
    share(array, 0);
    share(w, 1);
    double const* const weights = shared_ + room_;
    int const last = (rank_ + 1) * slots < points_ ? (rank_ + 1) * slots : points_;
    for (int j = rank_ * slots; j < last; ++j) {
      if (equals(j + 1, j) && !(j > 0 && equals(j, j - 1))) {
        double sum = 0.0;
        double all = 0.0;
        int end = j;
        do {
          sum += weights[end] * shared_[end];
          all += weights[end];
          ++end;
        } while (equals(end, j));
        for (int i = j; i < end; ++i) {
          shared_[i] = sum / all;
        }
      }
    }
    take_back(array);
  }

  /// To be called once the points are in their slots.
  KOKKOS_FORCEINLINE_FUNCTION void set_ties(bool found) { ties_ = self().any(found); }

 protected:
  /// @param keys    sorted, one per point, in shared memory
  /// @param shared  room for two arrays of doubles, used while no running sums are
  KOKKOS_FORCEINLINE_FUNCTION RegisterGroup(std::uint64_t const* keys, double* shared, int room,
                                            int points, int rank)
      : keys_(keys), shared_(shared), room_(room), points_(points), rank_(rank) {}

  KOKKOS_FORCEINLINE_FUNCTION int rank() const { return rank_; }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Derived const& self() const {
    return static_cast<Derived const&>(*this);
  }

  // Whether the point `other` exists and has the phase of j.
  KOKKOS_FORCEINLINE_FUNCTION bool equals(int other, int j) const {
    return other < points_ && (keys_[other] >> point_index_bits) == (keys_[j] >> point_index_bits);
  }

  KOKKOS_FORCEINLINE_FUNCTION void share(Owned const& array, int c) const {
    self().barrier();
    for_each([&](auto at) { shared_[c * room_ + at.point] = static_cast<double>(array[at]); });
    self().barrier();
  }

  KOKKOS_FORCEINLINE_FUNCTION void take_back(Owned const& array) const {
    self().barrier();
    for_each([&](auto at) { array[at] = static_cast<Real>(shared_[at.point]); });
    self().barrier();
  }

  std::uint64_t const* keys_;
  double* shared_;
  int room_;
  int points_;
  int rank_;
  bool ties_ = true;
};

}  // namespace siderum::cuda
