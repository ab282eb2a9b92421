// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "support/checks.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "reference/lomb_scargle.hpp"
#include "support/tolerance.hpp"

namespace siderum::bench {

namespace {

// One object as the library sees it: values and errors rounded to its precision.
class Object {
 public:
  Object(Curves const& curves, std::int64_t object, FrequencyGrid const& grid,
         LombScargleOptions const& options, PrecisionOfValues precision)
      : grid_(grid), options_(options), precision_(precision) {
    auto const cut = [&](std::vector<double> const& from) {
      return std::vector<double>(from.begin() + curves.offsets[object],
                                 from.begin() + curves.offsets[object + 1]);
    };
    auto const rounded = [&](std::vector<double> values) {
      if (precision == PrecisionOfValues::of_float) {
        std::transform(values.begin(), values.end(), values.begin(),
                       [](double x) { return static_cast<double>(static_cast<float>(x)); });
      }
      return values;
    };
    time_ = cut(curves.time);
    value_ = rounded(cut(curves.value));
    error_ = rounded(cut(curves.error));
    auto const [first, last] = std::minmax_element(time_.begin(), time_.end());
    baseline_ = *last - *first;
  }

  double power(std::int64_t index) const { return static_cast<double>(fit(index).power); }

  double tolerance(std::int64_t index) const {
    double const cycles = grid_.frequency(index) * baseline_;
    double const asked = precision_ == PrecisionOfValues::of_float
                             ? tolerance_of<float>(options_, grid_.count)
                             : tolerance_of<double>(options_, grid_.count);
    double const of_method =
        options_.method == Method::direct || options_.method == Method::product ? 0.0 : asked;
    return of_method + rounding(cycles, static_cast<double>(fit(index).condition));
  }

 private:
  reference::FittedPower fit(std::int64_t index) const {
    return reference::lomb_scargle_fits(points(), time_.data(), value_.data(), error_.data(),
                                        {grid_.frequency(index)}, options_)
        .front();
  }

  double rounding(double cycles, double condition) const {
    return precision_ == PrecisionOfValues::of_float
               ? test::lomb_scargle_tolerance<float>(points(), cycles, condition)
               : test::lomb_scargle_tolerance<double>(points(), cycles, condition);
  }

  std::int64_t points() const { return static_cast<std::int64_t>(time_.size()); }

  FrequencyGrid grid_;
  LombScargleOptions options_;
  PrecisionOfValues precision_;
  std::vector<double> time_;
  std::vector<double> value_;
  std::vector<double> error_;
  double baseline_ = 0.0;
};

std::string complaint(Sample const& sample, double expected, double tolerance) {
  char text[256];
  std::snprintf(text, sizeof text,
                "wrong: the power of object %lld at frequency %lld is %.17g (the reference has "
                "%.17g, tolerance %.2g)",
                static_cast<long long>(sample.object), static_cast<long long>(sample.index),
                sample.power, expected, tolerance);
  return text;
}

void check_one(Object const& object, Sample const& sample, Verdict& verdict) {
  double const expected = object.power(sample.index);
  double const tolerance = object.tolerance(sample.index);
  double const difference = std::fabs(sample.power - expected);
  verdict.worst = std::max(verdict.worst, difference);
  if (!(difference <= tolerance) && verdict.sentence.empty()) {
    verdict.sentence = complaint(sample, expected, tolerance);
  }
}

std::vector<std::int64_t> objects_to_look_at(Curves const& curves) {
  std::vector<std::int64_t> order(curves.objects());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int64_t a, std::int64_t b) {
    return curves.offsets[a + 1] - curves.offsets[a] < curves.offsets[b + 1] - curves.offsets[b];
  });
  if (order.size() <= 4) {
    return order;
  }
  return {order.front(), order[order.size() / 3], order[order.size() * 2 / 3], order.back()};
}

}  // namespace

std::vector<Sample> samples_of(Curves const& curves, FrequencyGrid const& grid) {
  constexpr std::int64_t parts = 13;
  std::vector<Sample> samples;
  for (std::int64_t const object : objects_to_look_at(curves)) {
    for (std::int64_t part = 0; part <= parts; ++part) {
      samples.push_back({object, (grid.count - 1) * part / parts, 0.0});
    }
  }
  return samples;
}

Verdict check_powers(Curves const& curves, FrequencyGrid const& grid,
                     LombScargleOptions const& options, PrecisionOfValues precision,
                     std::vector<Sample> const& samples) {
  Verdict verdict;
  for (Sample const& sample : samples) {
    check_one(Object(curves, sample.object, grid, options, precision), sample, verdict);
  }
  return verdict;
}

Verdict check_best(Curves const& curves, FrequencyGrid const& grid,
                   LombScargleOptions const& options, PrecisionOfValues precision,
                   std::vector<Sample> const& best) {
  Verdict verdict;
  std::vector<Sample> const elsewhere = samples_of(curves, grid);
  for (Sample const& sample : best) {
    if (sample.index < 0 || sample.index >= grid.count) {
      verdict.sentence = "wrong: object " + std::to_string(sample.object) +
                         " has no best frequency (the reference finds one)";
      return verdict;
    }
    Object const object(curves, sample.object, grid, options, precision);
    check_one(object, sample, verdict);
    std::vector<std::int64_t> rivals;
    for (std::int64_t step = -3; step <= 3; ++step) {
      rivals.push_back(std::clamp<std::int64_t>(sample.index + step, 0, grid.count - 1));
    }
    for (Sample const& other : elsewhere) {
      if (other.object == sample.object) {
        rivals.push_back(other.index);
      }
    }
    for (std::int64_t const rival : rivals) {
      double const power = object.power(rival);
      if (power > sample.power + object.tolerance(rival) && verdict.sentence.empty()) {
        verdict.sentence = "wrong: the power of object " + std::to_string(sample.object) +
                           " is higher at frequency " + std::to_string(rival) + " than at its best";
      }
    }
  }
  return verdict;
}

}  // namespace siderum::bench
