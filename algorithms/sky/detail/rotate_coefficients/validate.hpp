// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/core/euler_angles.hpp>

namespace siderum::detail {

struct RotationExtents {
  std::int64_t lmax;
  std::int64_t mmax;
  std::int64_t rows;
  std::int64_t coefficients;
};

/// Throws Error.
void validate_rotation(RotationExtents const& from, RotationExtents const& to,
                       EulerAngles const& angles);

}  // namespace siderum::detail
