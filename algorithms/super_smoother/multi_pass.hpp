// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/super_smoother/lines.hpp>
#include <siderum/algorithms/super_smoother/rules.hpp>
#include <siderum/backends/portable/fold_and_sort/host_group.hpp>

namespace siderum {

/// Friedman's Super Smoother (1984), eight smooths, on sorted points:
/// 1. the three spans are fitted, and the absolute cross-validated residuals of each,
///    |y - fit| / (1 - w leverage), smoothed with the midrange span
/// 2. at each point the span of the smallest wins, and the bass draws it towards the woofer
/// 3. the spans are smoothed with the midrange span and interpolate between the three fits
/// 4. the result is smoothed with the tweeter span.
/// Windows of one span share their geometry, and fits of one array its running sums.
template <class Group>
class MultiPass {
 public:
  using Number = typename Group::Number;
  using Real = typename Group::Real;
  using Sum = typename Group::Sum;
  using Owned = typename Group::Owned;

  static constexpr int owned = 12;
  static constexpr int columns = 5;

  SIDERUM_NUMBER_FUNCTION MultiPass(Group& group, SmootherRules const& rules, Sum const& least)
      : group_(group),
        rules_(rules),
        least_(convert<Real>(least)),
        shape_(group.template table<3>()),
        values_(group.template table<2>()),
        half_{rules.half(0, group.points()), rules.half(1, group.points()),
              rules.half(2, group.points())} {}

  /// One span for all points.
  SIDERUM_NUMBER_FUNCTION void fixed_span(Owned const& result, int half) const {
    sum_shapes();
    sum_values(group_.y);
    group_.for_each([&](auto at) { result[at] = value(factors(at, half), at, half); });
    share_ties(result);
  }

  SIDERUM_NUMBER_FUNCTION void smooth(Owned const& result) const {
    Owned const leverage[2] = {group_.owned(), group_.owned()};
    Owned const tilt[2] = {group_.owned(), group_.owned()};
    Owned const fit[3] = {group_.owned(), group_.owned(), group_.owned()};
    Owned const residual[3] = {group_.owned(), group_.owned(), group_.owned()};
    sum_shapes();
    sum_values(group_.y);
    group_.for_each([&](auto at) {
      unrolled<3>([&](auto i) {
        LineFactors<Number> const line = factors(at, half_[i]);
        if constexpr (i < 2) {
          leverage[i][at] = line.leverage;
          tilt[i][at] = line.tilt;
        }
        fit[i][at] = value(line, at, half_[i]);
        residual[i][at] = residual_of(line, at, fit[i][at]);
      });
    });
    unrolled<3>([&](auto i) {
      group_.carry_forward(residual[i]);
      share_ties(fit[i]);
      resmooth(residual[i], residual[i], leverage[1], tilt[1], half_[1]);
    });
    Owned const& span = residual[0];
    group_.for_each([&](auto at) {
      span[at] = best_span(residual[0][at], residual[1][at], residual[2][at]);
    });
    resmooth(span, span, leverage[1], tilt[1], half_[1]);
    Owned const& blend = residual[1];
    group_.for_each([&](auto at) {
      blend[at] = interpolate(span[at], fit[0][at], fit[1][at], fit[2][at]);
    });
    resmooth(result, blend, leverage[0], tilt[0], half_[0]);
  }

 private:
  SIDERUM_NUMBER_FUNCTION void sum_shapes() const {
    group_.accumulate(shape_, [&](auto at) {
      Sum const x = convert<double>(group_.x[at]);
      Sum const w = convert<double>(group_.w[at]);
      return portable::Moments<Sum, 3>{{w, w * x, w * x * x}};
    });
  }

  SIDERUM_NUMBER_FUNCTION void sum_values(Owned const& array) const {
    group_.accumulate(values_, [&](auto at) {
      Sum const wy = convert<double>(group_.w[at]) * convert<double>(array[at]);
      return portable::Moments<Sum, 2>{{wy, wy * convert<double>(group_.x[at])}};
    });
  }

