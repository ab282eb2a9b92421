// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include <siderum/core/euler_angles.hpp>

/// What a rotation needs of its degrees and angles: O(lmax) numbers, made in long double.
namespace siderum::portable::rotation {

/// W(n) = (n - 1)!! / n!!, n = 0 .. 2 lmax.
std::vector<double> double_factorial_ratios(std::int64_t lmax);

/// sqrt(n!) = mantissa 2^exponent, n = 0 .. 2 lmax, 1 <= mantissa < 2.
struct RootFactorials {
  std::vector<double> mantissa;
  std::vector<std::int64_t> exponent;
};
RootFactorials root_factorials(std::int64_t lmax);

/// e^{-i m angle}, m = 0 .. lmax.
std::vector<std::complex<double>> phases(std::int64_t lmax, long double angle);

/// d(theta) = z(phi) d(theta) z(psi) = z(turn[2]) D z(turn[1]) D z(turn[0]), where z multiplies by
/// e^{-i m turn} and D = d(pi / 2): about x by pi / 2 is about y between two quarter turns about z,
/// about y by theta is about z between two quarter turns about x, and D^T is D between two half
/// turns about z.
struct Turns {
  std::vector<std::complex<double>> of[3];
};
Turns turns(std::int64_t lmax, EulerAngles const& angles);

/// x_m <- x_m z_m, m = 0 .. count - 1. (One function that is never inlined: which product of a
/// complex one is rounded is the compiler's choice, so that rows turned together would have other
/// bits than each alone.)
void turn(std::vector<std::complex<double>> const& z, std::int64_t count, std::complex<double>* x);

}  // namespace siderum::portable::rotation
