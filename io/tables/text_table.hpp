// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/io/files/output_file.hpp>
#include <siderum/io/tables/table.hpp>

namespace siderum::io {

/// Writes a header and one line per row, separated by commas, numbers in the shortest form that
/// reads back the same. Text that would be misread (commas, quotes, #, blanks at an end, nothing)
/// is quoted. All threads make lines, which are written in their order.
void write_csv(Table const& table, OutputFile& file);

/// See read_table.
/// @param rows  given the line of the file, from 1, in which each row of the table stands; or null
Table read_text_table(std::string const& path, std::string_view text,
                      std::vector<std::int64_t>* rows = nullptr);

}  // namespace siderum::io
