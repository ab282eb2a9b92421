// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/core/status.hpp>

/// What the tests hold the library to: serial, in long double, the formulas as they are printed.
namespace siderum::reference {

/// What becomes of an object. Where several hold, the first of: no_points, too_few_points,
/// no_time_span, constant.
///
/// Constant means that YY (see lomb_scargle) is at most (4 epsilon)^2 times the weighted mean
/// square of the values, epsilon that of double: nothing is left but their rounding. With neither
/// floating mean nor centred data, YY is that mean square itself, so only zeros are constant.
/// @param time, value, error  (points); error may be null
ObjectStatus lomb_scargle_status(std::int64_t points, double const* time, double const* value,
                                 double const* error, LombScargleOptions const& options);

/// Lomb-Scargle power of one object at any frequencies, after Zechmeister & Kuerster 2009, A&A 496,
/// 577, with the half angle of Press & Rybicki 1989, ApJ 338, 277.
///
/// Weights w = error^-2 / sum error^-2, or 1 / points; y' = value less its weighted mean (floating
/// mean or centred data) or value itself (neither); x = 2 pi f (time - min time).
///
///     YY = sum w y'^2
///     C  = sum w cos x      S  = sum w sin x        (0 unless the mean floats)
///     YC = sum w y' cos x   YS = sum w y' sin x     C2 = sum w cos 2x   S2 = sum w sin 2x
///     a = S2 - 2 S C        b = C2 - (C^2 - S^2)    r = hypot(a, b)
///     cos 2 tau = b / r     sin 2 tau = a / r       (1 and 0 where r = 0)
///     CC = (1 + (C2 cos 2 tau + S2 sin 2 tau)) / 2 - (C turned by tau)^2
///     SS = (1 - (C2 cos 2 tau + S2 sin 2 tau)) / 2 - (S turned by tau)^2
///     p = (YC turned by tau)^2 / CC + (YS turned by tau)^2 / SS
///
/// A term whose CC or SS is below 10 points epsilon is dropped and p is kept within [0, YY], which
/// also gives f = 0 its value: 0 with a floating mean, else YC^2 / CC.
/// @param time, value, error  (points); error may be null
/// @param frequency  (frequencies) [1 / time unit]
/// @param power      (frequencies) output in the normalization of the options, NaN unless ok
void lomb_scargle(std::int64_t points, double const* time, double const* value, double const* error,
                  std::int64_t frequencies, long double const* frequency,
                  LombScargleOptions const& options, long double* power);

/// What the fit at one frequency gives; all NaN unless ok.
struct FittedPower {
  long double power;     ///< in the normalization of the options
  long double standard;  ///< in the standard one
  /// The larger of 1 / CC and 1 / SS among the terms that were not dropped: how much the division
  /// magnifies the rounding of the sums. 2 where the phases are evenly covered, 0 where both terms
  /// were dropped.
  long double condition;
};

/// The fits behind these powers.
/// @return  of each frequency
std::vector<FittedPower> lomb_scargle_fits(std::int64_t points, double const* time,
                                           double const* value, double const* error,
                                           std::vector<long double> const& frequency,
                                           LombScargleOptions const& options);

/// The power that a fit without residual would have (that of p = YY): 1 for the standard
/// normalization, infinity for model and log, YY sum(error^-2) / 2 for psd, YY points / 2 for raw.
/// NaN unless ok.
long double lomb_scargle_largest_power(std::int64_t points, double const* time, double const* value,
                                       double const* error, LombScargleOptions const& options);

/// value(t) = offset + amplitude cos(2 pi (f (t - min time) - phase)).
struct Sinusoid {
  long double amplitude;  ///< >= 0 [unit of the values]
  long double phase;      ///< [cycles], 0 <= phase < 1; 0 where the amplitude is 0
  long double offset;     ///< [unit of the values]: 0 with neither floating mean nor centred data
};

/// The least-squares sinusoid behind the power at one frequency; all NaN unless ok.
Sinusoid sinusoid(std::int64_t points, double const* time, double const* value, double const* error,
                  long double frequency, LombScargleOptions const& options);

/// The first index of the largest power; -1 where there is none. NaN never wins.
std::int64_t best_index(std::int64_t count, long double const* power);

}  // namespace siderum::reference
