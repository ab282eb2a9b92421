// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <siderum/io/periods/light_curve_builder.hpp>
#include <siderum/io/periods/read_light_curves.hpp>
#include <siderum/io/tables/columns.hpp>
#include <siderum/io/tables/file_notes.hpp>
#include <siderum/io/tables/row.hpp>

namespace siderum::io {

/// Takes the rows of all files of a batch, whatever their format: checks them, drops or refuses bad
/// ones, and gathers the points by object.
class RowCollector {
 public:
  RowCollector(InvalidRows invalid, NumberRange numbers, ReadReport& report)
      : invalid_(invalid), numbers_(numbers), report_(report) {}

  /// `columns` is the number of columns of the file, `rows` about how many rows will come. Throws
  /// Error where the file before had errors and this one has none, or the other way round.
  void start_file(std::string const& path, ColumnLayout const& layout, int columns,
                  std::int64_t rows);

  /// A row whose fields could be read; its numbers are checked here.
  void accept(Row const& row, std::int64_t row_number) {
    RowFault fault = check_numbers(row);
    if (fault.kind == RowFaultKind::none && numbers_ == NumberRange::floats) {
      fault = check_floats(row);
    }
    if (fault.kind != RowFaultKind::none) {
      refuse(fault, row_number, row.band);
      return;
    }
    ++report_.rows;
    builder_.add(has_ids_ ? row.id : std::string_view(object_name_), row);
  }

  /// A row that cannot be used: Error, or counted, also for its band as far as that is known.
  void refuse(RowFault const& fault, std::int64_t row_number, std::string_view band = {});

  /// What the times of the file at hand are in.
  /// @param is_date  by their name they are Julian dates, which are in days
  void take_time_unit(TimeUnit unit, bool is_date);

  /// Tells about the file at hand.
  void note(std::string_view text) { file_notes_.add(file_, text); }

  /// Throws Error where an object has magnitudes in one file and fluxes in another, or dates that
  /// are counted from elsewhere.
  void end_file();

  /// Throws Error where no row is left, of all or of a band, or a guess about columns was clearly
  /// wrong.
  LightCurveTable finish() &&;

 private:
  /// A band that dropped rows named.
  struct DroppedBand {
    std::string name;
    std::int64_t rows;
    std::string first;  // of them, and what is wrong with it
  };

  void check_errors(std::string const& file, ColumnLayout const& layout) const;
  void check_kinds() const;
  void check_bands() const;
  void check_guess() const;
  void add_notes();
  void add_unit_note();
  void add_band_notes();

  InvalidRows invalid_;
  NumberRange numbers_;
  ReadReport& report_;
  LightCurveBuilder builder_;

  std::string file_;
  std::vector<std::string> file_names_;  ///< of all files so far
  std::string object_name_;
  ColumnLayout layout_;
  bool has_ids_ = false;

  std::vector<DroppedBand> dropped_bands_;
  std::int64_t files_ = 0;
  std::string band_column_;  ///< of the first file with bands, asked for or not
  std::string first_banded_;
  std::int64_t banded_files_ = 0;
  std::int64_t scattered_files_ = 0;
  std::string first_scattered_;
  std::string first_with_unit_;     ///< of the times
  std::string first_without_unit_;  ///< whose times may be in any
  std::int64_t files_without_unit_ = 0;
  std::string merged_;   ///< sentence about an object with points from several files without ids
  std::string unnamed_;  ///< sentence about a header that names no id
  std::unordered_map<std::string, std::string> file_of_object_;  ///< of files without ids
  ColumnLayout guess_;  ///< of the first file in which a column was guessed to be the id
  std::string guessed_file_;
  std::int64_t guessed_files_ = 0;  ///< how many such files there are
  FileNotes file_notes_;
  bool all_guessed_ = true;
  bool all_three_columns_ = true;
};

}  // namespace siderum::io
