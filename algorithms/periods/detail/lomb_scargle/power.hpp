// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/backends/portable/trig_sums.hpp>
#include <siderum/core/number.hpp>

namespace siderum {

/// What the power of one object needs beside its sums.
template <class Real>
struct PowerScale {
  Real factor;         ///< of x = p / YY, for the normalisations that are linear in it
  Real smallest_axis;  ///< an axis of the normal matrix below this is rounding: its term is dropped
};

/// 10 n epsilon: what n terms of size 1 / n may leave of a sum that is zero. In FP32 the chunks of
/// the sums keep rounding below sqrt(n), and n epsilon would drop real terms from n = 1e5 on.
template <class Real>
KOKKOS_INLINE_FUNCTION Real smallest_axis(std::int64_t points) {
  constexpr double epsilon = Kokkos::Experimental::epsilon_v<Real>;
  double const n = static_cast<double>(points);
  return static_cast<Real>(10.0 * epsilon * (std::is_same_v<Real, float> ? Kokkos::sqrt(n) : n));
}

/// The normal matrix of a sinusoid (less the mean's part).
template <class Number>
struct NormalMatrix {
  Number cc, ss, cs;

  SIDERUM_NUMBER_FUNCTION static NormalMatrix of(TrigSumValues<Number> const& sums) {
    Number const half(0.5);
    return {half + half * sums.c2 - sums.c * sums.c, half - half * sums.c2 - sums.s * sums.s,
            half * sums.s2 - sums.c * sums.s};
  }
  SIDERUM_NUMBER_FUNCTION Number determinant() const { return cc * ss - cs * cs; }
};

/// x = p / YY of strengths scaled by 1 / sqrt(YY), by way of the principal axes of the normal
/// matrix (a rotation by tau, half-angle formulas instead of atan2): a vanishing axis is dropped.
template <class Number>
SIDERUM_NUMBER_FUNCTION Number reduction_by_axes(TrigSumValues<Number> const& sums,
                                                 Number smallest) {
  Number const zero(0);
  Number const one(1);
  Number const half(0.5);
  Number const two(2);
  Number const a = sums.s2 - two * sums.s * sums.c;
  Number const b = sums.c2 - (sums.c * sums.c - sums.s * sums.s);
  Number const r = sqrt(a * a + b * b);
  Number const divisor = select_less(zero, r, r, one);
  Number const cos_2tau = select_less(zero, r, b / divisor, one);
  Number const sin_2tau = a / divisor;
  Number const larger = sqrt(half * (one + absolute(cos_2tau)));
  Number const smaller = absolute(sin_2tau) / (two * larger);
  Number const cos_tau = select_less(cos_2tau, zero, smaller, larger);
  Number const sin_tau = copysign(select_less(cos_2tau, zero, larger, smaller), sin_2tau);

  Number const y_cos = sums.yc * cos_tau + sums.ys * sin_tau;
  Number const y_sin = sums.ys * cos_tau - sums.yc * sin_tau;
  Number const mean_cos = sums.c * cos_tau + sums.s * sin_tau;
  Number const mean_sin = sums.s * cos_tau - sums.c * sin_tau;
  Number const spread = sums.c2 * cos_2tau + sums.s2 * sin_2tau;
  Number const axis_cos = half * (one + spread) - mean_cos * mean_cos;
  Number const axis_sin = half * (one - spread) - mean_sin * mean_sin;
  Number const cos_term = y_cos * y_cos / select_less(axis_cos, smallest, one, axis_cos);
  Number const sin_term = y_sin * y_sin / select_less(axis_sin, smallest, one, axis_sin);
  return select_less(axis_cos, smallest, zero, cos_term) +
         select_less(axis_sin, smallest, zero, sin_term);
}

/// x = p / YY in 0 .. 1 from the sums at one frequency (or several, in Lanes).
template <class Number>
SIDERUM_NUMBER_FUNCTION Number reduction(TrigSumValues<Number> const& sums, Number smallest) {
  Number const zero(0);
  Number const one(1);
  auto const matrix = NormalMatrix<Number>::of(sums);
  Number const determinant = matrix.determinant();
  // Far from singular, where nearly all frequencies are (1/4 for even phases), one division does.
  Number const well_determined(0.0625);
  Number const mixed = Number(2) * sums.yc * sums.ys * matrix.cs;
  Number x = (sums.yc * sums.yc * matrix.ss + sums.ys * sums.ys * matrix.cc - mixed) /
             select_less(determinant, well_determined, one, determinant);
  if (any_less(determinant, well_determined)) {
    x = select_less(determinant, well_determined, reduction_by_axes(sums, smallest), x);
  }
  x = select_less(x, zero, zero, x);
  return select_less(one, x, one, x);
}

/// The power in the normalisation asked for.
template <class Number>
SIDERUM_NUMBER_FUNCTION Number normalized_power(Number x, Normalization normalization,
                                                Number factor) {
  switch (normalization) {
    case Normalization::model:
      return x / (Number(1) - x);
    case Normalization::log:
      return -log1p(-x);
    default:
      return x * factor;
  }
}

}  // namespace siderum
