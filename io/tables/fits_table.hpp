// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/io/files/output_file.hpp>
#include <siderum/io/tables/table.hpp>

namespace siderum::io {

class FitsFile;
class InputFile;

/// The first table (binary or ASCII) of a FITS file, read by CFITSIO column by column.
///
/// Errors of CFITSIO become Error with the file's name and CFITSIO's own words.
class FitsTable {
 public:
  enum class Kind { text, integer, number, other };

  explicit FitsTable(InputFile& input);
  ~FitsTable();
  FitsTable(FitsTable const&) = delete;
  FitsTable& operator=(FitsTable const&) = delete;

  std::vector<std::string> const& names() const { return names_; }
  std::vector<std::string> const& units() const { return units_; }  ///< TUNIT; "": none
  std::string const& name() const;                                  ///< of the file, for sentences
  int columns() const { return static_cast<int>(names_.size()); }
  std::int64_t rows() const { return rows_; }

  /// A keyword of the table without the blanks around it; none where it is not there.
  std::optional<std::string> text_key(std::string const& keyword) const;

  /// `column` is a place in names(). A column of vectors, bits or complex numbers is `other`.
  Kind kind(int column) const;

  /// Rows first .. first + count - 1 of a column, from 0. Undefined numbers are NaN, undefined
  /// integers the lowest one; numbers read as text have their shortest form, undefined ones are "".
  /// Throws Error where the kind of the column does not allow it.
  NumberColumn numbers(int column, std::int64_t first, std::int64_t count) const;
  IntegerColumn integers(int column, std::int64_t first, std::int64_t count) const;
  TextColumn text(int column, std::int64_t first, std::int64_t count) const;

 private:
  void require(int column, bool holds, std::string_view wanted) const;
  TextColumn strings(int column, std::int64_t first, std::int64_t count) const;

  std::unique_ptr<FitsFile> file_;
  std::vector<std::string> names_;
  std::vector<std::string> units_;
  std::int64_t rows_ = 0;
};

/// All columns; those of other kinds are refused.
Table read_fits_table(FitsTable const& file);

/// Writes a FITS file with the table as its first extension (binary) and its facts as keywords of
/// that header. The caller commits.
void write_fits(Table const& table, OutputFile& output);

}  // namespace siderum::io
