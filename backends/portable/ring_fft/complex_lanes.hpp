// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include <Kokkos_Complex.hpp>

#include <siderum/core/lanes.hpp>

/// A register of complex numbers of hosts, real and imaginary parts in turn.
namespace siderum::portable::ring_fft {

/// As many complex numbers as fill a register in FP64, in either precision.
inline constexpr int complex_count = native_lanes<double> / 2;

template <class Real>
using ComplexLanes = Lanes<Real, 2 * complex_count>;

namespace detail {

template <class Real, int... i>
inline ComplexLanes<Real> shuffled(ComplexLanes<Real> a, std::integer_sequence<int, i...>) {
  return ComplexLanes<Real>(siderum::detail::elements<i...>(a.vector));
}

template <class Real, int... i>
inline ComplexLanes<Real> swapped(ComplexLanes<Real> a, std::integer_sequence<int, i...>) {
  return shuffled(a, std::integer_sequence<int, (i ^ 1)...>());
}

template <int part, class Real, int... i>
inline ComplexLanes<Real> repeated(ComplexLanes<Real> a, std::integer_sequence<int, i...>) {
  return shuffled(a, std::integer_sequence<int, ((i & ~1) + part)...>());
}

template <class Real, int... i>
inline ComplexLanes<Real> backwards(ComplexLanes<Real> a, std::integer_sequence<int, i...>) {
  return shuffled(a, std::integer_sequence<int, (2 * complex_count - 2 - (i & ~1) + (i & 1))...>());
}

template <class Real, int... i>
inline ComplexLanes<Real> in_turn(Real even, Real odd, std::integer_sequence<int, i...>) {
  return ComplexLanes<Real>(typename ComplexLanes<Real>::Vector{(i % 2 == 0 ? even : odd)...});
}

using Sequence = std::make_integer_sequence<int, 2 * complex_count>;

}  // namespace detail

template <class Real>
inline ComplexLanes<Real> load(Kokkos::complex<Real> const* from) {
  return ComplexLanes<Real>::load(reinterpret_cast<Real const*>(from));
}

template <class Real>
inline void store(ComplexLanes<Real> a, Kokkos::complex<Real>* to) {
  a.store(reinterpret_cast<Real*>(to));
}

/// Imaginary and real parts exchanged.
template <class Real>
inline ComplexLanes<Real> swapped(ComplexLanes<Real> a) {
  return detail::swapped(a, detail::Sequence());
}

/// The last number first.
template <class Real>
inline ComplexLanes<Real> backwards(ComplexLanes<Real> a) {
  return detail::backwards(a, detail::Sequence());
}

/// The same real and imaginary part for all.
template <class Real>
inline ComplexLanes<Real> in_turn(Real real, Real imaginary) {
  return detail::in_turn(real, imaginary, detail::Sequence());
}

template <class Real>
inline ComplexLanes<Real> conjugate(ComplexLanes<Real> a) {
  return a * in_turn(Real(1), Real(-1));
}

/// Products of complex numbers.
template <class Real>
inline ComplexLanes<Real> product(ComplexLanes<Real> a, ComplexLanes<Real> b) {
  ComplexLanes<Real> const real = detail::repeated<0>(b, detail::Sequence());
  ComplexLanes<Real> const imaginary = detail::repeated<1>(b, detail::Sequence());
  return multiply_add(a, real, swapped(a) * (imaginary * in_turn(Real(-1), Real(1))));
}

}  // namespace siderum::portable::ring_fft
