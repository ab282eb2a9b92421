// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <span>
#include <vector>

#include <siderum/core/harmonic_field.hpp>
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
/// Throws Error for a spectrum that is too short or holds another number. Cost O(lmax mmax): some
/// 60 ns for each coefficient, dealt to all threads (core/worker_threads.hpp), with the same
/// numbers for any of them.
std::vector<std::complex<double>> random_coefficients(HarmonicRange range,
                                                      std::span<double const> spectrum,
                                                      std::uint64_t seed);

/// Coefficients of a random Gaussian field whose components are correlated, as T and E of the
/// microwave background are. With the symmetric matrix C_l of the spectra between components and
/// its Cholesky factor, L_l L_l^T = C_l,
///
///     a_lm^i = sum_{j <= i} (L_l)_ij a_lm^(j),
///
/// a^(j) independent coefficients of unit spectrum, so that <a_lm^i conj(a_lm^j)> = C_l^ij. T is
/// the map that the function above makes of the same seed and TT. Components of spin s are 0 below
/// l = s.
///
/// C_l may be singular; what leaves it by 1e-6 of the variances (spectra are printed with a few
/// digits) is taken as singular.
///
/// @param spectra  for each of spectra_of(field), (lmax + 1 or more): finite, those of a component
///                 with itself >= 0
/// Returns (components(field), range.count()). Throws Error for spectra that are too short, hold
/// another number or are those of no field (TE^2 > TT EE). Cost: components^2 times O(lmax mmax).
std::vector<std::complex<double>> random_coefficients(Field field, HarmonicRange range,
                                                      std::span<std::vector<double> const> spectra,
                                                      std::uint64_t seed);

/// The same of some orders, which cost their share; coefficients of others are 0.
/// @param orders  each in 0 .. mmax
std::vector<std::complex<double>> random_coefficients(Field field, HarmonicRange range,
                                                      std::span<std::vector<double> const> spectra,
                                                      std::uint64_t seed,
                                                      std::span<std::int64_t const> orders);

/// Throws Error as the functions above do. Cost O(lmax).
void check_spectra(Field field, HarmonicRange range, std::span<std::vector<double> const> spectra);

/// Coefficients of any number of correlated scalar maps, with spectra that need be those of no sky:
/// healpy's synalm. As above, but no component has a spin, and what is left of a variance that the
/// components before have used up, or exceed, counts as 0.
///
/// @param spectra  n (n + 1) / 2 of them by diagonals, C^11, C^22, .., C^12, C^23, ..: all of one
///                 length, lmax + 1 or more, finite
/// Returns (n, range.count()). Throws Error for another number of spectra, such that are too short
/// or hold another number. Cost: n^2 times O(lmax mmax), and O(lmax n^3).
std::vector<std::complex<double>> random_scalars(HarmonicRange range,
                                                 std::span<std::vector<double> const> spectra,
                                                 std::uint64_t seed);

}  // namespace siderum
