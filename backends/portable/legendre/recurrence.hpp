// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/core/number.hpp>

/// The steps of the recurrence in l (legendre_tables.hpp), written once: Number is Lanes of double
/// on hosts and double on devices. How many steps and rings go together, and in which registers,
/// is what their callers differ in. The one-step form is in equator.hpp.
namespace siderum::portable::legendre {

/// Two numbers that are loaded at once.
struct alignas(16) DoublePair {
  double x;
  double y;
};

/// q_{i+1} = (a_i x + rest_i) q_i + q_{i-1}: x is cos^2 theta and rest_i is b_i, or they are
/// -sin^2 theta and c_i.
template <class Number>
SIDERUM_NUMBER_FUNCTION Number next_value(Number a, Number rest, Number x, Number value,
                                          Number before) {
  return multiply_add(multiply_add(a, x, rest), value, before);
}

/// The same by differences, for what grows slowly: d_{i+1} = (slope_i x + beta_i) q_i + d_i and
/// q_{i+1} = q_i + d_{i+1}.
template <class Number>
SIDERUM_NUMBER_FUNCTION void advance_by_difference(Number slope, Number beta, Number x,
                                                   Number& value, Number& difference) {
  difference = next_value(slope, beta, x, value, difference);
  value = value + difference;
}

}  // namespace siderum::portable::legendre
