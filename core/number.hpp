// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/core/lanes.hpp>
#include <siderum/core/unrolled.hpp>

/// The functions of lanes.hpp for one float or double, on hosts and devices: mathematics written
/// for a `Number` compiles for both.

/// Marks a function template over Number. A constexpr function may be called on a device (nvcc:
/// --expt-relaxed-constexpr), and unlike a __host__ __device__ one it may be instantiated for Lanes
/// too, which only a host has. All that it calls there must be callable on a device and all its
/// variables of literal types: nvcc says nothing where they are not, and leaves the call out.
#define SIDERUM_NUMBER_FUNCTION [[gnu::always_inline]] constexpr

namespace siderum {

template <class Real>
concept RealNumber = std::is_same_v<Real, float> || std::is_same_v<Real, double>;

template <RealNumber Real>
KOKKOS_FORCEINLINE_FUNCTION Real multiply_add(Real a, Real b, Real c) {
  return Kokkos::fma(a, b, c);
}

template <RealNumber Real>
KOKKOS_FORCEINLINE_FUNCTION Real fma(Real a, Real b, Real c) {
  return Kokkos::fma(a, b, c);
}

template <RealNumber Real>
KOKKOS_FORCEINLINE_FUNCTION Real nearest_integer(Real a) {
  return Kokkos::nearbyint(a);
}

template <RealNumber Real>
KOKKOS_FORCEINLINE_FUNCTION Real sqrt(Real a) {
  return Kokkos::sqrt(a);
}

template <RealNumber Real>
KOKKOS_FORCEINLINE_FUNCTION Real absolute(Real a) {
  return Kokkos::fabs(a);
}

template <RealNumber Real>
KOKKOS_FORCEINLINE_FUNCTION Real copysign(Real magnitude, Real sign) {
  return Kokkos::copysign(magnitude, sign);
}

template <RealNumber Real>
KOKKOS_FORCEINLINE_FUNCTION Real log1p(Real a) {
  return Kokkos::log1p(a);
}

/// a^exponent for a > 0, to a few units in the last place times |exponent ln a|: a third of the
/// instructions of pow.
template <RealNumber Real>
KOKKOS_FORCEINLINE_FUNCTION Real pow(Real a, Real exponent) {
  return Kokkos::exp(exponent * Kokkos::log(a));
}

template <RealNumber Real>
KOKKOS_FORCEINLINE_FUNCTION Real select_less(Real a, Real b, Real then, Real otherwise) {
  return a < b ? then : otherwise;
}

template <RealNumber Real>
KOKKOS_FORCEINLINE_FUNCTION bool any_less(Real a, Real b) {
  return a < b;
}

template <RealNumber To, RealNumber From>
KOKKOS_FORCEINLINE_FUNCTION To convert(From a) {
  return static_cast<To>(a);
}

namespace detail {

template <class Number>
struct ValueType {
  using type = Number;
};

template <class Real, int count>
struct ValueType<Lanes<Real, count>> {
  using type = Real;
};

template <class Number, class To>
struct Rebind {
  using type = To;
};

template <class Real, int count, class To>
struct Rebind<Lanes<Real, count>, To> {
  using type = Lanes<To, count>;
};

}  // namespace detail

/// float or double: what a Number holds.
template <class Number>
using value_type_t = typename detail::ValueType<Number>::type;

/// A Number of the same shape that holds To.
template <class Number, class To>
using rebind_t = typename detail::Rebind<Number, To>::type;

}  // namespace siderum
