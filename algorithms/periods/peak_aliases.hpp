// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace siderum {

/// What a peak is to a stronger one.
enum class PeakRelation : std::uint8_t {
  independent,
  day,           ///< |f +- n per day|, of observations once a day
  sidereal_day,  ///< |f +- n per sidereal day|
  harmonic,      ///< m f
  subharmonic,   ///< f / m
};

struct PeakAlias {
  PeakRelation relation = PeakRelation::independent;
  int stronger = -1;  ///< the rank of the peak that it belongs to; -1: independent
  int multiple = 0;   ///< n (negative where it is subtracted) or m
};

struct AliasOptions {
  double tolerance = 0.0;  ///< [1 / time unit] > 0: the width of a peak, 1 / baseline
  double day = 1.0;        ///< [time unit] > 0
  int most_days = 2;       ///< largest n, >= 0
  int most_harmonics = 4;  ///< largest m, >= 1
};

/// Marks those of the peaks of one object that a stronger one explains: the nearest relation within
/// the tolerance, to the strongest peak that is itself independent.
///
/// @param frequency  strongest first [1 / time unit]; NaN is independent
/// Where the baseline is below a year, days and sidereal days cannot be told apart, and the nearer
/// of the two is given. Throws Error for options that are out of range.
std::vector<PeakAlias> mark_aliases(std::vector<double> const& frequency,
                                    AliasOptions const& options);

}  // namespace siderum
