// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/core/lanes.hpp>
#include <siderum/core/number.hpp>

/// Rings side by side in registers, and where their recurrence starts. Number is Lanes of double on
/// hosts and double on devices.
namespace siderum::portable::legendre {

/// A value of the recurrence is v 2^(600 s) with a whole number s <= 0 per ring: sin^m(theta)
/// leaves the range of double, P_lm does not where it counts.
inline constexpr double scale_up = 0x1p600;
inline constexpr double scale_down = 0x1p-600;
/// A run of steps ends once a ring with s < 0 is above this. Below, what it adds to sums is nothing
/// even if it grows by 2^12 (as for m = 4095 next to l = m) in each of 8 steps.
inline constexpr double pending_bound = 0x1p-200;
/// All rings with s < 0 above this are then brought nearer, so that neighbours end no run of their
/// own. With the next scale they are still far from the smallest numbers.
inline constexpr double nearer_bound = 0x1p-340;
/// Terms below this are dropped.
inline constexpr double dropped_bound = 0x1p-60;
/// A bound that nothing exceeds.
inline constexpr double no_bound = 0x1p500;
/// Steps between two looks at the bounds.
inline constexpr int steps_per_look = 8;
/// Steps that a loop without looks takes in one turn.
inline constexpr int steps_per_turn = 4;

/// sin^power(theta) as v 2^(600 s), v to twice the precision of double: a relative error of each
/// product would count up to `power` times.
template <class Number>
struct ScaledPower {
  Number high;
  Number low;
  Number scale;

  SIDERUM_NUMBER_FUNCTION void multiply_by(Number sine) {
    Number const product = high * sine;
    Number const error = fma(high, sine, -product) + low * sine;
    renormalise(product, error);
  }

  SIDERUM_NUMBER_FUNCTION void square() {
    Number const product = high * high;
    Number const error = fma(high, high, -product) + Number(2.0) * high * low;
    scale = scale + scale;
    renormalise(product, error);
  }

 private:
  // |v| stays in (2^-300, 2^300], so that squares fit; a sine of 0 remains 0.
  SIDERUM_NUMBER_FUNCTION void renormalise(Number product, Number error) {
    high = product + error;
    low = error - (high - product);
    Number const one(1.0);
    Number const factor = select_less(high, Number(0x1p-300), Number(scale_up),
                                      select_less(Number(0x1p300), high, Number(scale_down), one));
    Number const shift = select_less(high, Number(0x1p-300), -one,
                                     select_less(Number(0x1p300), high, one, Number(0.0)));
    high = high * factor;
    low = low * factor;
    scale = scale + shift;
  }
};

template <class Number>
SIDERUM_NUMBER_FUNCTION ScaledPower<Number> scaled_power(Number sine, std::int64_t power) {
  ScaledPower<Number> result{Number(1.0), Number(0.0), Number(0.0)};
  int bit = 0;
  while ((power >> bit) > 1) {
    ++bit;
  }
  for (; bit >= 0; --bit) {
    result.square();
    if (((power >> bit) & 1) != 0) {
      result.multiply_by(sine);
    }
  }
  return result;
}

/// The recurrence of one order on `count` Numbers of rings.
template <class Number, int count>
struct Rings {
  Number x[count];         ///< cos^2(theta), or -sin^2(theta)
  Number q[count];         ///< v of q_i
  Number previous[count];  ///< v of q_{i-1}
  Number scale[count];     ///< s
  Number bound[count];     ///< square of what ends a run of steps, for each ring

  /// From P_mm = start sin^m(theta).
  SIDERUM_NUMBER_FUNCTION void begin(int r, ScaledPower<Number> const& power, double start) {
    Number const zero(0.0);
    Number const one(1.0);
    // s = 1 has v below 2^-590, since P_mm is of order 1.
    Number const v = (power.high + power.low) * Number(start);
    q[r] = v * select_less(zero, power.scale, Number(scale_up), one);
    previous[r] = zero;
    scale[r] = power.scale - select_less(zero, power.scale, one, zero);
    bring_nearer(r);
  }

  /// Rings with s < 0 that are above nearer_bound take the next scale.
  SIDERUM_NUMBER_FUNCTION void bring_nearer(int r) {
    Number const zero(0.0);
    Number const one(1.0);
    Number const above = select_less(Number(nearer_bound), absolute(q[r]), one, zero);
    Number const moved = above * select_less(scale[r], zero, one, zero);
    Number const factor = select_less(zero, moved, Number(scale_down), one);
    q[r] = q[r] * factor;
    previous[r] = previous[r] * factor;
    scale[r] = scale[r] + moved;
  }

  SIDERUM_NUMBER_FUNCTION void bring_nearer() {
    for (int r = 0; r < count; ++r) {
      bring_nearer(r);
    }
  }

  /// Bounds for a run that ends where a ring needs a new scale or, with s = 0, exceeds `live`.
  SIDERUM_NUMBER_FUNCTION void set_bounds(double live) {
    for (int r = 0; r < count; ++r) {
      bound[r] = select_less(scale[r], Number(0.0), Number(pending_bound * pending_bound),
                             Number(live * live));
    }
  }

  /// Whether a ring with s < 0 is left.
  SIDERUM_NUMBER_FUNCTION bool has_pending() const {
    Number sum = scale[0];
    for (int r = 1; r < count; ++r) {
      sum = sum + scale[r];
    }
    return any_less(sum, Number(0.0));
  }

  /// Whether terms of a ring count.
  SIDERUM_NUMBER_FUNCTION bool has_live() const {
    Number const live(dropped_bound * dropped_bound);
    bool found = false;
    for (int r = 0; r < count; ++r) {
      Number const counted = select_less(scale[r], Number(0.0), Number(0.0), q[r] * q[r]);
      found = found || any_less(live, counted);
    }
    return found;
  }
};

}  // namespace siderum::portable::legendre
