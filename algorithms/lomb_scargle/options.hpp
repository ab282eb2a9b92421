// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace siderum {

/// Whether the sinusoid is fitted together with a free constant at each frequency.
enum class FitMean : std::uint8_t { no, yes };

/// Whether the weighted mean is subtracted from the values once, before the search.
enum class CenterData : std::uint8_t { no, yes };

/// Whether the errors of the light curves weigh the points (weights error^-2) or all weigh the
/// same.
enum class Errors : std::uint8_t { ignore, use };

/// What is reported for p = the reduction of the weighted mean square by the fit, with YY the
/// weighted mean square before it (names as in astropy; raw as in scipy).
enum class Normalization : std::uint8_t {
  standard,  ///< p / YY, in 0 .. 1
  model,     ///< p / (YY - p), 0 .. infinity
  log,       ///< -ln(1 - p / YY), 0 .. infinity
  psd,       ///< p * sum(error^-2) / 2, without errors p * n / 2 in the square of the values' unit
  raw,  ///< p * n / 2: Lomb's and Scargle's unnormalised periodogram where all points weigh alike
};

/// Options of the Lomb-Scargle periodogram. The defaults are astropy's and the generalized
/// periodogram of Zechmeister & Kuerster (2009).
struct LombScargleOptions {
  FitMean fit_mean = FitMean::yes;
  CenterData center_data = CenterData::yes;
  Errors errors = Errors::use;  ///< where the light curves have none, all points weigh the same
  Normalization normalization = Normalization::standard;

  /// Objects with fewer points get the status too_few_points. 0: 4 with a floating mean, else 3.
  std::int64_t minimum_points = 0;
};

/// The periodogram of Lomb (1976) and Scargle (1982): no floating mean, no errors.
constexpr LombScargleOptions standard_periodogram() {
  return {.fit_mean = FitMean::no, .errors = Errors::ignore};
}

/// Floating mean and errors: Zechmeister & Kuerster 2009, A&A 496, 577.
constexpr LombScargleOptions generalized_periodogram() {
  return {};
}

}  // namespace siderum
