// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include <siderum/core/harmonic_range.hpp>

namespace siderum {

/// Coefficients of a random Gaussian map with a given angular power spectrum: independent, of mean
/// 0, and
///
///     a_l0 = sqrt(C_l) x,   a_lm = sqrt(C_l / 2) (x + i y),   m > 0,
///
/// with x and y standard normal numbers (Box and Muller 1958), so that <|a_lm|^2> = C_l.
///
/// a_lm is a function of (seed, l, m) and C_l: the same for every lmax, mmax and device, so that
/// maps of one seed are one sky at any resolution; the same on every machine, up to the rounding of
/// the C library's functions.
///
/// @param spectrum  (lmax + 1 or more) C_l, finite, >= 0
/// Throws Error for a spectrum that is too short or holds another number. Cost O(lmax mmax),
/// serial: some 60 ns for each coefficient.
std::vector<std::complex<double>> random_coefficients(std::span<double const> spectrum,
                                                      HarmonicRange range, std::uint64_t seed);

}  // namespace siderum
