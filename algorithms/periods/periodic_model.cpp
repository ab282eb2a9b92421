// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/periodic_model.hpp>

#include <cmath>
#include <cstddef>
#include <limits>
#include <numbers>
#include <string>

#include <siderum/core/error.hpp>

namespace siderum {

namespace {

void check_extent(std::size_t size, std::size_t points, char const* what) {
  SIDERUM_VALIDATE(size == points, "There are " + std::to_string(size) + " " + what + " and " +
                                       std::to_string(points) +
                                       " times (each point has one of each). Give as many.");
}

void check_model(PeriodicModel const& model) {
  SIDERUM_VALIDATE(std::isfinite(model.frequency),
                   "The frequency of the model is no finite number (its sines would be none)."
                   " Give a finite one.");
  int const most = most_model_terms;
  SIDERUM_VALIDATE(
      model.terms >= 0 && model.terms <= most && model.band_terms >= 0 && model.band_terms <= most,
      "The model has " + std::to_string(model.terms) + " and " + std::to_string(model.band_terms) +
          " harmonics (0 to " + std::to_string(most) + " can be). Ask for as many as that.");
  SIDERUM_VALIDATE(model.parameters() > 0,
                   "The model has no parameter (it has nterms = 0 and no constant). Ask for a"
                   " harmonic, or for the mean to be fitted.");
  SIDERUM_VALIDATE(model.base_ridge >= 0.0 && model.band_ridge >= 0.0,
                   "A ridge of the model is below 0 (it holds parameters near 0). Give 0 or more.");
}

void check_points(PeriodicModel const& model, std::size_t points, std::span<double const> error,
                  std::span<std::int32_t const> band) {
  if (!error.empty()) {
    check_extent(error.size(), points, "errors");
  }
  if (model.bands == 0) {
    return;
  }
  check_extent(band.size(), points, "bands");
  for (std::int32_t const number : band) {
    SIDERUM_VALIDATE(number >= 0 && number < model.bands,
                     "There is no band " + std::to_string(number) + " (the model has " +
                         std::to_string(model.bands) + "). Give numbers from 0.");
  }
}

/// Writes [1] sin x cos x .. from `row` on, times a weight.
void write_terms(double* row, bool has_constant, int terms, double cycles, double weight) {
  if (has_constant) {
    *row++ = weight;
  }
  for (int m = 1; m <= terms; ++m) {
    double const turns = m * cycles;
    double const angle = 2.0 * std::numbers::pi * (turns - std::floor(turns));
    *row++ = weight * std::sin(angle);
    *row++ = weight * std::cos(angle);
  }
}

/// A row-major matrix and its right-hand side, brought to upper triangular form by reflections.
class LeastSquares {
 public:
  LeastSquares(std::vector<double> matrix, std::vector<double> right, std::size_t columns)
      : matrix_(std::move(matrix)), right_(std::move(right)), columns_(columns) {}

  /// NaN where a column depends on those before it.
  std::vector<double> solve() {
    std::vector<double> result(columns_, std::numeric_limits<double>::quiet_NaN());
    std::vector<double> scale(columns_);
    for (std::size_t k = 0; k < columns_; ++k) {
      scale[k] = norm_below(0, k);
    }
    for (std::size_t k = 0; k < columns_; ++k) {
      // A pivot that rounding alone leaves of a column.
      double const noise = 16.0 * std::numeric_limits<double>::epsilon() * scale[k];
      if (k >= right_.size() || !(reflect(k) > noise)) {
        return result;
      }
    }
    for (std::size_t k = columns_; k-- > 0;) {
      double sum = right_[k];
      for (std::size_t j = k + 1; j < columns_; ++j) {
        sum -= at(k, j) * result[j];
      }
      result[k] = sum / at(k, k);
    }
    return result;
  }

 private:
  double& at(std::size_t row, std::size_t column) { return matrix_[row * columns_ + column]; }

  double norm_below(std::size_t first, std::size_t column) {
    double sum = 0.0;
    for (std::size_t i = first; i < right_.size(); ++i) {
      sum += at(i, column) * at(i, column);
    }
    return std::sqrt(sum);
  }

  /// Clears column k below the diagonal (Householder). Returns the size of the pivot.
  double reflect(std::size_t k) {
    double const norm = norm_below(k, k);
    if (norm == 0.0) {
      return 0.0;
    }
    double const pivot = at(k, k) > 0.0 ? -norm : norm;
    at(k, k) -= pivot;
    double const square = -pivot * at(k, k);  // half of that of the reflection's vector
    for (std::size_t j = k + 1; j < columns_; ++j) {
      double sum = 0.0;
      for (std::size_t i = k; i < right_.size(); ++i) {
        sum += at(i, k) * at(i, j);
      }
      for (std::size_t i = k; i < right_.size(); ++i) {
        at(i, j) -= sum / square * at(i, k);
      }
    }
    double sum = 0.0;
    for (std::size_t i = k; i < right_.size(); ++i) {
      sum += at(i, k) * right_[i];
    }
    for (std::size_t i = k; i < right_.size(); ++i) {
      right_[i] -= sum / square * at(i, k);
    }
    at(k, k) = pivot;
    return norm;
  }