  template <class At>
  SIDERUM_NUMBER_FUNCTION LineFactors<Number> factors(At at, int half) const {
    auto const sums = group_.window(shape_, at, half);
    auto const shape = shape_about<Number>(Sum(convert<double>(group_.x[at])), sums.of[0],
                                           sums.of[1], sums.of[2]);
    Number const d = determinant(shape, least_);
    return line_factors(shape, d, group_.inverse(divisor(shape, d)));
  }

  template <class At>
  SIDERUM_NUMBER_FUNCTION Number value(LineFactors<Number> const& line, At at, int half) const {
    auto const sums = group_.window(values_, at, half);
    return line_value(line, Sum(convert<double>(group_.x[at])), sums.of[0], sums.of[1]);
  }

  // Negative where the point alone carries its window: the residual before it stands in.
  template <class At>
  SIDERUM_NUMBER_FUNCTION Number residual_of(LineFactors<Number> const& line, At at,
                                             Number const& fit) const {
    Number const none(Real(0));
    Number const rest = multiply_add(-group_.w[at], line.leverage, Number(Real(1)));
    Number const positive = select_less(none, rest, rest, Number(Real(1)));
    return select_less(none, rest, absolute(group_.y[at] - fit) * group_.inverse(positive), Number(Real(-1)));
  }

  // result may be array.
  SIDERUM_NUMBER_FUNCTION void resmooth(Owned const& result, Owned const& array,
                                        Owned const& leverage, Owned const& tilt, int half) const {
    sum_values(array);
    group_.for_each([&](auto at) {
      result[at] = value(LineFactors<Number>{leverage[at], tilt[at]}, at, half);
    });
    share_ties(result);
  }

  SIDERUM_NUMBER_FUNCTION void share_ties(Owned const& array) const {
    if (rules_.average && group_.ties()) {
      group_.average_ties(array);
    }
  }

  SIDERUM_NUMBER_FUNCTION Number best_span(Number const& tweeter, Number const& midrange,
                                           Number const& woofer) const {
    Number least(Real(1e20));
    Number span(Real(0));
    keep_less(tweeter, 0, least, span);
    keep_less(midrange, 1, least, span);
    keep_less(woofer, 2, least, span);
    if (!rules_.bass) {
      return span;
    }
    Number const none(Real(0));
    Number const ratio =
        least * group_.inverse(select_less(least, woofer, woofer, Number(Real(1))));
    Number const floor(Real(1e-7));
    Number const drawn =
        multiply_add(Number(Real(rules_.spans[2])) - span,
                     raise(select_less(floor, ratio, ratio, floor), rules_.exponent), span);
    return select_less(least, woofer, select_less(none, least, drawn, span), span);
  }

  SIDERUM_NUMBER_FUNCTION void keep_less(Number const& residual, int i, Number& least,
                                         Number& span) const {
    span = select_less(residual, least, Number(Real(rules_.spans[i])), span);
    least = select_less(residual, least, residual, least);
  }

  SIDERUM_NUMBER_FUNCTION Number interpolate(Number const& span, Number const& tweeter,
                                             Number const& midrange, Number const& woofer) const {
    double const* const s = rules_.spans;
    Number const low = Real(s[0]);
    Number const high = Real(s[2]);
    Number const bounded =
        select_less(span, low, low, select_less(high, span, high, span));
    Number const above = bounded - Number(Real(s[1]));
    Number const none(Real(0));
    Number const share =
        above * select_less(above, none, Number(Real(1.0 / (s[0] - s[1]))),
                            Number(Real(1.0 / (s[2] - s[1]))));
    return multiply_add(share, select_less(above, none, tweeter, woofer) - midrange, midrange);
  }

  Group& group_;
  SmootherRules const& rules_;
  Number least_;
  typename Group::template Table<3> shape_;
  typename Group::template Table<2> values_;
  int half_[3];
};

}  // namespace siderum
