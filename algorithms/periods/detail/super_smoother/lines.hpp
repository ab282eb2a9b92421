// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/core/number.hpp>

/// The local lines of the smoother, written about the point that they are evaluated at.
///
/// For a window with W = sum w, m1 = sum w u, m2 = sum w u^2, u = x - x_j, the weighted
/// least-squares line through its points has at x_j the value and the slope
///
///     fit = leverage p0 + tilt p1,   slope = (W p1 - m1 p0) / D,   p0 = sum w y, p1 = sum w u y
///     leverage = m2 / D,  tilt = -m1 / D,  D = W m2 - m1^2 = W S,
///
/// with S = sum w (x - X)^2: one division serves all, and the leverage 1/W + (x_j - X)^2 / S of
/// the point per unit of weight is the first of the two factors. Where S <= V0 the line is the
/// weighted mean: leverage 1/W, tilt 0 (Friedman 1984).
namespace siderum {

/// The sums over a window that hold no values, about the point.
template <class Number>
struct WindowShape {
  Number w, m1, m2;
};

/// What turns p0 and p1 into the fit, leverage p0 + tilt p1, and the slope, tilt p0 + steepness p1.
template <class Number>
struct LineFactors {
  Number leverage, tilt, steepness;
};

/// Whether windows may have no slope. Where all have one, which is nearly always, nothing needs to
/// be chosen, and points can be worked on side by side.
enum class Slopes : std::uint8_t { all, some };

/// From sums about x = 0 to sums about x_j; FP64, since both shifts cancel.
template <class Number, class Sum>
SIDERUM_NUMBER_FUNCTION WindowShape<Number> shape_about(Sum const& at, Sum const& w, Sum const& wx,
                                                        Sum const& wxx) {
  using Real = value_type_t<Number>;
  Sum const m1 = multiply_add(-at, w, wx);
  Sum const m2 = multiply_add(-at, wx + m1, wxx);
  return {convert<Real>(w), convert<Real>(m1), convert<Real>(m2)};
}

/// D, and by how much it is more than where the line is the weighted mean: below 0 it is the mean.
template <class Number>
struct Determinant {
  Number value, excess;
};

template <class Number>
SIDERUM_NUMBER_FUNCTION Determinant<Number> determinant(WindowShape<Number> const& shape,
                                                        Number const& least) {
  Number const value = multiply_add(shape.w, shape.m2, -(shape.m1 * shape.m1));
  return {value, multiply_add(-least, shape.w, value)};
}

/// @param inverse  1 / D
template <class Number>
SIDERUM_NUMBER_FUNCTION LineFactors<Number> line_factors(WindowShape<Number> const& shape,
                                                         Number const& inverse) {
  return {shape.m2 * inverse, -shape.m1 * inverse, shape.w * inverse};
}

/// Replaces the factors by those of the weighted mean where S <= V0.
/// @param over_weight  1 / the sum of the weights, or more than rounding leaves of it
template <class Number>
SIDERUM_NUMBER_FUNCTION void take_mean(LineFactors<Number>& line, Number const& excess,
                                       Number const& over_weight) {
  Number const none(value_type_t<Number>(0));
  line.leverage = select_less(none, excess, line.leverage, over_weight);
  line.tilt = select_less(none, excess, line.tilt, none);
  line.steepness = select_less(none, excess, line.steepness, none);
}

/// The value of the line at x_j from sums about x = 0.
template <class Number, class Sum>
SIDERUM_NUMBER_FUNCTION Number line_value(LineFactors<Number> const& line, Sum const& at,
                                          Sum const& p0, Sum const& wxy) {
  using Real = value_type_t<Number>;
  Number const p = convert<Real>(p0);
  Number const p1 = multiply_add(-convert<Real>(at), p, convert<Real>(wxy));
  return multiply_add(line.tilt, p1, line.leverage * p);
}

/// base^exponent for exponents of 0 to 10, without branches: loops over points may call it.
template <class Number>
SIDERUM_NUMBER_FUNCTION Number raise(Number const& base, int exponent) {
  Number const one(value_type_t<Number>(1));
  Number const square = base * base;
  Number const fourth = square * square;
  Number const low = (exponent & 1) != 0 ? base : one;
  Number const middle = (exponent & 2) != 0 ? low * square : low;
  Number const high = (exponent & 4) != 0 ? middle * fourth : middle;
  return (exponent & 8) != 0 ? high * (fourth * fourth) : high;
}

/// base^exponent for 0 <= base and exponent >= 0, which is the same for all lanes.
template <class Number>
SIDERUM_NUMBER_FUNCTION Number raise(Number const& base, double exponent) {
  using Real = value_type_t<Number>;
  Number result(Real(1));
  int const whole = static_cast<int>(exponent);
  for (int i = 0; i < whole; ++i) {
    result = result * base;
  }
  if (exponent > whole) {
    result = result * pow(base, static_cast<Real>(exponent - whole));
  }
  return result;
}

}  // namespace siderum