  std::vector<double> matrix_;
  std::vector<double> right_;
  std::size_t columns_;
};

/// Rows below the design matrix whose squares are the ridges.
void add_ridges(PeriodicModel const& model, std::vector<double>& matrix,
                std::vector<double>& right) {
  double unit = 1.0;
  if (model.ridge_unit == RidgeUnit::trace) {
    unit = 0.0;
    for (double const element : matrix) {
      unit += element * element;
    }
  }
  auto const columns = static_cast<std::size_t>(model.parameters());
  for (std::size_t k = 0; k < columns; ++k) {
    bool const is_shared = k < static_cast<std::size_t>(model.shared());
    double const ridge = is_shared ? model.base_ridge : model.band_ridge;
    if (ridge > 0.0) {
      matrix.resize(matrix.size() + columns, 0.0);
      matrix[matrix.size() - columns + k] = std::sqrt(unit * ridge);
      right.push_back(0.0);
    }
  }
}

}  // namespace

std::vector<double> design_matrix(PeriodicModel const& model, std::span<double const> time,
                                  std::span<double const> error,
                                  std::span<std::int32_t const> band) {
  check_model(model);
  check_points(model, time.size(), error, band);
  auto const columns = static_cast<std::size_t>(model.parameters());
  auto const shared = static_cast<std::size_t>(model.shared());
  auto const of_band = static_cast<std::size_t>(1 + 2 * model.band_terms);
  std::vector<double> matrix(time.size() * columns, 0.0);
  for (std::size_t i = 0; i < time.size(); ++i) {
    double* const row = matrix.data() + i * columns;
    double const cycles = model.frequency * time[i];
    double const weight = error.empty() ? 1.0 : 1.0 / error[i];
    write_terms(row, model.has_constant, model.terms, cycles, weight);
    if (model.bands > 0) {
      write_terms(row + shared + static_cast<std::size_t>(band[i]) * of_band, true,
                  model.band_terms, cycles, weight);
    }
  }
  return matrix;
}

std::vector<double> fit_parameters(PeriodicModel const& model, std::span<double const> time,
                                   std::span<double const> value, std::span<double const> error,
                                   std::span<std::int32_t const> band) {
  check_extent(value.size(), time.size(), "values");
  SIDERUM_VALIDATE(!time.empty(), "There are no points (a model is fitted to some). Give points.");
  std::vector<double> matrix = design_matrix(model, time, error, band);
  std::vector<double> right(value.begin(), value.end());
  for (std::size_t i = 0; i < error.size(); ++i) {
    right[i] /= error[i];
  }
  add_ridges(model, matrix, right);
  return LeastSquares(std::move(matrix), std::move(right),
                      static_cast<std::size_t>(model.parameters()))
      .solve();
}

std::vector<double> evaluate(PeriodicModel const& model, std::span<double const> parameters,
                             std::span<double const> time, std::span<std::int32_t const> band) {
  check_extent(parameters.size(), static_cast<std::size_t>(model.parameters()), "parameters");
  std::vector<double> const matrix = design_matrix(model, time, {}, band);
  std::vector<double> result(time.size(), 0.0);
  for (std::size_t i = 0; i < time.size(); ++i) {
    for (std::size_t k = 0; k < parameters.size(); ++k) {
      result[i] += matrix[i * parameters.size() + k] * parameters[k];
    }
  }
  return result;
}

std::vector<double> weighted_means(std::span<double const> value, std::span<double const> error,
                                   std::span<std::int32_t const> band, int bands) {
  PeriodicModel const of_bands{.bands = band.empty() ? 0 : bands};
  check_points(of_bands, value.size(), error, band);
  std::vector<double> sum(static_cast<std::size_t>(bands), 0.0);
  std::vector<double> weights(sum.size(), 0.0);
  for (std::size_t i = 0; i < value.size(); ++i) {
    double const weight = error.empty() ? 1.0 : 1.0 / (error[i] * error[i]);
    auto const b = band.empty() ? std::size_t{0} : static_cast<std::size_t>(band[i]);
    sum[b] += weight * value[i];
    weights[b] += weight;
  }
  for (std::size_t b = 0; b < sum.size(); ++b) {
    sum[b] /= weights[b];
  }
  return sum;
}

}  // namespace siderum
