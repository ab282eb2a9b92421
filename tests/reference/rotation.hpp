// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>

/// Rotation of harmonic coefficients for the tests to be held to: d^l in long double, from Wigner's
/// sum or from the textbook recurrence over l, without symmetries and without a way by pi / 2.
namespace siderum::reference {

/// d^l_{mn}(theta), by the sum over k of
///
///     (-1)^(m - n + k) sqrt((l+m)! (l-m)! (l+n)! (l-n)!) / ((l+n-k)! k! (m-n+k)! (l-m-k)!)
///         cos(theta/2)^(2 l + n - m - 2 k) sin(theta/2)^(m - n + 2 k)
///
/// Terms alternate: to l = 20 it is good to 1e-13, which its tests check by sum_n d_mn^2 = 1.
long double wigner_d(std::int64_t l, std::int64_t m, std::int64_t n, long double theta);

/// By the recurrence (wigner_functions in spin_transform.hpp), which loses little at any degree:
///
///     b_lm = sum_{n = -l}^{l} e^{-i m phi} d^l_{mn}(theta) e^{-i n psi} a_ln
///
/// of coefficients of a real map, at m (2 lmax + 1 - m) / 2 + l; imaginary parts of a_l0 are not
/// used.
/// @param rotated  output
void rotate(std::int64_t lmax, std::complex<double> const* a_lm, long double psi, long double theta,
            long double phi, std::complex<long double>* rotated);

}  // namespace siderum::reference
