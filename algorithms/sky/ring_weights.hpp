// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <siderum/core/ring_grid.hpp>

/// Weights of HEALPix rings that integrate better than equal ones.
namespace siderum {

/// Factors v_r = 1 + d_r of the rings' equal weights 4 pi / npix with which polynomials in
/// cos(theta) of degree L = 2 floor(7 nside / 4), 3.5 nside, are integrated exactly,
///
///     sum_r nphi_r v_r P_l(cos theta_r) = npix delta_l0,   l = 0 .. L,
///
/// of all such factors those of least sum_r nphi_r d_r^2. They are the same on north and south, so
/// that odd l hold by themselves: L / 2 + 1 equations for 2 nside factors, solved by conjugate
/// gradients of the normal equations (condition 2 to 3; 14 at nside 4). Nothing is downloaded.
///
/// @param nside  1 .. 8192
/// @returns one factor for each of the 4 nside - 1 rings from the north; error some 1e-15
/// Throws Error for another nside. Cost: some 45 sums over 2 nside rings and 3.5 nside degrees,
/// spread over the threads of the default host space: 0.1 s on one core at nside 2048, 1 s at 8192.
/// Kokkos is initialised.
std::vector<double> ring_weights(std::int64_t nside);

/// Where they are kept: $XDG_CACHE_HOME/siderum/ring_weights, or the same below ~/.cache. Empty
/// where there is no home directory.
std::filesystem::path ring_weights_folder();

/// ring_weights(nside), read from the folder's file for this nside and degree where there is one,
/// else computed and written there. A file that holds anything else counts as none; one that cannot
/// be written is left out, as is an empty folder. The files are text: the factors of the rings from
/// the pole to the equator, one in a line.
std::vector<double> cached_ring_weights(
    std::int64_t nside, std::filesystem::path const& folder = ring_weights_folder());

/// The HEALPix grid whose analysis uses cached_ring_weights(nside).
RingGrid healpix_grid_with_ring_weights(
    std::int64_t nside, std::filesystem::path const& folder = ring_weights_folder());

}  // namespace siderum
