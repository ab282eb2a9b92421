// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/super_smoother/lines.hpp>
#include <siderum/algorithms/periods/detail/super_smoother/rules.hpp>
#include <siderum/backends/portable/fold_and_sort/host_group.hpp>

namespace siderum {

/// Friedman's Super Smoother (1984), eight smooths, on sorted points:
/// 1. the three spans are fitted, and the absolute cross-validated residuals of each,
///    |y - fit| / (1 - w leverage), smoothed with the midrange span
/// 2. at each point the span of the smallest wins, and the bass draws it towards the woofer
/// 3. the spans are smoothed with the midrange span and interpolate between the three fits
/// 4. the result is smoothed with the tweeter span.
/// Windows of one span share their geometry, and what is smoothed together one pass.
template <class Group>
class MultiPass {
 public:
  using Number = typename Group::Number;
  using Real = typename Group::Real;
  using Sum = typename Group::Sum;
  using Owned = typename Group::Owned;
  using Alarm = typename Group::Alarm;

  static constexpr int owned = 10;
  static constexpr int columns = 6;

  SIDERUM_NUMBER_FUNCTION MultiPass(Group& group, SmootherRules const& rules,
                                    typename Group::Total const& least)
      : group_(group),
        rules_(rules),
        least_(convert<Real>(least)),
        rounding_(Real(window_rounding(group.points()))),
        half_{rules.half(0, group.points()), rules.half(1, group.points()),
              rules.half(2, group.points())} {}

  /// One span for all points.
  SIDERUM_NUMBER_FUNCTION void fixed_span(Owned const& result, int half) const {
    accumulate_curve(half);
    group_.for_each([&](auto at) {
      Alarm flat{};
      Moments5 const sums[1] = {group_.template window<3, 2>(at, half)};
      LineFactors<Number> line[1];
      factors<Slopes::some>(at, sums, line, flat);
      result[at] = value(line[0], at, sums[0].of[3], sums[0].of[4]);
    });
    share_ties<Cases::any>(result);
  }

  SIDERUM_NUMBER_FUNCTION void smooth(Owned const& result) const {
    Alarm none{};
    smooth<Cases::any>(result, none);
  }

  /// The same where no window lacks a slope, no point carries its window, no two have one phase and
  /// the exponent of the bass is whole. The first two are what the alarm tells.
  SIDERUM_NUMBER_FUNCTION void smooth_plain(Owned const& result, Alarm& alarm) const {
    smooth<Cases::plain>(result, alarm);
  }

 private:
  enum class Cases : std::uint8_t { plain, any };
  template <Cases cases>
  SIDERUM_NUMBER_FUNCTION void smooth(Owned const& result, Alarm& alarm) const {
    Fits const of{{group_.owned(), group_.owned()},
                  {group_.owned(), group_.owned()},
                  {group_.owned(), group_.owned(), group_.owned()},
                  {group_.owned(), group_.owned(), group_.owned()}};
    auto const& leverage = of.leverage;  // clang captures no structured bindings with OpenMP
    auto const& tilt = of.tilt;
    auto const& fit = of.fit;
    auto const& residual = of.residual;
    accumulate_curve(half_[2]);
    Alarm const flat = fit_spans<Slopes::all>(of);
    if constexpr (cases == Cases::plain) {
      alarm = flat;
      unrolled<3>([&](auto i) {
        group_.for_each([&](auto at) { group_.watch(alarm, at, residual[i][at]); });
      });
    } else {
      if (group_.any(flat)) {
        fit_spans<Slopes::some>(of);
      }
      unrolled<3>([&](auto i) {
        group_.carry_forward(residual[i]);
        share_ties<cases>(fit[i]);
      });
    }
    smooth_residuals<cases>(residual, leverage[1], tilt[1]);
    Owned const& span = residual[0];
    if constexpr (cases == Cases::plain) {
      choose_spans(residual,
                   [&](Number const& ratio) { return raise(ratio, rules_.whole_exponent); });
    } else if (rules_.exponent == 1.0) {
      // The bass of 9, the default, in a loop of its own: powers cost more than all else there.
      choose_spans(residual, [](Number const& ratio) { return ratio; });
    } else {
      choose_spans(residual, [&](Number const& ratio) { return raise(ratio, rules_.exponent); });
    }
    resmooth<cases>(span, span, leverage[1], tilt[1], half_[1]);
    Owned const& blend = residual[1];
    group_.for_each(
        [&](auto at) { blend[at] = interpolate(span[at], fit[0][at], fit[1][at], fit[2][at]); });
    resmooth<cases>(result, blend, leverage[0], tilt[0], half_[0]);
  }

