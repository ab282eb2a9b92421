// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <span>
#include <vector>

#include <siderum/core/harmonic_range.hpp>

namespace siderum {

/// The angular power spectrum of one map, or the cross spectrum of two,
///
///     C_l = (a_l0 b_l0 + 2 sum_{m = 1}^{min(l, mmax)} Re(a_lm conj(b_lm))) / (2 l + 1)
///
/// l = 0 .. lmax, in the squared unit of the maps; the imaginary parts of a_l0 are not used. Orders
/// above mmax count as 0. In host memory; the sums of a degree run over the orders in turn.
///
/// @param a  (range.count()) coefficients of a real map, at range.index(l, m)
/// @param b  of the other map, or a again
/// Throws Error where a or b has another number of coefficients. Cost O(lmax mmax).
std::vector<double> power_spectrum(HarmonicRange range, std::span<std::complex<double> const> a,
                                   std::span<std::complex<double> const> b);

/// Of one map with itself.
inline std::vector<double> power_spectrum(HarmonicRange range,
                                          std::span<std::complex<double> const> a) {
  return power_spectrum(range, a, a);
}

}  // namespace siderum
