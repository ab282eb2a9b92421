// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>

namespace siderum::detail {

/// Whether a pixel holds no value: NaN, or HEALPix's UNSEEN, which is rounded where it went through
/// single precision.
inline bool is_unseen(double value) {
  constexpr double unseen = -1.6375e30;
  return std::isnan(value) || std::fabs(value - unseen) <= 1e-5 * -unseen;
}

}  // namespace siderum::detail