  using Moments2 = portable::Moments<Sum, 2>;
  using Moments5 = portable::Moments<Sum, 5>;

  struct Fits {
    Owned leverage[2], tilt[2];  // of the tweeter and the midrange
    Owned fit[3], residual[3];
  };

  // Lines of all spans at all points; tells whether a window has no slope.
  template <Slopes slopes>
  SIDERUM_NUMBER_FUNCTION Alarm fit_spans(Fits const& of) const {
    Alarm flat{};
    if constexpr (portable::WorksInTwo<Group>) {
      group_.template for_each_in_two<Rest>(
          [&](auto at, Rest& rest) { rest = fit_lines<slopes>(of, at, flat); },
          [&](auto at, Rest const& rest) { find_residuals(of, at, rest); });
    } else {
      group_.for_each([&](auto at) { find_residuals(of, at, fit_lines<slopes>(of, at, flat)); });
    }
    return flat;
  }

  /// 1 - w leverage, of each span.
  struct Rest {
    Number of[3];
  };

  template <Slopes slopes, class At>
  SIDERUM_NUMBER_FUNCTION Rest fit_lines(Fits const& of, At at, Alarm& flat) const {
    Moments5 const sums[3] = {group_.template window<3, 2>(at, half_[0]),
                              group_.template window<3, 2>(at, half_[1]),
                              group_.template window<3, 2>(at, half_[2])};
    LineFactors<Number> line[3];
    factors<slopes>(at, sums, line, flat);
    Rest rest;
    unrolled<3>([&](auto i) {
      if constexpr (i < 2) {
        of.leverage[i][at] = line[i].leverage;
        of.tilt[i][at] = line[i].tilt;
      }
      of.fit[i][at] = value(line[i], at, sums[i].of[3], sums[i].of[4]);
      rest.of[i] = multiply_add(-group_.w[at], line[i].leverage, Number(Real(1)));
    });
    return rest;
  }

  template <class At>
  SIDERUM_NUMBER_FUNCTION void find_residuals(Fits const& of, At at, Rest const& rest) const {
    Number over[3];
    group_.inverses(rest.of[0], rest.of[1], rest.of[2], over);
    // Negative where the point alone carries its window: the residual before it stands in.
    unrolled<3>([&](auto i) {
      of.residual[i][at] =
          select_less(Number(Real(0)), rest.of[i], absolute(group_.y[at] - of.fit[i][at]) * over[i],
                      Number(Real(-1)));
    });
  }

  SIDERUM_NUMBER_FUNCTION static Sum sum_of(Number const& number) {
    return convert<value_type_t<Sum>>(number);
  }

  SIDERUM_NUMBER_FUNCTION void accumulate_curve(int reach) const {
    group_.template accumulate<3, 2>(reach, [&](auto at) {
      Sum const x = sum_of(group_.x[at]);
      Sum const w = sum_of(group_.w[at]);
      Sum const wx = w * x;
      Number const wy = group_.w[at] * group_.y[at];
      return Moments5{{w, wx, wx * x, sum_of(wy), sum_of(wy * group_.x[at])}};
    });
  }

  template <class At>
  SIDERUM_NUMBER_FUNCTION Moments2 terms_of(Owned const& array, At at) const {
    Number const wv = group_.w[at] * group_.masked(at, array[at]);
    return {{sum_of(wv), sum_of(wv * group_.x[at])}};
  }

  template <Slopes slopes, class At, int count>
  SIDERUM_NUMBER_FUNCTION void factors(At at, Moments5 const (&sums)[count],
                                       LineFactors<Number> (&line)[count], Alarm& flat) const {
    Sum const x = sum_of(group_.x[at]);
    WindowShape<Number> shape[count];
    Number value[count];
    Number excess[count];
    unrolled<count>([&](auto i) {
      shape[i] = shape_about<Number>(x, sums[i].of[0], sums[i].of[1], sums[i].of[2]);
      Determinant<Number> const of = determinant(shape[i], least_);
      value[i] = of.value;
      excess[i] = of.excess;
    });
    Number inverse[3];
    group_.inverses(value[0], value[count / 2], value[count - 1], inverse);
    unrolled<count>([&](auto i) { line[i] = line_factors(shape[i], inverse[i]); });
    if constexpr (slopes == Slopes::all) {
      unrolled<count>([&](auto i) { group_.watch(flat, at, excess[i]); });
    } else {
      unrolled<count>([&](auto i) {
        Number const& w = shape[i].w;
        take_mean(line[i], excess[i], group_.inverse(select_less(rounding_, w, w, rounding_)));
      });
    }
  }

