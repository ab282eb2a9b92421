// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/core/euler_angles.hpp>
#include <siderum/core/harmonic_range.hpp>

namespace siderum::detail {

struct RotationExtents {
  std::int64_t lmax;
  std::int64_t mmax;
  std::int64_t rows;
  std::int64_t coefficients;
};

/// Throws Error.
void validate_rotation(RotationExtents const& from, RotationExtents const& to, DegreeRange degrees,
                       EulerAngles const& angles);

/// Throws Error where coefficients of this range cannot be turned by these angles.
void validate_rotation(HarmonicRange range, EulerAngles const& angles);

}  // namespace siderum::detail
