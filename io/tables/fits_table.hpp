// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/core/worker_threads.hpp>
#include <siderum/io/files/output_file.hpp>
#include <siderum/io/tables/table.hpp>

namespace siderum::io {

class FitsFile;
class FitsRows;
class InputFile;
struct FitsColumn;

/// The first table (binary or ASCII) of a FITS file.
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

  /// Are its integers unsigned ones of 64 bits, of which the larger half is no std::int64_t?
  bool is_unsigned_64(int column) const;

  /// Throws Error for a column of kind `other`.
  void require_cells(int column) const;

  /// How many rows it is good to read at a time.
  std::int64_t rows_at_a_time() const;

 private:
  friend class FitsTableRows;

  void require(int column, bool holds, std::string_view wanted) const;

  std::unique_ptr<FitsFile> file_;
  std::vector<std::string> names_;
  std::vector<std::string> units_;
  std::vector<FitsColumn> columns_;
  std::int64_t rows_ = 0;
};

/// Some rows of a table; each thread reads by one of its own.
class FitsTableRows {
 public:
  explicit FitsTableRows(FitsTable const& table);
  ~FitsTableRows();
  FitsTableRows(FitsTableRows&& other) noexcept;
  FitsTableRows& operator=(FitsTableRows&& other) = delete;

  /// Goes to rows begin .. end - 1, from 0.
  void take(std::int64_t begin, std::int64_t end);

  /// The cells of a column in these rows. Undefined numbers are NaN, undefined integers the lowest
  /// one; numbers read as text have their shortest form, whole ones all digits, undefined ones are
  /// "". Throws Error where the kind of the column does not allow it, or an integer is too large.
  void numbers(int column, NumberColumn& cells);
  void integers(int column, IntegerColumn& cells);
  void text(int column, TextColumn& cells);

 private:
  FitsTable const& table_;
  std::unique_ptr<FitsRows> rows_;
  IntegerColumn integers_;
  NumberColumn numbers_;
};

/// Reads a table by all threads: read(rows, part) fills the parts of several rows at once,
/// take(part, begin) follows in their order, where begin is the first row, from 0. As
/// for_each_in_order.
template <class MakePart, class Read, class Take>
void for_each_table_part(FitsTable const& table, MakePart const& make_part, Read const& read,
                         Take const& take) {
  struct Share {
    FitsTableRows rows;
    decltype(make_part()) part;
    std::int64_t begin = 0;
  };
  std::int64_t const step = table.rows_at_a_time();
  std::int64_t next = 0;
  for_each_in_order((table.rows() + step - 1) / step,
                    [&] {
                      return Share{FitsTableRows(table), make_part()};
                    },
                    [&](Share& share) {
                      share.begin = next;
                      next = std::min(table.rows(), next + step);
                      share.rows.take(share.begin, next);
                      return share.begin < next;
                    },
                    [&](Share& share) { read(share.rows, share.part); },
                    [&](Share& share) { take(share.part, share.begin); });
}

/// All columns; those of other kinds are refused. Unsigned integers of 64 bits become numbers.
Table read_fits_table(FitsTable const& file);

/// Writes a FITS file with the table as its first extension (binary) and its facts as keywords of
/// that header. The caller commits.
void write_fits(Table const& table, OutputFile& output);

}  // namespace siderum::io
