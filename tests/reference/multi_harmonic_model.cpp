// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/multi_harmonic_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "reference/turn.hpp"

namespace siderum::reference {
namespace {

using Column = std::vector<long double>;
constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();

/// Of the m-th harmonic.
Turn turn_of(int m, long double time_since_first, long double frequency) {
  long double const cycles = frequency * time_since_first;
  return turn_by(m * (cycles - std::floor(cycles)));
}

Column weights_of(Curve const& curve, LombScargleOptions const& options) {
  Column weight;
  long double sum = 0;
  for (std::int64_t j = 0; j < curve.points; ++j) {
    bool const weighted = curve.error != nullptr && options.errors == Errors::use;
    long double const sigma = weighted ? curve.error[j] : 1.0L;
    weight.push_back(1 / (sigma * sigma));
    sum += weight.back();
  }
  for (long double& w : weight) {
    w /= sum;
  }
  return weight;
}

long double product(Column const& weight, Column const& a, Column const& b) {
  long double sum = 0;
  for (std::size_t j = 0; j < weight.size(); ++j) {
    sum += weight[j] * a[j] * b[j];
  }
  return sum;
}

void subtract(Column& from, long double times, Column const& column) {
  for (std::size_t j = 0; j < from.size(); ++j) {
    from[j] -= times * column[j];
  }
}

std::vector<Column> design(Curve const& curve, long double frequency, int terms, bool constant) {
  std::vector<Column> columns;
  auto const n = static_cast<std::size_t>(curve.points);
  if (constant) {
    columns.emplace_back(n, 1.0L);
  }
  long double const first = *std::min_element(curve.time, curve.time + curve.points);
  for (int m = 1; m <= terms; ++m) {
    Column cosine(n);
    Column sine(n);
    for (std::size_t j = 0; j < n; ++j) {
      Turn const turn = turn_of(m, curve.time[j] - first, frequency);
      cosine[j] = turn.cosine;
      sine[j] = turn.sine;
    }
    columns.push_back(cosine);
    columns.push_back(sine);
  }
  return columns;
}

}  // namespace

long double MultiHarmonicModel::at(long double time_since_first, long double frequency) const {
  long double value = offset;
  for (std::size_t m = 1; m <= cosine.size(); ++m) {
    Turn const turn = turn_of(static_cast<int>(m), time_since_first, frequency);
    value += cosine[m - 1] * turn.cosine + sine[m - 1] * turn.sine;
  }
  return value;
}

MultiHarmonicModel fit_multi_harmonic(Curve const& curve, long double frequency, int terms,
                                      LombScargleOptions const& options) {
  bool const floats = options.fit_mean == FitMean::yes;
  Column const weight = weights_of(curve, options);
  Column residual(curve.value, curve.value + curve.points);
  long double mean = 0;
  if (floats || options.center_data == CenterData::yes) {
    mean = product(weight, residual, Column(residual.size(), 1.0L));
    for (long double& y : residual) {
      y -= mean;
    }
  }
  long double const whole = product(weight, residual, residual);
  std::vector<Column> columns = design(curve, frequency, terms, floats);
  std::size_t const size = columns.size();
  std::vector<Column> upper(size, Column(size, 0.0L));  // R of the factors
  Column projection(size);
  MultiHarmonicModel model{nan, 1, mean, {}, {}};
  for (std::size_t i = 0; i < size; ++i) {
    for (int pass = 0; pass < 2; ++pass) {
      for (std::size_t k = 0; k < i; ++k) {
        long double const share = product(weight, columns[i], columns[k]);
        upper[k][i] += share;
        subtract(columns[i], share, columns[k]);
      }
    }
    long double const square = product(weight, columns[i], columns[i]);
    model.smallest_axis = std::min(model.smallest_axis, square);
    upper[i][i] = std::sqrt(square);
    for (long double& x : columns[i]) {
      x /= upper[i][i];
    }
    projection[i] = product(weight, residual, columns[i]);
    subtract(residual, projection[i], columns[i]);
  }
  Column solution(size);
  for (std::size_t i = size; i-- > 0;) {
    solution[i] = projection[i];
    for (std::size_t k = i + 1; k < size; ++k) {
      solution[i] -= upper[i][k] * solution[k];
    }
    solution[i] /= upper[i][i];
  }
  std::size_t const first = floats ? 1 : 0;
  model.offset += floats ? solution[0] : 0;
  for (std::size_t i = first; i < size; i += 2) {
    model.cosine.push_back(solution[i]);
    model.sine.push_back(solution[i + 1]);
  }
  // Of 19 digits those that dependent columns leave of the power: it is within some 1e-7.
  constexpr long double smallest = 1e-17L;
  if (model.smallest_axis >= smallest) {
    model.power = 1 - product(weight, residual, residual) / whole;
  }
  return model;
}

long double highest_between(Curve const& curve, long double lower, long double upper, int terms,
                            LombScargleOptions const& options) {
  long double const golden = std::numbers::phi_v<long double> - 1;
  auto const power = [&](long double frequency) {
    return fit_multi_harmonic(curve, frequency, terms, options).power;
  };
  long double left = upper - golden * (upper - lower);
  long double right = lower + golden * (upper - lower);
  long double at_left = power(left);
  long double at_right = power(right);
  for (int step = 0; step < 45; ++step) {
    if (at_left > at_right) {
      upper = right;
      right = left;
      at_right = at_left;
      left = upper - golden * (upper - lower);
      at_left = power(left);
    } else {
      lower = left;
      left = right;
      at_left = at_right;
      right = lower + golden * (upper - lower);
      at_right = power(right);
    }
  }
  return (lower + upper) / 2;
}

}  // namespace siderum::reference
