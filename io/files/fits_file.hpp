// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fitsio.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include <siderum/io/files/fits_header.hpp>
#include <siderum/io/files/input_file.hpp>

/// What the readers of FITS files share; only they and the writers include CFITSIO.
namespace siderum::io {

/// CFITSIO's words for a status, whose stack of messages is emptied.
std::string fits_status_text(int status);

/// A column of a table.
struct FitsColumn {
  int number = 0;           ///< from 1
  int type = 0;             ///< of its cells, as CFITSIO numbers types; scaled ones: when scaled
  std::int64_t repeat = 0;  ///< cells in a row; of text, letters
  std::int64_t width = 0;   ///< of text: the letters of a cell
  /// The letter of TFORM where the cells stand in the rows as they are: D, E, K, J, I, B or A. 0
  /// where something is to be done with them, or the table is unusual: CFITSIO reads them then.
  char form = 0;
  std::int64_t place = 0;      ///< in a row, of its bytes
  bool says_undefined = true;  ///< undefined cells are marked, and not NaN
};

/// A FITS file that is read, at one of its tables.
///
/// CFITSIO reads the very file that was opened, and each header after FitsHeader has checked it.
class FitsFile {
 public:
  /// A file, compressed by gzip or not, which outlives this object. Stands at the first table.
  /// Throws Error where it cannot be read or holds no table.
  explicit FitsFile(InputFile& input);
  ~FitsFile();
  FitsFile(FitsFile const&) = delete;
  FitsFile& operator=(FitsFile const&) = delete;

  fitsfile* handle() const { return handle_; }
  std::string const& name() const { return input_.name(); }  ///< for sentences

  /// Moves to the next table; false where there is none.
  bool next_table();

  /// Moves back to the one at which the file stood first.
  void first_table();

  /// Throws Error, with the file's name and CFITSIO's own words, where the status is not 0.
  void check(int status) const;

  std::int64_t rows() const;
  int columns() const;

  std::int64_t row_bytes() const { return row_bytes_; }

  /// A column, from 1.
  FitsColumn column(int number) const;

  /// A keyword of the table at hand, as FitsHeader has them.
  std::optional<std::string> text_key(std::string const& keyword) const {
    return header_->text(keyword);
  }
  std::optional<std::int64_t> integer_key(std::string const& keyword) const {
    return header_->integer(keyword);
  }

 private:
  friend class FitsRows;

  struct Free {
    void operator()(char* memory) const { std::free(memory); }
  };

  void unpack();
  void open();
  void check_header(std::int64_t place);
  std::string_view bytes_at(std::int64_t place);
  char form_of(FitsColumn const& column, int stored) const;
  char const* data_bytes(std::int64_t place, std::size_t count, char* buffer) const;
  void count_data(std::int64_t place, std::int64_t bytes) const;

  InputFile& input_;
  std::unique_ptr<char, Free> unpacked_;
  std::optional<std::string_view> memory_;  ///< what CFITSIO reads, where it is no file
  void* memory_start_ = nullptr;            ///< in the form that CFITSIO takes
  std::size_t memory_size_ = 0;
  std::string block_;
  std::int64_t size_ = 0;
  std::int64_t row_bytes_ = 0;
  std::int64_t number_ = 0;  ///< of the HDU at hand, from 1
  std::optional<FitsHeader> header_;
  std::int64_t first_number_ = 0;  ///< of the first table
  std::optional<FitsHeader> first_header_;
  mutable std::mutex mutex_;  ///< of CFITSIO, where several threads read
  fitsfile* handle_ = nullptr;
};

}  // namespace siderum::io
