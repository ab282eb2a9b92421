// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

namespace siderum::portable::device_fft {

/// Complex numbers as Kokkos::complex has them, but with products of which it is said what is
/// fused: the compilers of devices fuse those of Kokkos each in its own way. Not set where nothing
/// is given.
template <class Real>
class alignas(2 * sizeof(Real)) FusedComplex {
 public:
  using value_type = Real;

  FusedComplex() = default;
  KOKKOS_FORCEINLINE_FUNCTION constexpr FusedComplex(Real real, Real imag = Real(0))
      : real_(real), imag_(imag) {}
  KOKKOS_FORCEINLINE_FUNCTION FusedComplex(Kokkos::complex<Real> const& a)
      : real_(a.real()), imag_(a.imag()) {}
  KOKKOS_FORCEINLINE_FUNCTION operator Kokkos::complex<Real>() const { return {real_, imag_}; }

  KOKKOS_FORCEINLINE_FUNCTION Real real() const { return real_; }
  KOKKOS_FORCEINLINE_FUNCTION Real imag() const { return imag_; }

  KOKKOS_FORCEINLINE_FUNCTION friend FusedComplex operator+(FusedComplex a, FusedComplex b) {
    return {a.real_ + b.real_, a.imag_ + b.imag_};
  }
  KOKKOS_FORCEINLINE_FUNCTION friend FusedComplex operator-(FusedComplex a, FusedComplex b) {
    return {a.real_ - b.real_, a.imag_ - b.imag_};
  }
  KOKKOS_FORCEINLINE_FUNCTION friend FusedComplex operator*(FusedComplex a, FusedComplex b) {
    return {Kokkos::fma(a.real_, b.real_, -a.imag_ * b.imag_),
            Kokkos::fma(a.real_, b.imag_, a.imag_ * b.real_)};
  }
  KOKKOS_FORCEINLINE_FUNCTION friend FusedComplex operator*(Real a, FusedComplex b) {
    return {a * b.real_, a * b.imag_};
  }
  KOKKOS_FORCEINLINE_FUNCTION friend FusedComplex conj(FusedComplex a) {
    return {a.real_, -a.imag_};
  }

 private:
  Real real_;
  Real imag_;
};

/// x_q times root^q, where powers are products of those of the bits of q, the highest first.
template <class Real>
KOKKOS_FORCEINLINE_FUNCTION void turn(FusedComplex<Real> (&x)[8], FusedComplex<Real> const& root) {
  auto const second = root * root;
  auto const third = second * root;
  auto const fourth = second * second;
  x[1] = x[1] * root;
  x[2] = x[2] * second;
  x[3] = x[3] * third;
  x[4] = x[4] * fourth;
  x[5] = x[5] * (fourth * root);
  x[6] = x[6] * (fourth * second);
  x[7] = x[7] * (fourth * third);
}

}  // namespace siderum::portable::device_fft
