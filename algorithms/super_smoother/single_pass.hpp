// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/super_smoother/lines.hpp>
#include <siderum/algorithms/super_smoother/rules.hpp>
#include <siderum/backends/portable/fold_and_sort/host_group.hpp>

namespace siderum {

/// The smoother of generalized validation in one scan (Gowanlock et al. 2022): at each point the
/// lines i of the three spans are compared by
///
///     G_i = |RSS_i| / (1 - w leverage_i)^2,  RSS_i the weighted residuals of line i over the
///     tweeter window, leverage_i that of the point in window i;
///
/// with i* the first of the smallest, J = (h_1 + h_i*) / 2 and rho = max(1e-7, sqrt(G_i* / G_2)),
/// J moves towards h_2 by (h_2 - J) rho^(10 - alpha), and interpolates between the three fits.
/// A G_i whose point carries its window alone counts as 1e20. Everything is taken about the point:
/// x about x_j, and y about y_j.
template <class Group>
class SinglePass {
 public:
  using Number = typename Group::Number;
  using Real = typename Group::Real;
  using Sum = typename Group::Sum;
  using Owned = typename Group::Owned;

  static constexpr int owned = 0;
  static constexpr int columns = 6;

  SIDERUM_NUMBER_FUNCTION SinglePass(Group& group, SmootherRules const& rules,
                                     typename Group::Total const& least)
      : group_(group),
        rules_(rules),
        least_(convert<Real>(least)),
        rounding_(Real(window_rounding(group.points()))),
        half_{rules.half(0, group.points()), rules.half(1, group.points()),
              rules.half(2, group.points())},
        per_half_{per(half_[0] - half_[1]), per(half_[2] - half_[1])} {}

  SIDERUM_NUMBER_FUNCTION void smooth(Owned const& result) const {
    accumulate();
    group_.for_each([&](auto at) { result[at] = group_.y[at] + fit_less_value(at); });
  }

 private:
  struct Window {
    WindowShape<Number> shape;
    Number p0, p1;  // of y - y_j
  };

  SIDERUM_NUMBER_FUNCTION static Sum sum_of(Number const& number) {
    return convert<value_type_t<Sum>>(number);
  }

  SIDERUM_NUMBER_FUNCTION void accumulate() const {
    group_.template accumulate<3, 2, 1>(half_[2], [&](auto at) {
      Sum const x = sum_of(group_.x[at]);
      Sum const w = sum_of(group_.w[at]);
      Sum const y = sum_of(group_.y[at]);
      Sum const wx = w * x;
      Sum const wy = w * y;
      return portable::Moments<Sum, 6>{{w, wx, wx * x, wy, wy * x, wy * y}};
    });
  }

  template <class At>
  SIDERUM_NUMBER_FUNCTION Number fit_less_value(At at) const {
    Sum const x = sum_of(group_.x[at]);
    Sum const y = sum_of(group_.y[at]);
    Window window[3];
    Number square(Real(0));
    unrolled<3>([&](auto i) {
      auto const sums = group_.template window<3, 2, 1>(at, half_[i]);
      window[i].shape = shape_about<Number>(x, sums.of[0], sums.of[1], sums.of[2]);
      Sum const p0 = multiply_add(-y, sums.of[0], sums.of[3]);
      // sum w (x - x_j) (y - y_j) = sum w x (y - y_j) - x_j p0
      Sum const wxy = multiply_add(-y, sums.of[1], sums.of[4]);
      window[i].p0 = convert<Real>(p0);
      window[i].p1 = convert<Real>(multiply_add(-x, p0, wxy));
      if constexpr (i == 0) {
        square = convert<Real>(multiply_add(-y, sums.of[3] + p0, sums.of[5]));
      }
    });
    return choose(group_.w[at], window, square);
  }

  SIDERUM_NUMBER_FUNCTION Number choose(Number const& weight, Window const (&window)[3],
                                        Number const& square) const {
    Number const none(Real(0));
    WindowShape<Number> shape[3] = {window[0].shape, window[1].shape, window[2].shape};
    Number const divisor[3] = {guard(shape[0], least_, rounding_),
                               guard(shape[1], least_, rounding_),
                               guard(shape[2], least_, rounding_)};
    Number inverse[3];
    group_.inverses(divisor[0], divisor[1], divisor[2], inverse);
    Number fit[3];
    Number squared[3];
    Number rest[3];
    unrolled<3>([&](auto i) {
      LineFactors<Number> const line = line_factors(shape[i], inverse[i]);
      fit[i] = multiply_add(line.tilt, window[i].p1, line.leverage * window[i].p0);
      Number const slope =
          multiply_add(shape[i].w, window[i].p1, -(shape[i].m1 * window[i].p0)) * inverse[i];
      squared[i] = absolute(residuals(window[0], square, fit[i], slope));
      rest[i] = multiply_add(-weight, line.leverage, Number(Real(1)));
    });
    Number over[3];
    group_.inverses(rest[0], rest[1], rest[2], over);
    unrolled<3>([&](auto i) {
      squared[i] = select_less(none, rest[i], squared[i] * over[i] * over[i], Number(Real(1e20)));
    });
    return blend(squared, fit);
  }

  // sum over the tweeter window of w (y - fit - slope u)^2
  SIDERUM_NUMBER_FUNCTION static Number residuals(Window const& tweeter, Number const& square,
                                                  Number const& fit, Number const& slope) {
    Number const two(Real(2));
    Number const of_fit = fit * multiply_add(fit, tweeter.shape.w, -(two * tweeter.p0)) + square;
    Number const of_slope =
        slope *
        (multiply_add(slope, tweeter.shape.m2, two * (fit * tweeter.shape.m1)) - two * tweeter.p1);
    return of_fit + of_slope;
  }

  SIDERUM_NUMBER_FUNCTION Number blend(Number const (&validation)[3],
                                       Number const (&fit)[3]) const {
    auto const middle = static_cast<double>(half_[1]);
    auto const wide = static_cast<double>(half_[2]);
    Number least(Real(1e20));
    Number width((Real(wide)));
    unrolled<3>([&](auto i) {
      width = select_less(validation[i], least, Number(Real(0.5 * (middle + half_[i]))), width);
      least = select_less(validation[i], least, validation[i], least);
    });
    Number const none(Real(0));
    Number const floor(Real(1e-7));
    // Both 0: the woofer fits as well as any.
    Number const ratio = select_less(none, validation[2],
                                     sqrt(least * group_.inverse(validation[2])), Number(Real(1)));
    width = multiply_add(Number(Real(wide)) - width,
                         raise(select_less(floor, ratio, ratio, floor), rules_.exponent), width);
    Number const above = width - Number(Real(middle));
    Number const share =
        above * select_less(above, none, Number(Real(per_half_[0])), Number(Real(per_half_[1])));
    return multiply_add(share, select_less(above, none, fit[0], fit[2]) - fit[1], fit[1]);
  }

  SIDERUM_NUMBER_FUNCTION static double per(int difference) {
    return difference == 0 ? 0.0 : 1.0 / difference;
  }

  Group& group_;
  SmootherRules const& rules_;
  Number least_;
  Number rounding_;
  int half_[3];
  double per_half_[2];
};

}  // namespace siderum
