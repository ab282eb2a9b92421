// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <siderum/core/healpix_pixels.hpp>

namespace siderum {

struct ChangeResolutionOptions {
  PixelOrder from = PixelOrder::ring;
  PixelOrder to = PixelOrder::ring;
  /// The result is multiplied by (nside of the result / nside of the map)^power: -2 keeps the sum
  /// of all pixels (counts), 0 their mean (brightness).
  double power = 0.0;
  /// Unseen pixels (-1.6375e30, to 1e-5, or NaN) are left out of the mean of a larger one; if more
  /// than this share of it is unseen, it is unseen (NaN). 0 .. 1; 0: one unseen is enough.
  double most_unseen = 1.0;
};

/// A HEALPix map of another resolution (ud_grade): the mean of the seen pixels in a larger one, the
/// value of the larger one in smaller ones. A larger pixel none of whose pixels is seen is NaN.
///
/// @param map    12 nside^2 pixels
/// @param nside  of the result, 1 .. 8192, a power of two, as is that of the map; equal: the order
///               alone may change
/// Throws Error for other sizes, options out of range, pixels that are infinite or whose sums are,
/// and those that the power makes too small for numbers. Cost O(larger number of pixels), by all
/// threads (worker_threads.hpp); a result does not depend on how many there are.
std::vector<double> change_resolution(std::span<double const> map, std::int64_t nside,
                                      ChangeResolutionOptions const& options = {});

/// The same into the caller's 12 nside^2 pixels, none of which the map may share.
void change_resolution(std::span<double const> map, std::span<double> result,
                       ChangeResolutionOptions const& options = {});

}  // namespace siderum
