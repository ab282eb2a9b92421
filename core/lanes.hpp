// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace siderum {

namespace detail {

// The compiler's own vector type: its operators become one instruction each, through g++ and
// through nvcc's host pass alike. Lengths beyond the machine's registers are split by the compiler.
template <class Real, int count>
struct VectorType {
  typedef Real type __attribute__((vector_size(count * sizeof(Real))));
};

#if defined(__AVX512F__)
inline constexpr int vector_bytes = 64;
inline constexpr int vector_registers = 32;
#elif defined(__AVX__)
inline constexpr int vector_bytes = 32;
inline constexpr int vector_registers = 16;
#else
inline constexpr int vector_bytes = 16;
inline constexpr int vector_registers = 16;
#endif

}  // namespace detail

/// Values of type Real that the host computes with side by side: one SIMD register, or several.
///
/// Host code only. A function written once for a `Number` serves a Real on a device and Lanes on a
/// host: the operators and the free functions below exist for both.
template <class Real, int count>
struct Lanes {
  using Vector = typename detail::VectorType<Real, count>::type;
  using value_type = Real;
  static constexpr int size = count;

  Vector vector;

  Lanes() = default;
  explicit Lanes(Vector const& from) : vector(from) {}
  Lanes(Real every) : vector(every - Vector{}) {}  // NOLINT: a scalar is the same in all lanes

  /// From `count` values anywhere in memory.
  static Lanes load(Real const* from) {
    Lanes lanes;
    std::memcpy(&lanes.vector, from, sizeof(Vector));
    return lanes;
  }

  void store(Real* to) const { std::memcpy(to, &vector, sizeof(Vector)); }

  /// {first, first + step, first + 2 step, ...}
  static Lanes ramp(Real first, Real step) {
    Lanes lanes;
    for (int i = 0; i < count; ++i) {
      lanes.vector[i] = first + static_cast<Real>(i) * step;
    }
    return lanes;
  }

  Real operator[](int i) const { return vector[i]; }

  friend Lanes operator+(Lanes a, Lanes b) { return Lanes(a.vector + b.vector); }
  friend Lanes operator-(Lanes a, Lanes b) { return Lanes(a.vector - b.vector); }
  friend Lanes operator*(Lanes a, Lanes b) { return Lanes(a.vector * b.vector); }
  friend Lanes operator/(Lanes a, Lanes b) { return Lanes(a.vector / b.vector); }
  friend Lanes operator-(Lanes a) { return Lanes(-a.vector); }
};

/// The number of lanes that fill one register of the processor that is compiled for.
template <class Real>
inline constexpr int native_lanes = detail::vector_bytes / static_cast<int>(sizeof(Real));

// The functions of Lanes below loop over the elements of vectors of fixed length: the compiler
// makes one instruction of each (checked in the generated code), and the scalar function beside
// each stays the definition of what it computes.

/// a * b + c, rounded once or twice as the machine is faster.
template <class Real, int count>
inline Lanes<Real, count> multiply_add(Lanes<Real, count> a, Lanes<Real, count> b,
                                       Lanes<Real, count> c) {
  return Lanes<Real, count>(a.vector * b.vector + c.vector);
}

/// a * b + c, rounded once. (Through arrays, and not unrolled: of more lanes than a register holds,
/// the compiler makes vector instructions only so.)
template <class Real, int count>
inline Lanes<Real, count> fma(Lanes<Real, count> a, Lanes<Real, count> b, Lanes<Real, count> c) {
  Real x[count];
  Real y[count];
  Real z[count];
  a.store(x);
  b.store(y);
  c.store(z);
#pragma omp simd
  for (int i = 0; i < count; ++i) {
    x[i] = std::fma(x[i], y[i], z[i]);
  }
  return Lanes<Real, count>::load(x);
}

/// The nearest integer, as a floating-point number; halves go to the even one.
template <class Real, int count>
inline Lanes<Real, count> nearest_integer(Lanes<Real, count> a) {
  Lanes<Real, count> result;
  for (int i = 0; i < count; ++i) {
    result.vector[i] = std::nearbyint(a.vector[i]);
  }
  return result;
}

template <class Real, int count>
inline Lanes<Real, count> sqrt(Lanes<Real, count> a) {
  Lanes<Real, count> result;
  for (int i = 0; i < count; ++i) {
    result.vector[i] = std::sqrt(a.vector[i]);
  }
  return result;
}

template <class Real, int count>
inline Lanes<Real, count> absolute(Lanes<Real, count> a) {
  Lanes<Real, count> result;
  for (int i = 0; i < count; ++i) {
    result.vector[i] = std::fabs(a.vector[i]);
  }
  return result;
}

