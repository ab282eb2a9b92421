// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <siderum/io/files/output_file.hpp>
#include <siderum/io/tables/table.hpp>

namespace siderum::io {

/// Writes a header and one line per row, separated by commas, numbers in the shortest form that
/// reads back the same. Text that would be misread (commas, quotes, #, blanks at an end, nothing)
/// is quoted. All threads make lines, which are written in their order.
void write_csv(Table const& table, OutputFile& file);

/// See read_table.
Table read_text_table(std::string const& path, std::string_view text);

}  // namespace siderum::io
