// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/fold_and_sort.hpp>
#include <siderum/backends/portable/fold_and_sort/host_group.hpp>
#include <siderum/core/number.hpp>

namespace siderum::cuda {

/// How a thread goes through its points: unrolled, so that their arrays stay in registers, or in a
/// short loop, with the arrays in local memory.
enum class Loops : std::uint8_t { unrolled, rolled };

/// What the groups of FoldAndSort (contract at portable::HostGroup) have in common that hold
/// `slots` consecutive points in the registers of each thread. Derived has barrier() and any(bool),
/// in which all threads take part that could wait for each other, and phase_at(rank).
template <class Derived, class RealType, int slots, Loops loops>
class RegisterGroup {
 public:
  using Number = RealType;
  using Real = RealType;
  using Total = double;

  struct Slot {
    int point;
    int index;  // in the arrays: a constant, where loops are unrolled
  };

  struct Owned {
    mutable Real value[slots];
    KOKKOS_FORCEINLINE_FUNCTION Real& operator[](Slot at) const { return value[at.index]; }
  };

  Owned x, y, w;

  KOKKOS_FORCEINLINE_FUNCTION int points() const { return points_; }
  KOKKOS_FORCEINLINE_FUNCTION bool ties() const { return ties_; }
  KOKKOS_FORCEINLINE_FUNCTION static Owned owned() { return {}; }

  // The approximations of the hardware and a step of Newton's or Halley's from there: divisions and
  // roots as IEEE wants them branch, which keeps points from being worked on side by side.
  KOKKOS_FORCEINLINE_FUNCTION static float inverse(float a) {
    float rough = 0.0F;
    KOKKOS_IF_ON_DEVICE((asm("rcp.approx.ftz.f32 %0, %1;" : "=f"(rough) : "f"(a));))
    return rough;
  }
  KOKKOS_FORCEINLINE_FUNCTION static double inverse(double a) {
    double rough = 0.0;
    KOKKOS_IF_ON_DEVICE((asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(rough) : "d"(a));))
    double const error = fma(-a, rough, 1.0);
    return fma(rough, fma(error, error, error), rough);
  }

  KOKKOS_FORCEINLINE_FUNCTION static float root_of_ratio(float a, float b) {
    float root = 0.0F;
    KOKKOS_IF_ON_DEVICE((asm("rsqrt.approx.ftz.f32 %0, %1;" : "=f"(root) : "f"(a * b));))
    return a * root;
  }
  KOKKOS_FORCEINLINE_FUNCTION static double root_of_ratio(double a, double b) {
    double const product = a * b;
    double rough = 0.0;
    KOKKOS_IF_ON_DEVICE((asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(rough) : "d"(product));))
    double const error = fma(-product * rough, rough, 1.0);
    return a * fma(rough * error, fma(0.375, error, 0.5), rough);
  }

  using Alarm = bool;
  KOKKOS_FORCEINLINE_FUNCTION void watch(Alarm& alarm, Slot at, Real value) const {
    alarm |= at.point < points_ && value < Real(0);
  }

  KOKKOS_FORCEINLINE_FUNCTION static void inverses(Real a, Real b, Real c, Real (&inverses)[3]) {
    inverses[0] = inverse(a);
    inverses[1] = inverse(b);
    inverses[2] = inverse(c);
  }

  KOKKOS_FORCEINLINE_FUNCTION Real masked(Slot at, Real value) const {
    return at.point < points_ ? value : Real(0);
  }

  template <class Function>
  KOKKOS_FORCEINLINE_FUNCTION void for_each(Function const& function) const {
    int const first = rank_ * slots;
    if constexpr (loops == Loops::unrolled) {
      unrolled<slots>([&](auto i) { function(Slot{first + i, i}); });
    } else {
      int const held = points_ - first < slots ? points_ - first : slots;
#ifdef __CUDA_ARCH__
#pragma unroll 1
#endif
      for (int i = 0; i < held; ++i) {
        function(Slot{first + i, i});
      }
    }
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
  KOKKOS_FORCEINLINE_FUNCTION void set_ties(bool found) {
    ties_ = self().any(found);
  }

 protected:
  /// @param shared  room for two arrays of doubles, used while no running sums are
  KOKKOS_FORCEINLINE_FUNCTION RegisterGroup(double* shared, int room, int points, int rank)
      : shared_(shared), room_(room), points_(points), rank_(rank) {}

  KOKKOS_FORCEINLINE_FUNCTION int rank() const {
    return rank_;
  }

 private:
  KOKKOS_FORCEINLINE_FUNCTION Derived const& self() const {
    return static_cast<Derived const&>(*this);
  }

  // Whether the point `other` exists and has the phase of j.
  KOKKOS_FORCEINLINE_FUNCTION bool equals(int other, int j) const {
    return other < points_ && self().phase_at(other) == self().phase_at(j);
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

  double* shared_;
  int room_;
  int points_;
  int rank_;
  bool ties_ = true;
};

}  // namespace siderum::cuda
