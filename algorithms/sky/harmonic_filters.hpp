// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include <siderum/core/harmonic_range.hpp>

/// Filters that act on all orders of a degree alike: beams, pixel windows, smoothing.
namespace siderum {

/// The window of a Gaussian beam for fields of spin s (Challinor et al. 2000, Phys. Rev. D 62,
/// 123002),
///
///     b_l = exp(-(l (l + 1) - s^2) sigma^2 / 2),   sigma = fwhm / sqrt(8 ln 2)
///
/// l = 0 .. lmax; for l < s, where such a field has no coefficients, 0.
///
/// @param fwhm  full width at half of the maximum [rad], finite, >= 0; 0 gives ones
/// @param spin  0: temperature; 1: a vector; 2: E and B
/// Throws Error.
std::vector<double> gaussian_beam(std::int64_t lmax, double fwhm, int spin = 0);

/// almxfl: each a_lm of one map is multiplied by factor[l].
///
/// @param a_lm    (range.count())
/// @param factor  (lmax + 1 or more)
/// Throws Error where there are fewer. Cost O(lmax mmax), in host memory.
void scale_degrees(HarmonicRange range, std::span<std::complex<double>> a_lm,
                   std::span<double const> factor);

}  // namespace siderum
