// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>

namespace siderum::reference {

/// One object.
struct Curve {
  std::int64_t points;
  double const* time;
  double const* value;
  double const* error;  ///< may be null
};

/// value(t) = offset + sum over m = 1 .. of cosine[m - 1] cos m x + sine[m - 1] sin m x,
/// x = 2 pi f (t - min t).
struct MultiHarmonicModel {
  long double power;          ///< 1 - sum w residual^2 / YY; NaN where singular
  long double smallest_axis;  ///< least weighted mean square of a column less those before it
  long double offset;
  std::vector<long double> cosine;
  std::vector<long double> sine;

  long double at(long double time_since_first, long double frequency) const;
};

/// The weighted least-squares fit itself, column by column of the design matrix (modified
/// Gram-Schmidt, twice), nothing of sums and normal matrices. Columns: a constant if the mean
/// floats, then cos x, sin x, cos 2x, ... The fit is singular where smallest_axis is below 10 n
/// epsilon(double).
MultiHarmonicModel fit_multi_harmonic(Curve const& curve, long double frequency, int terms,
                                      LombScargleOptions const& options);

/// The frequency of the largest power between lower and upper, where there is one maximum (golden
/// section).
long double highest_between(Curve const& curve, long double lower, long double upper, int terms,
                            LombScargleOptions const& options);

}  // namespace siderum::reference
