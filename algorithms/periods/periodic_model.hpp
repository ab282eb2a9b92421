// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <siderum/algorithms/periods/multiband_options.hpp>

/// The linear model behind the power of a periodogram at one frequency f, term by term, on the host
/// and in double precision. The columns of its design matrix are
///
///     [1]  sin x, cos x, sin 2x, cos 2x, ..      x = 2 pi f t,  shared by all points
///     for each band: the same, of the points of that band alone, and 0 elsewhere
///
/// and its parameters solve (X^T X + R) p = X^T (y / e), with the rows of X divided by the errors e
/// and R the ridges of multiband.hpp, by a QR decomposition of X with the roots of R below it.
/// (Names and order as those of astropy's model_parameters.)
namespace siderum {

struct PeriodicModel {
  double frequency = 0.0;    ///< [1 / time unit], finite
  int terms = 1;             ///< harmonics that all points share, 0 .. most_model_terms
  bool has_constant = true;  ///< of all points
  int bands = 0;             ///< 0: no part of their own
  int band_terms = 0;        ///< harmonics of each band, beside a constant of each
  double base_ridge = 0.0;   ///< >= 0, on the shared parameters
  double band_ridge = 0.0;   ///< >= 0, on those of the bands
  RidgeUnit ridge_unit = RidgeUnit::trace;

  std::int64_t shared() const { return (has_constant ? 1 : 0) + 2 * std::int64_t{terms}; }
  std::int64_t parameters() const {
    return shared() + std::int64_t{bands} * (bands > 0 ? 1 + 2 * std::int64_t{band_terms} : 0);
  }
};

inline constexpr int most_model_terms = 1000;

/// The design matrix, (points, parameters) in row-major order.
///
/// @param error  (points) > 0, by which rows are divided; empty: they are not
/// @param band   (points) 0 .. bands - 1; empty without bands
/// Throws Error for numbers out of their range and vectors that do not fit each other.
std::vector<double> design_matrix(PeriodicModel const& model, std::span<double const> time,
                                  std::span<double const> error = {},
                                  std::span<std::int32_t const> band = {});

/// The parameters that fit best; NaN where the matrix is singular.
///
/// @param value  (points), less the mean that is not part of the model
/// Cost O(points parameters^2). Throws Error as design_matrix does, and without points.
std::vector<double> fit_parameters(PeriodicModel const& model, std::span<double const> time,
                                   std::span<double const> value,
                                   std::span<double const> error = {},
                                   std::span<std::int32_t const> band = {});

/// The model with these parameters at other times: design_matrix times parameters.
std::vector<double> evaluate(PeriodicModel const& model, std::span<double const> parameters,
                             std::span<double const> time, std::span<std::int32_t const> band = {});

/// The mean of the values, weighted with error^-2 where there are errors. Of each band.
///
/// @param bands  how many there are; 1 with an empty `band`
std::vector<double> weighted_means(std::span<double const> value,
                                   std::span<double const> error = {},
                                   std::span<std::int32_t const> band = {}, int bands = 1);

}  // namespace siderum
