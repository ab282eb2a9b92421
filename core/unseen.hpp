// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

/// Pixels of a map without a value: NaN in memory, HEALPix's number in files.
namespace siderum {

/// HEALPix's UNSEEN.
inline constexpr double unseen_pixel = -1.6375e30;

/// Whether a pixel holds no value: NaN, or UNSEEN, which is rounded where it went through single
/// precision.
inline bool is_unseen(double value) {
  return !(std::fabs(value - unseen_pixel) > 1e-5 * -unseen_pixel);  // so that NaN is one
}

}  // namespace siderum
