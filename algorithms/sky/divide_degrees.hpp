// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/core/harmonic_range.hpp>

namespace siderum {

/// Neighbouring degrees for each of several processes or devices, which rotate_coefficients turns
/// by themselves: from 0 to lmax in all, in this order, some empty where there are few. All take as
/// long, but for one degree, since the rotation of one costs as its square. Cost O(lmax).
std::vector<DegreeRange> divide_degrees(std::int64_t lmax, int parts);

}  // namespace siderum
