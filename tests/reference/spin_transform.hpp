// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "reference/harmonic_transform.hpp"

/// Transforms of fields of spin s = 1, 2 for the tests to be held to: the sums as they are defined,
/// in long double, with the textbook recurrence of Wigner's d, without symmetries and Fourier
/// transforms.
///
///     Q + i U = - sum_{l >= s, m} (E_lm + i B_lm) sY_lm
namespace siderum::reference {

/// sqrt((2 l + 1) / (4 pi)) d^l_{m,n}(theta), m >= 0, l = m .. lmax, by the recurrence over l; 0
/// for l < |n|.
/// @param values  (lmax - m + 1) output
void wigner_functions(std::int64_t lmax, std::int64_t m, std::int64_t n, long double theta,
                      long double* values);

/// lam^s_lm = (-1)^s sqrt((2 l + 1) / (4 pi)) d^l_{m,-s}(theta), l = m .. lmax, and that of -s;
/// 0 for l < s.
/// @param plus, minus  (lmax - m + 1) output
void spin_functions(int spin, std::int64_t lmax, std::int64_t m, long double theta,
                    long double* plus, long double* minus);

/// Q_m and U_m at one theta and, for tolerances, sqrt(sum_l (lam^s)^2 + (lam^{-s})^2).
struct SpinSum {
  std::complex<long double> q;
  std::complex<long double> u;
  long double norm;
};
/// @param e, b  (lmax - m + 1) of this m
SpinSum spin_sum(int spin, std::int64_t lmax, std::int64_t m, long double theta,
                 std::complex<double> const* e, std::complex<double> const* b);

/// Q and U of E and B. The imaginary parts of E_l0 and B_l0 are not used.
void spin_synthesis(int spin, std::int64_t lmax, std::int64_t mmax, std::complex<double> const* e,
                    std::complex<double> const* b, Rings const& rings, long double* q,
                    long double* u);

/// Its transpose, of weight times the maps; e_l0 and b_l0 come out real.
/// @param weight  (rings) of each pixel of a ring; null: all 1
void spin_adjoint_synthesis(int spin, std::int64_t lmax, std::int64_t mmax, Rings const& rings,
                            double const* q, double const* u, double const* weight,
                            std::complex<long double>* e, std::complex<long double>* b);

}  // namespace siderum::reference
