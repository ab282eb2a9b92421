// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>

/// What is chosen of the models of multiband.hpp.
namespace siderum {

enum class MultibandMethod : std::uint8_t { flexible, fast };

/// What a ridge is measured in.
enum class RidgeUnit : std::uint8_t {
  trace,     ///< of the normal matrix: no unit
  absolute,  ///< sum of error^-2: depends on the unit of the errors
};

/// The largest number of harmonics of either part of a multiband model.
inline constexpr int most_band_terms = 6;

/// Defaults as in astropy's LombScargleMultiband.
struct MultibandOptions {
  MultibandMethod method = MultibandMethod::flexible;
  int base_terms = 1;        ///< 0 .. most_band_terms; fast: harmonics of every band, from 1
  int band_terms = 1;        ///< 0 .. most_band_terms, one harmonic at least in all; not of fast
  double base_ridge = 0.0;   ///< >= 0, on the coefficients of the base
  double band_ridge = 1e-6;  ///< >= 0, on the coefficients of the bands; 0 with a base_ridge of 0
                             ///< leaves the two parts undetermined: NaN
  RidgeUnit ridge_unit = RidgeUnit::trace;
  /// Errors, normalization, center_data (band by band) and, for fast, fit_mean.
  LombScargleOptions periodogram = {};
  std::int64_t work_bytes = std::int64_t{1} << 28;  ///< as in MultiHarmonicOptions
};

}  // namespace siderum
