// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>

/// Spherical harmonic transforms for the tests to be held to: the sums as they are defined, in long
/// double, with the textbook recurrence of one step, without symmetries and Fourier transforms.
///
/// Coefficients a_lm, m >= 0, lie at m (2 lmax + 1 - m) / 2 + l. The exponent range of long double
/// (2^-16382) takes the place of scaling: P_mm underflows only where no P_lm of that m reaches
/// 2^-60 below l = 10,000.
namespace siderum::reference {

/// Rings of equal latitude: pixel j of ring r has the colatitude theta[r] and the longitude
/// phi0[r] + 2 pi j / nphi[r], and lies in the map at first[r] + j stride[r].
struct Rings {
  std::int64_t rings;
  double const* theta;         ///< (rings) [rad]
  std::int64_t const* nphi;    ///< (rings)
  double const* phi0;          ///< (rings) [rad]
  std::int64_t const* first;   ///< (rings)
  std::int64_t const* stride;  ///< (rings); null: 1
};

/// P_lm(theta), l = m .. lmax: orthonormal, with the phase (-1)^m of Condon and Shortley.
/// @param values  (lmax - m + 1) output
void legendre_functions(std::int64_t lmax, std::int64_t m, long double theta, long double* values);

/// F_m(theta) = sum_l a_lm P_lm(theta) and, for tolerances, sqrt(sum_l P_lm^2).
struct LegendreSum {
  std::complex<long double> sum;
  long double norm;
};
/// @param a_lm  (lmax - m + 1) of this m
LegendreSum legendre_sum(std::int64_t lmax, std::int64_t m, double theta,
                         std::complex<double> const* a_lm);

/// map = sum over l and m = -mmax .. mmax of a_lm Y_lm, of a real map. The imaginary parts of a_l0
/// are not used.
/// @param map  output, written at the pixels of the rings
void synthesis(std::int64_t lmax, std::int64_t mmax, std::complex<double> const* a_lm,
               Rings const& rings, long double* map);

/// a_lm = sum over pixels of weight map conj(Y_lm); a_l0 comes out real.
/// @param weight  (rings) of each pixel of a ring; null: all 1
/// @param a_lm    output
void adjoint_synthesis(std::int64_t lmax, std::int64_t mmax, Rings const& rings, double const* map,
                       double const* weight, std::complex<long double>* a_lm);

}  // namespace siderum::reference
