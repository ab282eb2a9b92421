// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include <siderum/core/light_curve_table.hpp>

namespace siderum::engine {

/// The values less the mean of their object, in FP64. A search that subtracts the weighted mean
/// itself finds the same with them, but single precision keeps what 1e6 + 0.1 sin(t) holds: values
/// are rounded after the large part has gone.
///
/// Objects whose values differ by no more than rounding become 0, so that they stay constant, and
/// those whose mean is no finite number are left as they are.
std::vector<double> centred_values(LightCurveTable const& curves);

}  // namespace siderum::engine
