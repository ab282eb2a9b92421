// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

namespace siderum::io {

/// The columns of tables of a_lm, where INDEX = l^2 + l + m + 1.
inline constexpr std::array coefficient_columns{"INDEX", "REAL", "IMAG"};

}  // namespace siderum::io
