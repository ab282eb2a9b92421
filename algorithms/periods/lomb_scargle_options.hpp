// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>

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

/// How the sums over the points are formed.
enum class Method : std::uint8_t {
  automatic,  ///< the one of the others that a cost model expects to be fastest (method.hpp)
  direct,     ///< one term for each point and frequency, without a matrix in memory
  product,    ///< regular grids: products of matrices by a vendor's library, exact to rounding
  nufft,      ///< regular grids: non-uniform fast Fourier transforms, within a tolerance
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

  /// Lists of frequencies take direct; product and nufft refuse them.
  Method method = Method::automatic;

  /// Of nufft: the largest error of a power beside rounding (in FP32 that of
  /// transforms is up to 256 epsilon of a sum), in units of the largest power that the
  /// object has at any frequency, in the normalization asked for. 0: 1e-9 in double, 1e-5 in single
  /// precision, or what is the least if that is more: 4e-12 (single: 1e-6) and 3e-17 for each
  /// frequency of the grid, the rounding of one time. (Models of several harmonics or bands:
  /// multi_harmonic.hpp.)
  double tolerance = 0.0;

  /// Of product and nufft on devices: memory for one batch of factors, transforms and sums [bytes],
  /// > 0; the smallest batch of products takes some 10 MB however little is given. (Hosts take 3 MB
  /// for each thread.)
  std::int64_t work_bytes = std::int64_t{320} << 20;
};

/// The least tolerance of nufft on a grid of so many frequencies.
template <class Real>
double least_tolerance(std::int64_t frequencies) {
  constexpr double of_transforms = std::is_same_v<Real, float> ? 1e-6 : 4e-12;
  constexpr double rounding_of_a_time = 3e-17;  // of the grid, for each of its frequencies
  return std::max(of_transforms, rounding_of_a_time * static_cast<double>(frequencies));
}

/// The tolerance that nufft works to, with the default of the precision in place of 0.
template <class Real>
double tolerance_of(LombScargleOptions const& options, std::int64_t frequencies) {
  constexpr double standard = std::is_same_v<Real, float> ? 1e-5 : 1e-9;
  return options.tolerance == 0.0 ? std::max(standard, least_tolerance<Real>(frequencies))
                                  : options.tolerance;
}

/// The periodogram of Lomb (1976) and Scargle (1982): no floating mean, no errors.
constexpr LombScargleOptions standard_periodogram() {
  return {.fit_mean = FitMean::no, .errors = Errors::ignore};
}

/// Floating mean and errors: Zechmeister & Kuerster 2009, A&A 496, 577.
constexpr LombScargleOptions generalized_periodogram() {
  return {};
}

}  // namespace siderum
