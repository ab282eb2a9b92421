// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/io/files/output_file.hpp>
#include <siderum/io/tables/table.hpp>

namespace siderum::io {

enum class TableFormat { csv, fits };

/// FITS for the endings .fits and .fit (case is ignored), CSV for all others and standard output.
TableFormat table_format(std::string const& path);

/// Writes the table in the format of file.path(). The caller commits.
void write_table(Table const& table, OutputFile& file);

/// Opens, writes and commits in one go.
void write_table(Table const& table, std::string const& path);

/// Reads text or FITS (by content) with all its columns. Columns of text are those with a field
/// that is no number; columns of integers those with nothing but integers. A text file without a
/// header, in a row or a comment (see find_header), has columns named column_1, column_2, ...
/// Throws Error with file and row for a row whose number of columns is not that of the first one,
/// and for a file without rows.
Table read_table(std::string const& path);

}  // namespace siderum::io
