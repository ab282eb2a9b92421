// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include <siderum/algorithms/periods/conditional_entropy.hpp>
#include <siderum/algorithms/periods/phase_dispersion.hpp>

#include "reference/phase_bins.hpp"
#include "reference/super_smoother.hpp"
#include "super_smoother/inputs.hpp"
#include "super_smoother/method.hpp"
#include "support/checks.hpp"
#include "support/tolerance.hpp"

/// What the finders find is held to the serial long-double oracles.
namespace siderum::bench {

/// One object as the oracles see it: values and errors as Real holds them.
template <class Real>
class FinderOracle {
 public:
  struct Answer {
    double power;
    double tolerance;
  };

  FinderOracle(Curves const& curves, std::int64_t object, FrequencyGrid const& grid, Method method)
      : points_(curves.offsets[object + 1] - curves.offsets[object]),
        grid_(grid),
        method_(method),
        time_(curves.time.data() + curves.offsets[object]),
        value_(rounded(curves.value, curves.offsets[object])),
        error_(rounded(curves.error, curves.offsets[object])) {}

  Answer operator()(std::int64_t index) const {
    long double const frequency = grid_.frequency(index);
    long double power = 0.0L;
    switch (method_) {
      case Method::phase_dispersion:
        reference::phase_dispersion(points_, time_, value_.data(), 1, &frequency,
                                    PhaseDispersionOptions{}.bins, &power);
        return {static_cast<double>(power), test::phase_bins_tolerance<Real>(points_)};
      case Method::conditional_entropy:
        reference::conditional_entropy(points_, time_, value_.data(), 1, &frequency,
                                       ConditionalEntropyOptions{}.phase_bins,
                                       ConditionalEntropyOptions{}.value_bins, &power);
        return {static_cast<double>(power), test::phase_bins_tolerance<Real>(points_)};
      default:
        return smoothed(frequency);
    }
  }

 private:
  std::vector<double> rounded(std::vector<double> const& from, std::int64_t begin) const {
    std::vector<double> values(from.begin() + begin, from.begin() + begin + points_);
    for (double& value : values) {
      value = static_cast<double>(static_cast<Real>(value));
    }
    return values;
  }

  Answer smoothed(long double frequency) const {
    long double power = 0.0L;
    reference::SmootherMargin margin{};
    reference::super_smoother(points_, time_, value_.data(), error_.data(), 1, &frequency,
                              smoother_options(method_), &power, reference::WindowSums::running,
                              &margin);
    auto const [first, last] = std::minmax_element(time_, time_ + points_);
    double const tolerance = test::super_smoother_tolerance<Real>(
        points_, static_cast<double>(frequency) * (*last - *first),
        {static_cast<double>(margin.choice), static_cast<double>(margin.slope),
         static_cast<double>(margin.leverage), static_cast<double>(margin.spread),
         static_cast<double>(margin.residuals)});
    // Where a choice between spans is nearer than rounding, a point or two may have the other.
    constexpr double undecided = 1.0e-3;
    double const unit = 0.5 * static_cast<double>(points_);
    return {static_cast<double>(power), unit * (std::isinf(tolerance) ? undecided : tolerance)};
  }

  std::int64_t points_;
  FrequencyGrid grid_;
  Method method_;
  double const* time_;
  std::vector<double> value_;
  std::vector<double> error_;
};

/// What is wrong with the best of some objects (see check_best); empty: nothing. Of candidates no
/// power elsewhere is looked at: the peaks of Lomb-Scargle may miss the best.
template <class Real>
std::string complaint_about(Curves const& curves, FrequencyGrid const& grid, Method method,
                            std::vector<Sample> const& best) {
  if (method == Method::lomb_scargle) {
    auto const precision =
        std::is_same_v<Real, double> ? PrecisionOfValues::of_double : PrecisionOfValues::of_float;
    return check_best(curves, grid, {}, precision, best).sentence;
  }
  for (Sample const& sample : best) {
    if (sample.index < 0 || sample.index >= grid.count) {
      return "wrong: object " + std::to_string(sample.object) + " has no best frequency";
    }
    FinderOracle<Real> const oracle(curves, sample.object, grid, method);
    auto const expected = oracle(sample.index);
    if (!(std::fabs(sample.power - expected.power) <= expected.tolerance)) {
      return "wrong: the power of object " + std::to_string(sample.object) + " is " +
             std::to_string(sample.power - expected.power) + " from the reference, which may be " +
             std::to_string(expected.tolerance);
    }
    if (method == Method::candidates) {
      continue;
    }
    constexpr std::int64_t parts = 5;
    std::vector<std::int64_t> rivals{std::max<std::int64_t>(sample.index - 1, 0),
                                     std::min(sample.index + 1, grid.count - 1)};
    for (std::int64_t part = 0; part <= parts; ++part) {
      rivals.push_back((grid.count - 1) * part / parts);
    }
    for (std::int64_t const rival : rivals) {
      auto const other = oracle(rival);
      if (other.power > sample.power + other.tolerance) {
        return "wrong: the power of object " + std::to_string(sample.object) +
               " is higher at frequency " + std::to_string(rival) + " than at its best";
      }
    }
  }
  return "";
}

}  // namespace siderum::bench
