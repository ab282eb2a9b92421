// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/algorithms/periods/super_smoother_options.hpp>
#include <siderum/core/status.hpp>

#include "reference/local_lines.hpp"

/// Super Smoother, serial and in long double, as printed: Friedman 1984, A variable span
/// scatterplot smoother, Stanford LCS TR 5, and the single pass of Gowanlock et al. 2022, Astronomy
/// and Computing 38.
namespace siderum::reference {

/// How near the smoother was to another answer, and how far it magnifies rounding.
struct SmootherMargin {
  /// The least difference between the smallest and another score of a point, in units of the
  /// standard deviation of the values (multi-pass) or of their variance (single pass); infinity
  /// where no choice was made. Spans of the same half width are one.
  long double choice;
  /// The least |S - V0| / W of any window.
  long double slope;
  /// The least 1 - w leverage of any point whose residual was divided by it, at most 1.
  long double leverage;
  /// The least S / W of any window with a slope, at most 1.
  long double spread;
  /// Of the single pass: the difference in normalized power, to first order, where each sum of
  /// squared residuals RSS = sum w (y - line)^2 over a tweeter window is off by its
  /// Q = sum w (y - mean)^2, once. It comes from differences of sums of that size.
  long double residuals;
};

/// The smooth curve through points.
/// @param x, y, weight  (points) x in 0 .. 1 and not decreasing; weight may be null: all 1
/// @param fit           (points) output
/// @param margin        output; may be null
void smooth(std::int64_t points, long double const* x, long double const* y,
            long double const* weight, SuperSmootherOptions const& options, long double* fit,
            WindowSums sums = WindowSums::running, SmootherMargin* margin = nullptr);

/// What becomes of an object. Where several hold, the first of: no_points, too_few_points,
/// no_time_span, constant.
///
/// Constant means that chi0 is at most (4 epsilon)^2 times the weighted mean square of the values,
/// epsilon that of double: nothing is left but their rounding.
/// @param time, value, error  (points); error may be null
ObjectStatus super_smoother_status(std::int64_t points, double const* time, double const* value,
                                   double const* error, SuperSmootherOptions const& options);

/// The periodogram of one object at any frequencies. Weights are error^-2 over their mean.
///
///     x = f (t - min t) modulo 1, points stably sorted by x
///     chi0 = sum w (y - mean)^2 / n     chi2 = sum w (y - fit)^2 / n
///     power = n (1 - chi2 / chi0) / 2, normalized 1 - chi2 / chi0
///
/// @param frequency  (frequencies) [1 / time unit], > 0
/// @param power      (frequencies) output, NaN unless ok
/// @param margin     (frequencies) output; may be null
void super_smoother(std::int64_t points, double const* time, double const* value,
                    double const* error, std::int64_t frequencies, long double const* frequency,
                    SuperSmootherOptions const& options, long double* power,
                    WindowSums sums = WindowSums::running, SmootherMargin* margin = nullptr);

}  // namespace siderum::reference
