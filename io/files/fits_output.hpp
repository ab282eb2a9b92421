// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fitsio.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <siderum/io/files/output_file.hpp>

namespace siderum::io {

/// A FITS file of tables that is written from its first byte to its last, so that it can go
/// anywhere, standard output included. CFITSIO makes the headers, in memory; rows go from where
/// they are to the file by all threads.
class FitsOutput {
 public:
  explicit FitsOutput(OutputFile& file);
  ~FitsOutput();
  FitsOutput(FitsOutput const&) = delete;
  FitsOutput& operator=(FitsOutput const&) = delete;

  /// Begins a table, to which all that follows belongs, up to its rows.
  /// @param forms  of the columns, as TFORM has them
  /// @param units  one for each column, or none at all
  /// @param name   of the extension; empty: none
  /// Throws Error, as key() of a text does, where one of them fits no card (check_card_text).
  void create_table(std::vector<std::string> names, std::vector<std::string> forms,
                    std::vector<std::string> units = {}, std::string const& name = {});

  void key(std::string const& keyword, std::string value, std::string const& comment);
  void key(std::string const& keyword, std::int64_t value, std::string const& comment);
  /// With 15 significant digits at most.
  void key(std::string const& keyword, double value, std::string const& comment);
  void comment(std::string const& text);

  /// Ends the table with its rows: their cells, one column behind the other, the highest bytes of
  /// numbers first. Throws Error where any of the calls above failed, and as OutputFile.
  void write_rows(std::int64_t rows, OutputFile::MakeRows const& make);

 private:
  std::string take_header(std::int64_t rows);

  OutputFile& file_;
  int status_ = 0;  ///< with any other one CFITSIO does nothing
  fitsfile* handle_ = nullptr;
  void* headers_ = nullptr;  ///< those of all tables
  std::size_t size_ = 0;
  std::size_t written_ = 0;  ///< of the headers
};

}  // namespace siderum::io
