// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fitsio.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/io/files/fits_header.hpp>
#include <siderum/io/files/input_file.hpp>

/// What the readers of FITS files share; only they and the writers include CFITSIO.
namespace siderum::io {

/// CFITSIO's words for a status, whose stack of messages is emptied.
std::string fits_status_text(int status);

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

  /// Throws Error, with the file's name and CFITSIO's own words, where the status is not 0.
  void check(int status) const;

  std::int64_t rows() const;
  int columns() const;

  /// A keyword of the table at hand, as FitsHeader has them.
  std::optional<std::string> text_key(std::string const& keyword) const {
    return header_->text(keyword);
  }
  std::optional<std::int64_t> integer_key(std::string const& keyword) const {
    return header_->integer(keyword);
  }

 private:
  struct Free {
    void operator()(char* memory) const { std::free(memory); }
  };

  void unpack();
  void open();
  void check_header(std::int64_t place);
  std::string_view bytes_at(std::int64_t place);

  InputFile& input_;
  std::unique_ptr<char, Free> unpacked_;
  std::optional<std::string_view> memory_;  ///< what CFITSIO reads, where it is no file
  void* memory_start_ = nullptr;            ///< in the form that CFITSIO takes
  std::size_t memory_size_ = 0;
  std::string block_;
  std::int64_t size_ = 0;
  std::int64_t number_ = 0;  ///< of the HDU at hand, from 1
  std::optional<FitsHeader> header_;
  fitsfile* handle_ = nullptr;
};

}  // namespace siderum::io