template <class Real, int count>
inline Lanes<Real, count> copysign(Lanes<Real, count> magnitude, Lanes<Real, count> sign) {
  Lanes<Real, count> result;
  for (int i = 0; i < count; ++i) {
    result.vector[i] = std::copysign(magnitude.vector[i], sign.vector[i]);
  }
  return result;
}

template <class Real, int count>
inline Lanes<Real, count> log1p(Lanes<Real, count> a) {
  Lanes<Real, count> result;
  for (int i = 0; i < count; ++i) {
    result.vector[i] = std::log1p(a.vector[i]);
  }
  return result;
}

/// a^exponent for a > 0, one exponent for all lanes.
template <class Real, int count>
inline Lanes<Real, count> pow(Lanes<Real, count> a, Real exponent) {
  Lanes<Real, count> result;
  for (int i = 0; i < count; ++i) {
    result.vector[i] = std::pow(a.vector[i], exponent);
  }
  return result;
}

/// a < b ? then : otherwise, lane by lane. (Through the compiler's vector selection: a loop over
/// the elements may be turned into branches.)
template <class Real, int count>
inline Lanes<Real, count> select_less(Lanes<Real, count> a, Lanes<Real, count> b,
                                      Lanes<Real, count> then, Lanes<Real, count> otherwise) {
  return Lanes<Real, count>(a.vector < b.vector ? then.vector : otherwise.vector);
}

/// Whether a < b in any lane.
template <class Real, int count>
inline bool any_less(Lanes<Real, count> a, Lanes<Real, count> b) {
  int found = 0;
  for (int i = 0; i < count; ++i) {
    found |= static_cast<int>(a.vector[i] < b.vector[i]);
  }
  return found != 0;
}

/// The lanes in the opposite order.
template <class Real, int count>
inline Lanes<Real, count> reverse(Lanes<Real, count> a) {
  Lanes<Real, count> result;
  for (int i = 0; i < count; ++i) {
    result.vector[i] = a.vector[count - 1 - i];
  }
  return result;
}

namespace detail {

// The elements at these places of a vector: one instruction, where loops become gathers.
template <int... place, class Vector>
[[gnu::always_inline]] inline Vector elements(Vector const& a) {
#if defined(__clang__)
  return __builtin_shufflevector(a, a, place...);
#else
  using Places = decltype(a < a);
  return __builtin_shuffle(a, Places{place...});
#endif
}

// The same of two vectors, one behind the other.
template <int... place, class Vector>
[[gnu::always_inline]] inline Vector elements(Vector const& a, Vector const& b) {
#if defined(__clang__)
  return __builtin_shufflevector(a, b, place...);
#else
  using Places = decltype(a < b);
  return __builtin_shuffle(a, b, Places{place...});
#endif
}

template <class Real, int count, int... i>
inline Lanes<Real, count> alternate(Lanes<Real, count> a, Lanes<Real, count> b,
                                    std::integer_sequence<int, i...>) {
  return Lanes<Real, count>(elements<(i % 2 == 0 ? i : count + i)...>(a.vector, b.vector));
}

template <class Real, int count, int... i>
inline Lanes<Real, count> twice_each(Lanes<Real, count> a, std::integer_sequence<int, i...>) {
  return Lanes<Real, count>(elements<(i / 2)...>(a.vector));
}

}  // namespace detail

/// {a, b, a, b, ...}
template <int count, class Real>
inline Lanes<Real, count> alternate(Real a, Real b) {
  return detail::alternate(Lanes<Real, count>(a), Lanes<Real, count>(b),
                           std::make_integer_sequence<int, count>());
}

/// {from[0], from[0], from[1], from[1], ...}; reads `count` values, of which it takes half.
template <int count, class Real>
inline Lanes<Real, count> twice_each(Real const* from) {
  return detail::twice_each(Lanes<Real, count>::load(from),
                            std::make_integer_sequence<int, count>());
}

/// Of 2 count values in memory those of even and those of odd place.
template <class Real, int count>
inline void split_pairs(Real const* from, Lanes<Real, count>& even, Lanes<Real, count>& odd) {
  for (int i = 0; i < count; ++i) {
    even.vector[i] = from[2 * i];
    odd.vector[i] = from[2 * i + 1];
  }
}

/// The same values in another precision.
template <class To, class From, int count>
inline Lanes<To, count> convert(Lanes<From, count> a) {
  return Lanes<To, count>(__builtin_convertvector(a.vector, typename Lanes<To, count>::Vector));
}

}  // namespace siderum
