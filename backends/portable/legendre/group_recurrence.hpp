// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/legendre/recurrence.hpp>

/// The recurrence of many pairs side by side, in groups of threads that go in step: what the
/// Legendre kernels of vendors have in common.
namespace siderum::portable::legendre {

/// Steps i of the recurrence that are computed without a test in between.
inline constexpr int chunk_steps = 8;

/// Ring pairs that threads in step compute side by side, one each: a group.
inline constexpr int group_pairs = 32;

/// The recurrence in two forms of equal sums (contract in portable/legendre_tables.hpp).
enum class Form {
  /// q_{i+1} = (a_i x + b_i) q_i + q_{i-1}, x = cos^2 theta, or -sin^2 theta with c_i for b_i.
  products,
  /// Next to the equator a_i x + b_i is close to +-2, and its rounding costs digits. Up to signs
  /// +--+ and a factor g for even, 1/g for odd i, with which a_i varies slowly, q_i obeys
  ///     d_{i+1} = d_i + (slope_i cos^2 theta + beta_i) q_i,   q_{i+1} = q_i + d_{i+1}
  ///     slope_i = -|a_i| g^{-+2},   beta_i = |b_i| g^{-+2} - 2   from extended precision
  /// The error at lmax 4095 is 2e-13 where products have 4e-12 (cos theta = 3e-4); 8 operations
  /// take the place of 6.
  differences,
  /// Differences for the last group of pairs of a block, products for the others.
  last_by_differences,
};

/// a_i and b_i or c_i, and slope_i and beta_i where they are needed beside them.
struct StepCoefficients {
  DoublePair here;
  DoublePair last;
};

/// Which coefficients serve a pair of rings.
enum class Zone { near_pole, between, near_equator };

/// g of an order: what q_i is multiplied by to be that of Form::products.
struct ParityScale {
  double even;
  double odd;
};

/// Where the recurrence of one pair of rings stands: q_i, and q_{i-1} or d_i.
template <int width>
struct PairStates {
  double x[width];
  double value[width];
  double before[width];
  ParityScale scale;
};

/// q_i of pair w, and the recurrence on to i + 1. `step` is i modulo 8, coefficients are those of
/// step i.
template <Form form, int width>
KOKKOS_FORCEINLINE_FUNCTION double advance(PairStates<width>& states, int w, int step,
                                           StepCoefficients const& of_step) {
  bool const is_last = form == Form::last_by_differences && w == width - 1;
  double const value = states.value[w];
  DoublePair const coefficients = is_last ? of_step.last : of_step.here;
  if (form == Form::differences || is_last) {
    advance_by_difference(coefficients.x, coefficients.y, states.x[w], states.value[w],
                          states.before[w]);
    double const scaled = value * (step % 2 == 0 ? states.scale.even : states.scale.odd);
    return (step + 1) % 4 >= 2 ? -scaled : scaled;
  }
  states.value[w] =
      next_value(coefficients.x, coefficients.y, states.x[w], value, states.before[w]);
  states.before[w] = value;
  return value;
}

}  // namespace siderum::portable::legendre