  template <class At>
  SIDERUM_NUMBER_FUNCTION Number value(LineFactors<Number> const& line, At at, Sum const& p0,
                                       Sum const& wxy) const {
    return line_value(line, sum_of(group_.x[at]), p0, wxy);
  }

  template <Cases cases>
  SIDERUM_NUMBER_FUNCTION void smooth_residuals(Owned const (&residual)[3], Owned const& leverage,
                                                Owned const& tilt) const {
    group_.template accumulate<2, 2, 2>(half_[1], [&](auto at) {
      Moments2 const a = terms_of(residual[0], at);
      Moments2 const b = terms_of(residual[1], at);
      Moments2 const c = terms_of(residual[2], at);
      return portable::Moments<Sum, 6>{{a.of[0], a.of[1], b.of[0], b.of[1], c.of[0], c.of[1]}};
    });
    group_.for_each([&](auto at) {
      auto const sums = group_.template window<2, 2, 2>(at, half_[1]);
      LineFactors<Number> const line{leverage[at], tilt[at], {}};
      unrolled<3>(
          [&](auto i) { residual[i][at] = value(line, at, sums.of[2 * i], sums.of[2 * i + 1]); });
    });
    unrolled<3>([&](auto i) { share_ties<cases>(residual[i]); });
  }

  // result may be array.
  template <Cases cases>
  SIDERUM_NUMBER_FUNCTION void resmooth(Owned const& result, Owned const& array,
                                        Owned const& leverage, Owned const& tilt, int half) const {
    group_.template accumulate<2>(half, [&](auto at) { return terms_of(array, at); });
    group_.for_each([&](auto at) {
      auto const sums = group_.template window<2>(at, half);
      result[at] = value({leverage[at], tilt[at], {}}, at, sums.of[0], sums.of[1]);
    });
    share_ties<cases>(result);
  }

  template <Cases cases>
  SIDERUM_NUMBER_FUNCTION void share_ties(Owned const& array) const {
    if constexpr (cases == Cases::any) {
      if (rules_.average && group_.ties()) {
        group_.average_ties(array);
      }
    }
  }

  template <class Bass>
  SIDERUM_NUMBER_FUNCTION void choose_spans(Owned const (&residual)[3], Bass const& bass) const {
    group_.for_each([&](auto at) {
      residual[0][at] = best_span(residual[0][at], residual[1][at], residual[2][at], bass);
    });
  }

  template <class Bass>
  SIDERUM_NUMBER_FUNCTION Number best_span(Number const& tweeter, Number const& midrange,
                                           Number const& woofer, Bass const& bass) const {
    Number least(Real(1e20));
    Number span(Real(0));
    keep_less(tweeter, 0, least, span);
    keep_less(midrange, 1, least, span);
    keep_less(woofer, 2, least, span);
    if (!rules_.bass) {
      return span;
    }
    // Where the least is the woofer's, or 0, nothing is drawn: the ratio may be anything.
    Number const ratio = least * group_.inverse(woofer);
    Number const floor(Real(1e-7));
    Number const drawn = multiply_add(Number(Real(rules_.spans[2])) - span,
                                      bass(select_less(floor, ratio, ratio, floor)), span);
    return select_less(least, woofer, select_less(Number(Real(0)), least, drawn, span), span);
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
    Number const bounded = select_less(span, low, low, select_less(high, span, high, span));
    Number const above = bounded - Number(Real(s[1]));
    Number const none(Real(0));
    Number const share = above * select_less(above, none, Number(Real(rules_.per_span[0])),
                                             Number(Real(rules_.per_span[1])));
    return multiply_add(share, select_less(above, none, tweeter, woofer) - midrange, midrange);
  }

  Group& group_;
  SmootherRules const& rules_;
  Number least_;
  Number rounding_;
  int half_[3];
};

}  // namespace siderum
