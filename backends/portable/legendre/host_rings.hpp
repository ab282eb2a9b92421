// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/core/lanes.hpp>
#include <siderum/core/number.hpp>

/// Rings side by side in the registers of a host, and where their recurrence starts.
namespace siderum::portable::legendre {

/// A value of the recurrence is v 2^(600 s) with a whole number s <= 0 per ring: sin^m(theta) leaves
/// the range of double, P_lm does not where it counts.
inline constexpr double scale_up = 0x1p600;
inline constexpr double scale_down = 0x1p-600;
/// A ring with s < 0 is brought nearer once it is above this. Below, what it adds to sums is nothing
/// even if it grows by 2^12 (as for m = 4095 next to l = m) in each of 8 steps.
inline constexpr double pending_bound = 0x1p-200;
/// Terms below this are dropped.
inline constexpr double dropped_bound = 0x1p-60;
/// A bound that nothing exceeds.
inline constexpr double no_bound = 0x1p500;
/// Steps between two looks at the bounds.
inline constexpr int steps_per_look = 8;
/// Steps that a loop without looks takes in one turn.
inline constexpr int steps_per_turn = 4;

using HostVector = Lanes<double, native_lanes<double>>;

/// sin^power(theta) as v 2^(600 s), v to twice the precision of double: a relative error of each
/// product would count up to `power` times.
struct ScaledPower {
  HostVector high;
  HostVector low;
  HostVector scale;

  void multiply_by(HostVector sine) {
    HostVector const product = high * sine;
    HostVector const error = fma(high, sine, -product) + low * sine;
    renormalise(product, error);
  }

  void square() {
    HostVector const product = high * high;
    HostVector const error = fma(high, high, -product) + HostVector(2.0) * high * low;
    scale = scale + scale;
    renormalise(product, error);
  }

 private:
  // |v| stays in (2^-300, 2^300], so that squares fit; a sine of 0 remains 0.
  void renormalise(HostVector product, HostVector error) {
    high = product + error;
    low = error - (high - product);
    HostVector const one(1.0);
    HostVector const factor =
        select_less(high, HostVector(0x1p-300), HostVector(scale_up),
                    select_less(HostVector(0x1p300), high, HostVector(scale_down), one));
    HostVector const shift =
        select_less(high, HostVector(0x1p-300), -one,
                    select_less(HostVector(0x1p300), high, one, HostVector(0.0)));
    high = high * factor;
    low = low * factor;
    scale = scale + shift;
  }
};

inline ScaledPower scaled_power(HostVector sine, std::int64_t power) {
  ScaledPower result{HostVector(1.0), HostVector(0.0), HostVector(0.0)};
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

/// The recurrence of one order on `vectors` registers of rings.
template <int vectors>
struct HostRings {
  HostVector x[vectors];         ///< cos^2(theta), or -sin^2(theta)
  HostVector q[vectors];         ///< v of q_i
  HostVector previous[vectors];  ///< v of q_{i-1}
  HostVector scale[vectors];     ///< s
  HostVector bound[vectors];     ///< square of what ends a run of steps, for each ring

  /// From P_mm = start sin^m(theta).
  void begin(int vector, ScaledPower const& power, double start) {
    HostVector v = (power.high + power.low) * HostVector(start);
    HostVector s = power.scale;
    HostVector const zero(0.0);
    HostVector const one(1.0);
    // s = 1 has v below 2^-590, since P_mm is of order 1.
    HostVector const too_high = select_less(zero, s, one, zero);
    v = v * select_less(zero, s, HostVector(scale_up), one);
    s = s - too_high;
    q[vector] = v;
    previous[vector] = zero;
    scale[vector] = s;
    bring_nearer(vector);
  }

  /// Rings with s < 0 that are above their bound take the next scale.
  void bring_nearer(int vector) {
    HostVector const zero(0.0);
    HostVector const one(1.0);
    HostVector const above =
        select_less(HostVector(pending_bound), absolute(q[vector]), one, zero);
    HostVector const moved = above * select_less(scale[vector], zero, one, zero);
    HostVector const factor = select_less(zero, moved, HostVector(scale_down), one);
    q[vector] = q[vector] * factor;
    previous[vector] = previous[vector] * factor;
    scale[vector] = scale[vector] + moved;
  }

  void bring_nearer() {
    for (int vector = 0; vector < vectors; ++vector) {
      bring_nearer(vector);
    }
  }

  /// Bounds for a run that ends where a ring needs a new scale or, with s = 0, exceeds `live`.
  void set_bounds(double live) {
    for (int vector = 0; vector < vectors; ++vector) {
      bound[vector] = select_less(scale[vector], HostVector(0.0),
                                  HostVector(pending_bound * pending_bound), HostVector(live * live));
    }
  }

  bool has_pending() const {
    HostVector least = scale[0];
    for (int vector = 1; vector < vectors; ++vector) {
      least = least + scale[vector];
    }
    return any_less(least, HostVector(0.0));
  }
};

}  // namespace siderum::portable::legendre
