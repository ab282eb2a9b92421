// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/smooth_curve.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>

#include <siderum/algorithms/periods/detail/super_smoother/scorer.hpp>
#include <siderum/core/error.hpp>

namespace siderum {

namespace {

using Group = portable::HostGroup<double>;

void validate_curve(std::span<double const> x, std::span<double const> y,
                    std::span<double const> weight, SuperSmootherOptions const& options) {
  validate(options);
  SIDERUM_VALIDATE(x.size() == y.size() && (weight.empty() || weight.size() == x.size()),
                   "There are " + std::to_string(x.size()) + " x, " + std::to_string(y.size()) +
                       " y and " + std::to_string(weight.size()) +
                       " weights (each point has one of each, or there is no weight at all). Give "
                       "the same number of them.");
  SIDERUM_VALIDATE(x.size() >= 5, "The curve has " + std::to_string(x.size()) +
                                      " points (a smoother needs 5). Add points.");
  bool const wraps = options.ends == PhaseEnds::periodic;
  for (std::size_t j = 0; j < x.size(); ++j) {
    SIDERUM_VALIDATE(std::isfinite(x[j]) && std::isfinite(y[j]),
                     "Point " + std::to_string(j) +
                         " is not finite (counted from 0; a fit of it does not exist). Drop it.");
    SIDERUM_VALIDATE(!wraps || (x[j] >= 0.0 && x[j] <= 1.0),
                     "The x of point " + std::to_string(j) +
                         " is outside 0 .. 1 (counted from 0; periodic ends have the period 1). "
                         "Fold x first, or choose open ends.");
    SIDERUM_VALIDATE(weight.empty() || (std::isfinite(weight[j]) && weight[j] > 0.0),
                     "The weight of point " + std::to_string(j) +
                         " is not above 0 (counted from 0). Drop the point, or give it a weight.");
  }
}

std::vector<std::size_t> order_of(std::span<double const> x) {
  std::vector<std::size_t> order(x.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
  return order;
}

/// What carries the curve to numbers of order 1 and back: neither moves the fit.
struct Scales {
  double mean_weight = 1.0;
  double offset = 0.0;  ///< of y: the weighted mean
  double spread = 0.0;  ///< of y: largest distance from it
  double middle = 0.5;  ///< of x
  double width = 1.0;
};

Scales scales_of(std::span<double const> x, std::span<double const> y,
                 std::span<double const> weight, PhaseEnds ends) {
  Scales scales;
  double weights = 0.0;
  double values = 0.0;
  for (std::size_t j = 0; j < y.size(); ++j) {
    double const w = weight.empty() ? 1.0 : weight[j];
    weights += w;
    values += w * y[j];
  }
  scales.mean_weight = weights / static_cast<double>(y.size());
  scales.offset = values / weights;
  for (double const value : y) {
    scales.spread = std::max(scales.spread, std::fabs(value - scales.offset));
  }
  auto const [least, largest] = std::minmax_element(x.begin(), x.end());
  if (ends == PhaseEnds::open && *least < *largest) {
    scales.middle = *least + 0.5 * (*largest - *least);
    scales.width = *largest - *least;
  }
  return scales;
}

void fit_group(Group& group, Group::Owned const& fit, SuperSmootherOptions const& options,
               double mean_weight) {
  SmootherRules const rules = SmootherRules::of(options);
  double const least = least_spread(group, mean_weight);
  if (!(least > 0.0)) {
    std::fill_n(fit.data, group.points(), 0.0);
  } else if (options.variant == SmootherVariant::multi_pass) {
    // The group knows its ends.
    SmootherScorer<SmootherVariant::multi_pass>{rules, options.score}.smooth(group, fit, least);
  } else {
    SmootherScorer<SmootherVariant::single_pass>{rules, options.score}.smooth(group, fit, least);
  }
}

}  // namespace

std::vector<double> smooth_curve(std::span<double const> x, std::span<double const> y,
                                 std::span<double const> weight,
                                 SuperSmootherOptions const& options) {
  validate_curve(x, y, weight, options);
  auto const points = static_cast<int>(x.size());
  Scales const scales = scales_of(x, y, weight, options.ends);
  std::vector<double> result(y.size(), scales.offset);
  if (!(scales.spread > 0.0)) {
    return result;
  }
  std::vector<std::size_t> const order = order_of(x);
  WindowEnds const ends = options.ends == PhaseEnds::periodic ? WindowEnds::wrap : WindowEnds::stop;
  int const margin = ends == WindowEnds::wrap ? SmootherRules::of(options).widest(points) : 0;
  ScorerNeeds const needs{MultiPass<Group>::owned + 1, MultiPass<Group>::columns, margin};
  std::vector<std::byte> memory(Group::bytes(points, needs) + 64);
  Group group(portable::Arena(memory.data(), memory.data() + memory.size()), points, needs, ends);
  bool ties = false;
  for (int j = 0; j < points; ++j) {
    std::size_t const from = order[j];
    group.x[j] = (x[from] - scales.middle) / scales.width;
    group.y[j] = (y[from] - scales.offset) / scales.spread;
    group.w[j] = (weight.empty() ? 1.0 : weight[from]) / scales.mean_weight;
    ties = ties || (j > 0 && x[from] == x[order[j - 1]]);
  }
  group.set_ties(ties);
  Group::Owned const fit = group.owned();
  fit_group(group, fit, options, scales.mean_weight);
  for (int j = 0; j < points; ++j) {
    result[order[j]] = scales.offset + scales.spread * fit[j];
  }
  return result;
}

}  // namespace siderum
