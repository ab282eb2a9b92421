// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Period finders that count points in bins of phase, by brute force. Bin b of B holds the phases
/// f (t - min t) modulo 1 with b / B <= phase < (b + 1) / B.
namespace siderum::reference {

/// Phase dispersion minimisation (Stellingwerf 1978, ApJ 224, 953), as 1 - theta:
///
///     theta = (sum of (y - mean of its bin)^2 / (n - bins that hold points))
///             / (sum of (y - mean)^2 / (n - 1))
///
/// 0 where every bin holds one point at most: theta is not defined.
/// @param time, value  (points)
/// @param frequency    (frequencies) [1 / time unit]
/// @param power        (frequencies) output
void phase_dispersion(std::int64_t points, double const* time, double const* value,
                      std::int64_t frequencies, long double const* frequency,
                      std::int64_t phase_bins, long double* power);

/// Conditional entropy (Graham et al. 2013, MNRAS 434, 2629), as -H:
///
///     H = sum over bins of p(m, phi) ln(p(phi) / p(m, phi))
///
/// with p the share of the points in a bin of value and phase, or of phase. Value bin c of C holds
/// c / C <= (y - min y) / (max y - min y) < (c + 1) / C, the last one the largest value too.
void conditional_entropy(std::int64_t points, double const* time, double const* value,
                         std::int64_t frequencies, long double const* frequency,
                         std::int64_t phase_bins, std::int64_t value_bins, long double* power);

}  // namespace siderum::reference
