// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

namespace siderum::portable {

/// The bump by which points of any place are spread over the cells of a regular grid before a
/// Fourier transform, after Barnett, Magland & af Klinteberg 2019, SIAM J. Sci. Comput. 41, C479:
///
///     phi(z) = exp(beta (sqrt(1 - z^2) - 1)),  |z| <= 1,  z = 2 (distance in cells) / width
///
/// A sum over n points then has an error of at most tolerance x sum |strength|.
///
/// A bump is smaller at the edge of the modes than in their middle, the more so the wider it is and
/// the finer the grid is not: there roundings of the spread numbers grow as much.
struct SpreadKernel {
  int width;             ///< cells that one point reaches, 2 .. 16
  int upsampling_parts;  ///< upsampling in quarters: cells per mode are upsampling_parts / 4
  double beta;
};

/// The largest width there is: loops over the cells of a point have a fixed length.
inline constexpr int widest_spread = 16;

/// The narrowest kernel that reaches the tolerance, by the least upsampling that such a one needs:
/// 5/4, 3/2 or 2. The tolerance lies within 1e-14 .. 1.
/// @param epsilon  of the numbers that are spread and transformed
SpreadKernel choose_spread_kernel(double tolerance, double epsilon);

/// What spreading by a kernel needs, for modes -modes/2 .. modes/2 - 1 (modes divisible by 4).
///
/// The kernel's value in cell i of the width is a polynomial in s = 2 d - 1 with d (0 <= d < 1) the
/// distance from the left edge of the kernel to the first cell inside it.
struct SpreadTables {
  SpreadKernel kernel;
  int modes = 0;
  int cells = 0;                   ///< of the fine grid, modes * upsampling
  int degree = 0;                  ///< of the polynomials
  std::vector<double> polynomial;  ///< (degree + 1, widest_spread), highest power first
  std::vector<double>
      deconvolver;  ///< (modes) 1 / Fourier transform of the kernel at mode - modes/2
};

/// Computed once for each pair of arguments and kept as long as the process lives.
std::shared_ptr<SpreadTables const> spread_tables(double tolerance, double epsilon, int modes);

}  // namespace siderum::portable
