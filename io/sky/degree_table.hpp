// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/io/tables/file_notes.hpp>
#include <siderum/io/tables/fits_table.hpp>
#include <siderum/io/tables/table.hpp>

/// Tables with a row for each degree l: what the readers of spectra and of windows share.
namespace siderum::io {

/// A table, and where its rows stand.
struct DegreeTable {
  std::string name;  ///< of the file, for sentences
  Table table;
  std::vector<std::int64_t> lines = {};  ///< of a text, from 1; none: a FITS file

  /// A cell of a text with nothing in it, which the table has as NaN.
  struct EmptyCell {
    std::size_t column;
    std::size_t row;
    bool operator==(EmptyCell const&) const = default;
  };
  std::vector<EmptyCell> empty = {};  ///< the first NaN of each column, where it is one

  /// "cl.csv, row 3": as readers of all tables count, a text from its first line on, whatever is
  /// there, and a FITS table from its first row.
  std::string row(std::size_t place) const;

  /// A number of a column for a sentence: "empty" where its cell is.
  std::string shown(std::size_t column, std::size_t place, double number) const;
};

/// The table of a text.
DegreeTable read_text_rows(std::string const& path, std::string_view text);

/// The table of a FITS file. Throws Error with the action where a column holds lists, as those of
/// maps do, or what is neither text nor numbers.
DegreeTable read_fits_rows(FitsTable const& file, std::string_view action);

/// The place of the first column whose plain_name is one of the names.
std::optional<std::size_t> find_column(Table const& table, std::span<std::string_view const> names);

/// Where the degrees are, if they are there: by name, else the first of several without names.
std::optional<std::size_t> degree_column(Table const& table);

/// l, ell or multipole.
bool is_degree_name(std::string_view column);

/// The names of the columns for a sentence, of many the first.
std::string column_list(Table const& table);

/// Has the table no header?
bool is_unnamed(Table const& table);

/// A table whose names have no degrees, so that the rows are those of l = 0, 1, ...: throws Error
/// where columns are not used, any of which may hold the degrees under another name.
void refuse_hidden_degrees(std::string const& file, Table const& table,
                           std::vector<std::string> const& unused);

/// Tells that the rows were taken so.
/// @param notes  or null
void tell_rows_are_degrees(std::string const& file, FileNotes* notes);

/// Tells what the columns of a table without a header were taken for.
/// @param notes  or null
void tell_positions(std::string const& file, std::string_view roles, FileNotes* notes);

/// The numbers of a column, whole ones too. Throws Error with the first row that holds none, the
/// reason and the action.
NumberColumn column_numbers(DegreeTable const& rows, std::size_t column, std::string_view reason,
                            std::string_view action);

}  // namespace siderum::io
