// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/core/number.hpp>

namespace siderum {

/// A number as the unevaluated sum of two, the second at most half a unit in the last place of the
/// first: about 2^-104 of relative accuracy where Number is a double (or Lanes of doubles), at the
/// cost of some 20 operations for each.
///
/// Sources: Dekker 1971, Numer. Math. 18, 224; Knuth, The Art of Computer Programming 2, 4.2.2. A
/// sum is within 2^-104 (|a| + |b|), a product and a quotient within 2^-103 of their size.
template <class Number>
struct Twofold {
  Number high = Number(0);
  Number low = Number(0);

  Twofold() = default;
  constexpr Twofold(Number value) : high(value), low(Number(0)) {}  // NOLINT: the same number
  constexpr Twofold(Number larger, Number smaller) : high(larger), low(smaller) {}

  /// a + b without an error.
  SIDERUM_NUMBER_FUNCTION static Twofold sum(Number a, Number b) {
    Number const rounded = a + b;
    Number const part = rounded - a;
    return {rounded, (a - (rounded - part)) + (b - part)};
  }
  /// The same where |a| >= |b|.
  SIDERUM_NUMBER_FUNCTION static Twofold sum_of_ordered(Number a, Number b) {
    Number const rounded = a + b;
    return {rounded, b - (rounded - a)};
  }
  /// a b without an error. (Not by a plain product, which compilers may join with a sum that
  /// follows.)
  SIDERUM_NUMBER_FUNCTION static Twofold product(Number a, Number b) {
    Number const rounded = fma(a, b, Number(0));
    return {rounded, fma(a, b, -rounded)};
  }
  /// a / b.
  SIDERUM_NUMBER_FUNCTION static Twofold quotient(Number a, Number b) {
    Number const rounded = a / b;
    return sum_of_ordered(rounded, fma(-rounded, b, a) / b);
  }

  SIDERUM_NUMBER_FUNCTION friend Twofold operator+(Twofold const& a, Twofold const& b) {
    Twofold const of_high = sum(a.high, b.high);
    return sum_of_ordered(of_high.high, of_high.low + (a.low + b.low));
  }
  SIDERUM_NUMBER_FUNCTION friend Twofold operator-(Twofold const& a) { return {-a.high, -a.low}; }
  SIDERUM_NUMBER_FUNCTION friend Twofold operator-(Twofold const& a, Twofold const& b) {
    return a + -b;
  }
  SIDERUM_NUMBER_FUNCTION friend Twofold operator*(Twofold const& a, Twofold const& b) {
    Twofold const of_high = product(a.high, b.high);
    return sum_of_ordered(of_high.high, of_high.low + (a.high * b.low + a.low * b.high));
  }
  SIDERUM_NUMBER_FUNCTION friend Twofold operator/(Twofold const& a, Twofold const& b) {
    Number const first = a.high / b.high;
    Twofold const rest = a - b * Twofold(first);
    return sum_of_ordered(first, rest.high / b.high);
  }
  SIDERUM_NUMBER_FUNCTION Twofold& operator+=(Twofold const& b) { return *this = *this + b; }
  SIDERUM_NUMBER_FUNCTION Twofold& operator-=(Twofold const& b) { return *this = *this - b; }
};

/// 1 / a, with a third of the work of a quotient.
template <class Number>
SIDERUM_NUMBER_FUNCTION Twofold<Number> reciprocal(Twofold<Number> const& a) {
  Number const near = Number(1) / a.high;
  Number const rest = fma(-near, a.high, Number(1)) - near * a.low;
  return Twofold<Number>::sum_of_ordered(near, rest * near);
}

/// The square root of a positive number, rounded once.
template <class Number>
SIDERUM_NUMBER_FUNCTION Number root(Twofold<Number> const& a) {
  Number const near = sqrt(a.high);
  return near + (fma(-near, near, a.high) + a.low) / (Number(2) * near);
}

/// The nearest double.
KOKKOS_FORCEINLINE_FUNCTION double rounded(double value) {
  return value;
}
KOKKOS_FORCEINLINE_FUNCTION double rounded(Twofold<double> const& value) {
  return value.high;
}

}  // namespace siderum
