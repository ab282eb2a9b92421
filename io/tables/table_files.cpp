// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/table_files.hpp>

#include <siderum/io/files/file_format.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/tables/fits_table.hpp>
#include <siderum/io/tables/text_table.hpp>

namespace siderum::io {

TableFormat table_format(std::string const& path) {
  return has_fits_ending(path) ? TableFormat::fits : TableFormat::csv;
}

void write_table(Table const& table, OutputFile& file) {
  if (table_format(file.path()) == TableFormat::fits) {
    write_fits(table, file);
  } else {
    write_csv(table, file);
  }
}

void write_table(Table const& table, std::string const& path) {
  OutputFile file(path);
  write_table(table, file);
  file.commit();
}

Table read_table(std::string const& path) {
  InputFile input(path);
  return detect_format(path, input.window()) == FileFormat::fits
             ? read_fits_table(FitsTable(input))
             : read_text_table(path, input.bytes());
}

}  // namespace siderum::io
