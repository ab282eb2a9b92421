// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/legendre/rings.hpp>

/// Rings next to the equator, where the two-step recurrence loses accuracy and no value leaves the
/// range of double: sin^m(theta) > 2^-80 up to m = 2^20.
namespace siderum::portable::legendre {

/// The recurrence of one step in l, in the tables of the two-step one. With l = m + 2 i, P_l and
/// v_i = P_{l+1} / alpha_i,
///
///     eps_{l+1} P_{l+1} = cos(theta) P_l - eps_l P_{l-1}
///     v_0     = cos(theta) P_m
///     v_i     = (-1)^(i-1) high_{i-1} (cos(theta) P_l - high_{i-1} v_{i-1})
///     P_{l+2} = low_{i+1} (a_i cos(theta) v_i - (-1)^i low_i P_l)
///
/// since 1 / low_i = (-1)^(i-1) high_{i-1} and 1 / high_i = (-1)^i low_{i+1}: no division.
struct EquatorStepper {
  double const* a;
  double const* low;
  double const* high;
  std::int64_t steps;

  /// Calls add(i, P_l, v_i) for all steps.
  template <class Number, int count, class Add>
  SIDERUM_NUMBER_FUNCTION void operator()(Number const (&cosine)[count],
                                          Number const (&start)[count], Add const& add) const {
    Number p[count];
    Number v[count];
    for (int r = 0; r < count; ++r) {
      p[r] = start[r];
      v[r] = cosine[r] * p[r];
    }
    add(std::int64_t{0}, p, v);
    double sign = 1.0;
    for (std::int64_t i = 1; i < steps; ++i) {
      advance(i, sign, cosine, p, v);
      add(i, p, v);
      sign = -sign;
    }
  }

  /// From step i - 1 to i >= 1; sign is (-1)^(i-1).
  template <class Number, int count>
  SIDERUM_NUMBER_FUNCTION void advance(std::int64_t i, double sign, Number const (&cosine)[count],
                                       Number (&p)[count], Number (&v)[count]) const {
    double const before = high[i - 1];
    Number const up(low[i] * a[i - 1]);
    Number const keep(-sign * low[i] * low[i - 1]);
    Number const odd_up(sign * before);
    Number const odd_keep(-sign * before * before);
    for (int r = 0; r < count; ++r) {
      p[r] = multiply_add(up * cosine[r], v[r], keep * p[r]);
      v[r] = multiply_add(odd_up * cosine[r], p[r], odd_keep * v[r]);
    }
  }
};

}  // namespace siderum::portable::legendre
