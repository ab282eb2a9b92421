// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/super_smoother.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "reference/folded.hpp"

namespace siderum::reference {
namespace {

constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();
constexpr long double infinity = std::numeric_limits<long double>::infinity();
constexpr long double no_score = 1e20L;
constexpr long double smallest_ratio = 1e-7L;

using Curve = std::vector<long double>;

/// One number for each of the three spans.
template <class Number>
using Triple = std::array<Number, 3>;

/// What all smooths over the same points share.
struct Context {
  SortedPoints const& points;
  SuperSmootherOptions const& options;
  WindowSums sums;
  SmootherMargin& margin;
  long double weight;    // of all
  long double mean;      // of y, weighted
  long double variance;  // of y about it
  long double guard = slope_guard(points.x);
  Triple<std::int64_t> half_widths{half_width(options.spans[0], points.count()),
                                   half_width(options.spans[1], points.count()),
                                   half_width(options.spans[2], points.count())};

  std::vector<Window> lines(Curve const& y, std::int64_t half_width) const {
    auto all = windows({points.x, y, points.w}, half_width, options.ends, sums);
    for (Window const& window : all) {
      margin.slope = std::min(margin.slope, std::fabs(window.spread - guard) / window.weight);
      if (window.spread > guard) {
        margin.spread = std::min(margin.spread, window.spread / window.weight);
      }
    }
    return all;
  }
};

/// Fits and, where asked for, cross-validated residuals of one span.
Curve smooth_once(Context const& context, Curve const& y, std::int64_t half_width,
                  Curve* residual = nullptr) {
  SortedPoints const& points = context.points;
  auto const lines = context.lines(y, half_width);
  Curve fit;
  for (std::size_t j = 0; j < y.size(); ++j) {
    fit.push_back(lines[j].fit(points.x[j], context.guard));
    if (residual != nullptr) {
      long double const rest = 1 - points.w[j] * lines[j].leverage(points.x[j], context.guard);
      context.margin.leverage = std::min(context.margin.leverage, std::fabs(rest));
      long double const before = residual->empty() ? 0 : residual->back();
      residual->push_back(rest > 0 ? std::fabs(y[j] - fit[j]) / rest : before);
    }
  }
  if (context.options.equal_phases == EqualPhases::average) {
    average_ties(points, fit);
  }
  return fit;
}

/// The first span of the smallest score; -1 where none is below 1e20.
/// @param unit  what a difference of scores is measured in
int choose(Context const& context, Triple<long double> const& score, long double unit) {
  int best = -1;
  for (int i = 0; i < 3; ++i) {
    if (score[i] < (best < 0 ? no_score : score[best])) {
      best = i;
    }
  }
  for (int i = 0; i < 3; ++i) {
    if (best >= 0 && context.half_widths[i] != context.half_widths[best]) {
      context.margin.choice = std::min(context.margin.choice, (score[i] - score[best]) / unit);
    }
  }
  return best;
}

/// Between the fits of the midrange and of a neighbour: `at` is where the three fits stand.
long double interpolate(long double here, Triple<long double> const& at,
                        Triple<long double> const& fit) {
  std::size_t const neighbour = here < at[1] ? 0 : 2;
  long double const width = at[neighbour] - at[1];
  long double const share = width == 0 ? 0 : (here - at[1]) / width;
  return (1 - share) * fit[1] + share * fit[neighbour];
}

Curve multi_pass(Context const& context) {
  auto const& [points, options, sums, margin, weight, mean, variance, guard, half_widths] = context;
  Triple<long double> const spans{options.spans[0], options.spans[1], options.spans[2]};
  Triple<Curve> fits;
  Triple<Curve> scores;
  for (std::size_t i = 0; i < 3; ++i) {
    Curve residual;
    fits[i] = smooth_once(context, points.y, half_widths[i], &residual);
    scores[i] = smooth_once(context, residual, half_widths[1]);
  }
  Curve best_span;
  for (std::size_t j = 0; j < points.y.size(); ++j) {
    Triple<long double> const score{scores[0][j], scores[1][j], scores[2][j]};
    int const best = choose(context, score, std::sqrt(variance));
    long double span = best < 0 ? spans[2] : spans[best];
    if (options.alpha > 0 && best >= 0 && score[best] < score[2] && score[best] > 0) {
      span += (spans[2] - span) *
              std::pow(std::max(smallest_ratio, score[best] / score[2]), 10.0L - options.alpha);
    }
    best_span.push_back(span);
  }
  Curve const span = smooth_once(context, best_span, half_widths[1]);
  Curve blend;
  for (std::size_t j = 0; j < points.y.size(); ++j) {
    blend.push_back(interpolate(std::clamp(span[j], spans[0], spans[2]), spans,
                                {fits[0][j], fits[1][j], fits[2][j]}));
  }
  return smooth_once(context, blend, half_widths[0]);
}

/// The three lines at one point: residuals over the tweeter window, leverage of each's own.
struct Validation {
  Triple<long double> score;      // G
  Triple<long double> magnified;  // Q / RSS
};

Validation validate(Context const& context, Triple<Window> const& window, std::size_t j) {
  Window const& tweeter = window[0];
  long double const height = tweeter.mean_y - context.mean;
  long double const whole = tweeter.scatter + tweeter.weight * height * height;
  Validation result;
  for (std::size_t i = 0; i < 3; ++i) {
    long double const slope = window[i].slope(context.guard);
    long double const offset =
        window[i].mean_y - tweeter.mean_y - slope * (window[i].mean_x - tweeter.mean_x);
    long double const squares = tweeter.scatter - 2 * slope * tweeter.product +
                                slope * slope * tweeter.spread + tweeter.weight * offset * offset;
    long double const rest =
        1 - context.points.w[j] * window[i].leverage(context.points.x[j], context.guard);
    context.margin.leverage = std::min(context.margin.leverage, std::fabs(rest));
    result.score[i] = rest > 0 ? std::fabs(squares) / (rest * rest) : no_score;
    result.magnified[i] = squares == 0 ? infinity : whole / std::fabs(squares);
  }
  return result;
}

Curve single_pass(Context const& context) {
  auto const& [points, options, sums, margin, weight, mean, variance, guard, half_widths] = context;
  Triple<std::vector<Window>> const lines{context.lines(points.y, half_widths[0]),
                                          context.lines(points.y, half_widths[1]),
                                          context.lines(points.y, half_widths[2])};
  Triple<long double> const at{static_cast<long double>(half_widths[0]),
                               static_cast<long double>(half_widths[1]),
                               static_cast<long double>(half_widths[2])};
  long double const alpha =
      options.bass_rule == BassRule::truncated ? std::floor(options.alpha) : options.alpha;
  Curve fit;
  for (std::size_t j = 0; j < points.y.size(); ++j) {
    Triple<Window> const window{lines[0][j], lines[1][j], lines[2][j]};
    auto const [score, magnified] = validate(context, window, j);
    int const best = choose(context, score, variance);
    long double const least = best < 0 ? no_score : score[best];
    long double const ratio =
        score[2] == 0 ? 1 : std::max(smallest_ratio, std::sqrt(least / score[2]));
    long double here = best < 0 ? at[2] : (at[1] + at[best]) / 2;
    long double const drawn = (at[2] - here) * std::pow(ratio, 10 - alpha);
    here += drawn;
    Triple<long double> const fits{window[0].fit(points.x[j], guard),
                                   window[1].fit(points.x[j], guard),
                                   window[2].fit(points.x[j], guard)};
    fit.push_back(interpolate(here, at, fits));
    if (best >= 0 && best != 2 && ratio > smallest_ratio && ratio < 1) {
      // The logarithm of the ratio is half that of a ratio of two scores.
      long double const of_ratio = (magnified[best] + magnified[2]) / 2;
      long double const of_span = (10 - alpha) * drawn * of_ratio;
      long double const of_fit =
          interpolate(at[1] + of_span * (here < at[1] ? -1 : 1), at, fits) - fits[1];
      margin.residuals += 2 * points.w[j] * std::fabs((points.y[j] - fit.back()) * of_fit) /
                          (weight * variance);
    }
  }
  if (options.equal_phases == EqualPhases::average) {
    average_ties(points, fit);
  }
  return fit;
}

Window whole_of(SortedPoints const& points) {
  Window whole;
  for (std::int64_t j = 0; j < points.count(); ++j) {
    whole.add(points.x[j], points.y[j], points.w[j]);
  }
  return whole;
}

Curve smooth_sorted(SortedPoints const& points, SuperSmootherOptions const& options,
                    WindowSums sums, SmootherMargin& margin) {
  margin = {.choice = infinity, .slope = infinity, .leverage = 1, .spread = 1, .residuals = 0};
  if (points.x.back() <= points.x.front()) {
    long double const weight = std::accumulate(points.w.begin(), points.w.end(), 0.0L);
    long double const sum =
        std::inner_product(points.w.begin(), points.w.end(), points.y.begin(), 0.0L);
    return Curve(points.y.size(), sum / weight);
  }
  Window const whole = whole_of(points);
  Context const context{points,       options, sums, margin, whole.weight, whole.mean_y,
                        whole.scatter / whole.weight};
  if (options.span > 0) {
    return smooth_once(context, points.y, half_width(options.span, points.count()));
  }
  return options.variant == SmootherVariant::multi_pass ? multi_pass(context)
                                                        : single_pass(context);
}

Unfolded unfold(std::int64_t points, double const* time, double const* value, double const* error,
                SuperSmootherOptions const& options) {
  return Unfolded(points, time, value, options.errors == Errors::use ? error : nullptr);
}

}  // namespace

void smooth(std::int64_t points, long double const* x, long double const* y,
            long double const* weight, SuperSmootherOptions const& options, long double* fit,
            WindowSums sums, SmootherMargin* margin) {
  SortedPoints const sorted{Curve(x, x + points), Curve(y, y + points),
                            weight != nullptr ? Curve(weight, weight + points) : Curve(points, 1)};
  SmootherMargin unasked;
  Curve const curve = smooth_sorted(sorted, options, sums, margin != nullptr ? *margin : unasked);
  std::copy(curve.begin(), curve.end(), fit);
}

ObjectStatus super_smoother_status(std::int64_t points, double const* time, double const* value,
                                   double const* error, SuperSmootherOptions const& options) {
  if (points == 0) {
    return ObjectStatus::no_points;
  }
  if (points < 5) {
    return ObjectStatus::too_few_points;
  }
  Unfolded const object = unfold(points, time, value, error, options);
  if (object.has_no_span()) {
    return ObjectStatus::no_time_span;
  }
  return object.is_constant() ? ObjectStatus::constant : ObjectStatus::ok;
}

void super_smoother(std::int64_t points, double const* time, double const* value,
                    double const* error, std::int64_t frequencies, long double const* frequency,
                    SuperSmootherOptions const& options, long double* power, WindowSums sums,
                    SmootherMargin* margin) {
  if (super_smoother_status(points, time, value, error, options) != ObjectStatus::ok) {
    std::fill(power, power + frequencies, nan);
    return;
  }
  Unfolded const object = unfold(points, time, value, error, options);
  for (std::int64_t k = 0; k < frequencies; ++k) {
    SortedPoints const sorted = object.fold(frequency[k]);
    SmootherMargin unasked;
    Curve const fit = smooth_sorted(sorted, options, sums, margin != nullptr ? margin[k] : unasked);
    long double chi2 = 0;
    for (std::size_t j = 0; j < fit.size(); ++j) {
      chi2 += sorted.w[j] * (sorted.y[j] - fit[j]) * (sorted.y[j] - fit[j]) / points;
    }
    long double const share = 1 - chi2 / object.variance;
    power[k] = options.score == SmootherScore::power ? points * share / 2 : share;
  }
}

}  // namespace siderum::reference
