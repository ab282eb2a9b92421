// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include <siderum/core/lanes.hpp>

#if defined(__AVX512VL__)
#include <immintrin.h>
#endif

/// What a processor has one instruction for that the compiler makes of no expression. (Those with
/// masks are taken: of the others GCC 12 says that they read what is not initialised.)
namespace siderum {

namespace detail {

template <class Real, int count>
struct HasWideInstructions {
#if defined(__AVX512VL__)
  static constexpr bool value = count == 8 && std::is_floating_point_v<Real>;
#else
  static constexpr bool value = false;
#endif
};

}  // namespace detail

/// {from[index[0]], from[index[1]], ...}
template <class Real, int count>
inline Lanes<Real, count> values_at(
    Real const* from, typename detail::VectorType<std::uint64_t, count>::type const& index) {
  using Vector [[maybe_unused]] = typename Lanes<Real, count>::Vector;
  if constexpr (!detail::HasWideInstructions<Real, count>::value) {
    // From memory: taking a register to pieces costs more than the rest.
    std::uint64_t places[count];
    std::memcpy(places, &index, sizeof(places));
    Real values[count];
    for (int i = 0; i < count; ++i) {
      values[i] = from[places[i]];
    }
    return Lanes<Real, count>::load(values);
#if defined(__AVX512VL__)
  } else if constexpr (sizeof(Real) == sizeof(double)) {
    return Lanes<Real, count>((Vector)_mm512_mask_i64gather_pd(_mm512_setzero_pd(), 0xff,
                                                               (__m512i)index, from, sizeof(Real)));
  } else {
    return Lanes<Real, count>((Vector)_mm512_mask_i64gather_ps(_mm256_setzero_ps(), 0xff,
                                                               (__m512i)index, from, sizeof(Real)));
#endif
  }
}

/// a^(-1/2) to a part in 2^14 or better, for numbers above 0.
template <class Real, int count>
inline Lanes<Real, count> rough_inverse_root(Lanes<Real, count> const& a) {
  using Number = Lanes<Real, count>;
  using Vector [[maybe_unused]] = typename Number::Vector;
  if constexpr (!detail::HasWideInstructions<Real, count>::value) {
    if constexpr (sizeof(Real) == sizeof(float)) {
      return Number(Real(1)) / sqrt(a);
    } else {
      // The first guess halves the exponent (error 3.4 %); two steps of Newton follow.
      using Bits = typename detail::VectorType<std::uint64_t, count>::type;
      Bits const guess = std::uint64_t{0x5fe6eb50c7b537a9} - ((Bits)a.vector >> 1);
      Number root((Vector)guess);
      Number const half = Number(Real(0.5)) * a;
      for (int step = 0; step < 2; ++step) {
        root = root * multiply_add(-(half * root), root, Number(Real(1.5)));
      }
      return root;
    }
#if defined(__AVX512VL__)
  } else if constexpr (sizeof(Real) == sizeof(double)) {
    return Number((Vector)_mm512_maskz_rsqrt14_pd(0xff, (__m512d)a.vector));
  } else {
    return Number((Vector)_mm256_maskz_rsqrt14_ps(0xff, (__m256)a.vector));
#endif
  }
}

/// a^(-1/2) to a part in 2^40 (float: a few units in the last place), for numbers above 0; for 0 a
/// NaN or a number. One step of third order after a guess takes a third of the time of a root and a
/// division, for which a core has one slow unit.
template <class Real, int count>
inline Lanes<Real, count> inverse_root(Lanes<Real, count> const& a) {
  using Number = Lanes<Real, count>;
  Number const root = rough_inverse_root(a);
  Number const error = multiply_add(-(a * root), root, Number(Real(1)));
  return multiply_add(root * error, multiply_add(error, Number(Real(0.375)), Number(Real(0.5))),
                      root);
}

template <class Real>
inline std::enable_if_t<std::is_floating_point_v<Real>, Real> inverse_root(Real a) {
  return Real(1) / std::sqrt(a);
}

}  // namespace siderum
