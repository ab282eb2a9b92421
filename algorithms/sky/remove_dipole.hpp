// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include <siderum/core/ring_grid.hpp>

namespace siderum {

enum class RemovedPart { monopole, monopole_and_dipole };

/// What was taken away, in the unit of the map.
struct SkyDipole {
  double monopole = 0.0;
  std::array<double, 3> dipole{};  ///< along x, y, z; 0 where the monopole alone was fitted
  std::int64_t pixels = 0;         ///< that were used
};

/// Fits a constant, and a dipole, to the pixels of a map by least squares,
///
///     min sum_p w_p (map_p - c - d . n_p)^2,
///
/// and takes them away from all pixels that are seen. w_p is the area that the pixel stands for:
/// the weight of its ring where there is one, else sin(theta) / nphi; 0 where the pixel is left
/// out. n_p is the direction of its centre.
///
/// Left out of the fit, and left as they are: pixels that are unseen (-1.6375e30, to 1e-5, or NaN).
/// Left out of the fit alone: pixels of mask 0.
///
/// @param map   (grid.pixels()) changed in place
/// @param mask  (grid.pixels()) or empty: 0 leaves a pixel out, other numbers count as 1
/// Throws Error for another number of pixels, and where the pixels that are left do not tell the
/// parts apart (fewer than 1 or 4, or all on one circle) or one of them is infinite. Cost
/// O(pixels), by all threads of the host, whose number changes no bit.
SkyDipole remove_dipole(RingGrid const& grid, std::span<double> map,
                        std::span<double const> mask = {},
                        RemovedPart part = RemovedPart::monopole_and_dipole);

}  // namespace siderum
