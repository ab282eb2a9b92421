// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/multiband.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "reference/turn.hpp"

namespace siderum::reference {
namespace {

using Column = std::vector<long double>;

struct Data {
  Column weight;  // sum is 1
  Column value;   // less the mean of the band
  long double weight_sum = 0;
};

Data prepare(BandedCurve const& curve, bool center) {
  Data data;
  for (std::int64_t j = 0; j < curve.points; ++j) {
    long double const sigma = curve.error == nullptr ? 1.0L : curve.error[j];
    data.weight.push_back(1 / (sigma * sigma));
    data.value.push_back(curve.value[j]);
    data.weight_sum += data.weight.back();
  }
  for (long double& w : data.weight) {
    w /= data.weight_sum;
  }
  for (int band = 0; center && band < curve.bands; ++band) {
    long double weights = 0;
    long double mean = 0;
    for (std::int64_t j = 0; j < curve.points; ++j) {
      if (curve.band[j] == band) {
        weights += data.weight[j];
        mean += data.weight[j] * data.value[j];
      }
    }
    for (std::int64_t j = 0; j < curve.points; ++j) {
      data.value[j] -= curve.band[j] == band ? mean / weights : 0;
    }
  }
  return data;
}

/// A constant and harmonics, for the points of one band or of all (band -1).
void add_part(BandedCurve const& curve, long double frequency, int terms, int band,
              std::vector<Column>& columns) {
  long double const first = *std::min_element(curve.time, curve.time + curve.points);
  for (int i = 0; i < 2 * terms + 1; ++i) {
    Column column;
    for (std::int64_t j = 0; j < curve.points; ++j) {
      long double const cycles = frequency * (curve.time[j] - first);
      int const m = (i + 1) / 2;
      Turn const turn = turn_by(m * (cycles - std::floor(cycles)));
      bool const inside = band < 0 || curve.band[j] == band;
      column.push_back(inside ? (i > 0 && i % 2 == 0 ? turn.sine : turn.cosine) : 0);
    }
    columns.push_back(column);
  }
}

long double product(Data const& data, Column const& a, Column const& b) {
  long double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) {
    sum += data.weight[j] * a[j] * b[j];
  }
  return sum;
}

}  // namespace

BandedPower flexible_power(BandedCurve const& curve, long double frequency,
                           BandedModel const& model) {
  Data const data = prepare(curve, model.center);
  std::vector<Column> columns;
  for (int band = 0; band < curve.bands; ++band) {
    add_part(curve, frequency, model.band_terms, band, columns);
  }
  std::size_t const of_bands = columns.size();
  add_part(curve, frequency, model.base_terms, -1, columns);
  std::size_t const size = columns.size();

  std::vector<Column> matrix(size, Column(size));
  Column right(size);
  long double trace = 0;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      matrix[i][j] = product(data, columns[i], columns[j]);
    }
    right[i] = product(data, columns[i], data.value);
    trace += matrix[i][i];
  }
  long double const unit = model.by_trace ? trace : 1 / data.weight_sum;
  for (std::size_t i = 0; i < size; ++i) {
    matrix[i][i] += unit * (i < of_bands ? model.band_ridge : model.base_ridge);
  }
  BandedPower result{0, 1};
  for (std::size_t i = 0; i < size; ++i) {
    bool const repeated =
        i >= of_bands && i - of_bands < static_cast<std::size_t>(2 * model.band_terms + 1);
    if (!repeated) {
      result.smallest_axis = std::min(result.smallest_axis, matrix[i][i]);
    }
    result.power += right[i] * right[i] / matrix[i][i];
    for (std::size_t row = i + 1; row < size; ++row) {
      long double const factor = matrix[row][i] / matrix[i][i];
      for (std::size_t j = i; j < size; ++j) {
        matrix[row][j] -= factor * matrix[i][j];
      }
      right[row] -= factor * right[i];
    }
  }
  result.power /= product(data, data.value, data.value);
  return result;
}

}  // namespace siderum::reference
