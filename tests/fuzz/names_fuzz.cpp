// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/columns.hpp>
#include <siderum/io/tables/ecsv_units.hpp>
#include <siderum/io/tables/text_fields.hpp>
#include <siderum/io/tables/text_header.hpp>
#include <siderum/io/tables/units.hpp>

#include <siderum/io/sky/spectrum_names.hpp>

#include "fuzz_support.hpp"

// The first line is that of a user's words about columns, the others are names, units and comments
// of a file.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  using namespace siderum;
  std::string_view const text = fuzz::text_of(data, size);
  std::vector<std::string> lines = fuzz::lines_of(text);
  std::string const words = lines.front();
  lines.erase(lines.begin());
  for (std::string const& line : lines) {
    for (io::Quantity const quantity :
         {io::Quantity::right_ascension, io::Quantity::declination, io::Quantity::time}) {
      io::read_unit(line, quantity);
      fuzz::accepts([&] { io::column_scale("file", line, words, quantity); });
    }
    for (Field const field : {Field::scalar, Field::spin_one, Field::polarised}) {
      io::read_spectrum_name(line, field);
    }
    fuzz::accepts([&] { io::find_header(text, line); });
  }
  io::ecsv_units(text, lines);
  io::form_in_comments(text);
  fuzz::accepts([&] {
    io::TableColumns table;
    table.file = "file";
    table.header = lines;
    table.columns = static_cast<int>(lines.size());
    table.holds_number.assign(lines.size(), true);
    io::ColumnChoice(words, lines.empty() ? "" : lines.back()).resolve(table);
  });
  return 0;
}
