// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

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

/// What turns p0 and p1 into the fit.
template <class Number>
struct LineFactors {
  Number leverage, tilt;
};

/// From sums about x = 0 to sums about x_j; FP64, since both shifts cancel.
template <class Number, class Sum>
SIDERUM_NUMBER_FUNCTION WindowShape<Number> shape_about(Sum const& at, Sum const& w, Sum const& wx,
                                                        Sum const& wxx) {
  using Real = value_type_t<Number>;
  Sum const m1 = multiply_add(-at, w, wx);
  Sum const m2 = multiply_add(-at, wx + m1, wxx);
  return {convert<Real>(w), convert<Real>(m1), convert<Real>(m2)};
}

/// What the factors are divided by: D; or, where S <= least, W, with 0, 0 and 1 put in place of the
/// shape's w, m1 and m2, which makes the line the mean.
/// @param rounding  what rounding may leave of W: less is taken for that, so that windows of next
/// to
///                  no weight have numbers too
template <class Number>
SIDERUM_NUMBER_FUNCTION Number guard(WindowShape<Number>& shape, Number const& least,
                                     Number const& rounding) {
  using Real = value_type_t<Number>;
  Number const full = multiply_add(shape.w, shape.m2, -(shape.m1 * shape.m1));
  Number const limit = least * shape.w;
  Number const divisor =
      select_less(limit, full, full, select_less(rounding, shape.w, shape.w, rounding));
  shape.w = select_less(limit, full, shape.w, Number(Real(0)));
  shape.m1 = select_less(limit, full, shape.m1, Number(Real(0)));
  shape.m2 = select_less(limit, full, shape.m2, Number(Real(1)));
  return divisor;
}

/// @param shape    as guard() leaves it
/// @param inverse  1 / what guard() returns
template <class Number>
SIDERUM_NUMBER_FUNCTION LineFactors<Number> line_factors(WindowShape<Number> const& shape,
                                                         Number const& inverse) {
  return {shape.m2 * inverse, -shape.m1 * inverse};
}

/// The value of the line at x_j from sums about x = 0.
template <class Number, class Sum>
SIDERUM_NUMBER_FUNCTION Number line_value(LineFactors<Number> const& line, Sum const& at,
                                          Sum const& p0, Sum const& wxy) {
  using Real = value_type_t<Number>;
  Sum const p1 = multiply_add(-at, p0, wxy);
  return multiply_add(line.tilt, convert<Real>(p1), line.leverage * convert<Real>(p0));
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
