// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace siderum::io {

/// The units that the comments of astropy's ECSV give to columns, "" where there is none; nothing
/// where the comments are not of that format.
/// @param comments  the lines before the header
/// @param names     of the columns
std::vector<std::string> ecsv_units(std::string_view comments,
                                    std::vector<std::string> const& names);

}  // namespace siderum::io
