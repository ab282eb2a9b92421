// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/super_smoother/lines.hpp>
#include <siderum/algorithms/periods/detail/super_smoother/rules.hpp>
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
/// The G_i are compared by cross products, which saves their divisions: that of a point that
/// carries its window alone is infinite. Everything is taken about the point: x about x_j.
template <class Group>
class SinglePass {
 public:
  using Number = typename Group::Number;
  using Real = typename Group::Real;
  using Sum = typename Group::Sum;
  using Owned = typename Group::Owned;
  using Alarm = typename Group::Alarm;

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
    auto const general = [&](Number const& ratio) { return raise(ratio, rules_.exponent); };
    // The bass of 9, the default, in a loop of its own: powers cost more than all else there.
    Alarm const flat = rules_.exponent == 1.0
                           ? scan<Slopes::all>(result, [](Number const& ratio) { return ratio; })
                           : scan<Slopes::all>(result, general);
    if (group_.any(flat)) {
      scan<Slopes::some>(result, general);
    }
  }

  /// The same where every window has a slope, which the alarm tells, and the exponent of the bass
  /// is whole.
  SIDERUM_NUMBER_FUNCTION void smooth_plain(Owned const& result, Alarm& alarm) const {
    accumulate();
    alarm = scan<Slopes::all>(
        result, [&](Number const& ratio) { return raise(ratio, rules_.whole_exponent); });
  }

 private:
  // On a host arithmetic is what limits the scan (on devices the reading of sums): there, a wider
  // window is not watched, whose spread is at least that of the tweeter's points, and the residuals
  // of the tweeter's own line take the short form.
  static constexpr int watched = portable::WorksInTwo<Group> ? 1 : 3;
  static constexpr int own = portable::WorksInTwo<Group> ? 1 : 0;

  struct Window {
    WindowShape<Number> shape;
    Number p0, p1;
  };

  /// What the comparison of the lines at a point leaves: G_i* / G_2 = score / over, J, and their
  /// values.
  struct Choice {
    Number score, over, width, fit[3];
  };

  SIDERUM_NUMBER_FUNCTION static Sum sum_of(Number const& number) {
    return convert<value_type_t<Sum>>(number);
  }

  SIDERUM_NUMBER_FUNCTION void accumulate() const {
    group_.template accumulate<3, 2, 1>(half_[2], [&](auto at) {
      Sum const x = sum_of(group_.x[at]);
      Sum const w = sum_of(group_.w[at]);
      Sum const wx = w * x;
      Number const wy = group_.w[at] * group_.y[at];
      return portable::Moments<Sum, 6>{
          {w, wx, wx * x, sum_of(wy), sum_of(wy * group_.x[at]), sum_of(wy * group_.y[at])}};
    });
  }

  // Tells whether a window has no slope.
  template <Slopes slopes, class Bass>
  SIDERUM_NUMBER_FUNCTION Alarm scan(Owned const& result, Bass const& bass) const {
    Alarm flat{};
    if constexpr (portable::WorksInTwo<Group>) {
      group_.template for_each_in_two<Choice>(
          [&](auto at, Choice& choice) { choice = choice_at<slopes>(at, flat); },
          [&](auto at, Choice const& choice) { result[at] = blend(choice, bass); });
    } else {
      group_.for_each([&](auto at) { result[at] = blend(choice_at<slopes>(at, flat), bass); });
    }
    return flat;
  }

  template <Slopes slopes, class At>
  SIDERUM_NUMBER_FUNCTION Choice choice_at(At at, Alarm& flat) const {
    Sum const x = sum_of(group_.x[at]);
    Window window[3];
    Number square(Real(0));
    unrolled<3>([&](auto i) {
      auto const sums = group_.template window<3, 2, 1>(at, half_[i]);
      window[i].shape = shape_about<Number>(x, sums.of[0], sums.of[1], sums.of[2]);
      window[i].p0 = convert<Real>(sums.of[3]);
      window[i].p1 =
          multiply_add(-group_.x[at], convert<Real>(sums.of[3]), convert<Real>(sums.of[4]));
      if constexpr (i == 0) {
        square = convert<Real>(sums.of[5]);
      }
    });
    LineFactors<Number> line[3];
    factors<slopes>(at, window, line, flat);
    Number const one(Real(1));
    Number fit[3];
    Number residuals[3];
    Number rest[3];  // squared
    unrolled<3>([&](auto i) {
      fit[i] = multiply_add(line[i].tilt, window[i].p1, line[i].leverage * window[i].p0);
      Number const slope =
          multiply_add(line[i].steepness, window[i].p1, line[i].tilt * window[i].p0);
      residuals[i] = absolute(i < own ? least_residuals(window[0], square, fit[i], slope)
                                      : residuals_of(window[0], square, fit[i], slope));
      Number const part = multiply_add(-group_.w[at], line[i].leverage, one);
      rest[i] = part * part;
    });
    return compare(residuals, rest, fit);
  }

  template <Slopes slopes, class At>
  SIDERUM_NUMBER_FUNCTION void factors(At at, Window const (&window)[3],
                                       LineFactors<Number> (&line)[3], Alarm& flat) const {
    Determinant<Number> const of[3] = {determinant(window[0].shape, least_),
                                       determinant(window[1].shape, least_),
                                       determinant(window[2].shape, least_)};
    Number inverse[3];
    if constexpr (slopes == Slopes::all && portable::WorksInTwo<Group>) {
      group_.positive_inverses(of[0].value, of[1].value, of[2].value, inverse);
    } else {
      group_.inverses(of[0].value, of[1].value, of[2].value, inverse);
    }
    unrolled<3>([&](auto i) { line[i] = line_factors(window[i].shape, inverse[i]); });
    if constexpr (slopes == Slopes::all) {
      unrolled<watched>([&](auto i) { group_.watch(flat, at, of[i].excess); });
    } else {
      unrolled<3>([&](auto i) {
        Number const& w = window[i].shape.w;
        take_mean(line[i], of[i].excess, group_.inverse(select_less(rounding_, w, w, rounding_)));
      });
    }
  }

  // sum over the tweeter window of w (y - fit - slope u)^2
  SIDERUM_NUMBER_FUNCTION static Number residuals_of(Window const& tweeter, Number const& square,
                                                     Number const& fit, Number const& slope) {
    Number const two(Real(2));
    Number const of_fit = multiply_add(fit, tweeter.shape.w, -(two * tweeter.p0));
    Number const mixed = multiply_add(fit, two * tweeter.shape.m1, -(two * tweeter.p1));
    Number const of_slope = multiply_add(slope, tweeter.shape.m2, mixed);
    return multiply_add(slope, of_slope, multiply_add(fit, of_fit, square));
  }

  // The same for the tweeter's own line, which is the least there is: the normal equations hold.
  SIDERUM_NUMBER_FUNCTION static Number least_residuals(Window const& tweeter, Number const& square,
                                                        Number const& fit, Number const& slope) {
    return multiply_add(-slope, tweeter.p1, multiply_add(-fit, tweeter.p0, square));
  }

  SIDERUM_NUMBER_FUNCTION Choice compare(Number const (&residuals)[3], Number const (&rest)[3],
                                         Number const (&fit)[3]) const {
    auto const middle = static_cast<double>(half_[1]);
    Number least = residuals[0];
    Number least_rest = rest[0];
    Number width(Real(0.5 * (middle + half_[0])));
    unrolled<2>([&](auto i) {
      Number const mine = residuals[i + 1] * least_rest;
      Number const theirs = least * rest[i + 1];
      least = select_less(mine, theirs, residuals[i + 1], least);
      least_rest = select_less(mine, theirs, rest[i + 1], least_rest);
      width = select_less(mine, theirs, Number(Real(0.5 * (middle + half_[i + 1]))), width);
    });
    return {least * rest[2], residuals[2] * least_rest, width, {fit[0], fit[1], fit[2]}};
  }

  template <class Bass>
  SIDERUM_NUMBER_FUNCTION Number blend(Choice const& choice, Bass const& bass) const {
    auto const middle = static_cast<double>(half_[1]);
    auto const wide = static_cast<double>(half_[2]);
    auto const& [score, over, undrawn, fit] = choice;
    Number const none(Real(0));
    Number const one(Real(1));
    Number const floor(Real(1e-7));
    Number ratio = group_.root_of_ratio(score, over);
    ratio = select_less(floor, ratio, ratio, floor);
    // Both 0, or none decides: the woofer fits as well as any.
    ratio = select_less(none, over, select_less(ratio, one, ratio, one), one);
    Number const width = multiply_add(Number(Real(wide)) - undrawn, bass(ratio), undrawn);
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
