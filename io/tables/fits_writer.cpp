// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstring>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <siderum/io/files/big_endian.hpp>
#include <siderum/io/files/fits_output.hpp>
#include <siderum/io/tables/fits_table.hpp>

namespace siderum::io {
namespace {

std::size_t width_of(TextColumn const& column) {
  std::size_t width = 1;
  for (std::string const& text : column) {
    width = std::max(width, text.size());
  }
  return width;
}
std::size_t width_of(IntegerColumn const&) {
  return sizeof(std::int64_t);
}
std::size_t width_of(NumberColumn const&) {
  return sizeof(double);
}

std::string form_of(TextColumn const&, std::size_t width) {
  return fmt::format("{}A", width);
}
std::string form_of(IntegerColumn const&, std::size_t) {
  return "K";
}
std::string form_of(NumberColumn const&, std::size_t) {
  return "D";
}

/// Text ends with its first NUL, and blanks fill the cell.
void put_cell(std::string const& text, std::size_t width, char* target) {
  std::size_t const length = std::strlen(text.c_str());
  std::memcpy(target, text.data(), length);
  std::memset(target + length, ' ', width - length);
}
template <class Number>
void put_cell(Number number, std::size_t /*width*/, char* target) {
  put_big_endian(number, target);
}

}  // namespace

void write_fits(Table const& table, OutputFile& output) {
  std::vector<std::string> names;
  std::vector<std::string> forms;
  std::vector<std::string> units;
  std::vector<std::size_t> widths;
  std::size_t row_bytes = 0;
  for (Column const& column : table.columns()) {
    widths.push_back(std::visit([](auto const& data) { return width_of(data); }, column.data));
    row_bytes += widths.back();
    names.push_back(column.name);
    units.push_back(column.unit);
    forms.push_back(
        std::visit([&](auto const& data) { return form_of(data, widths.back()); }, column.data));
  }
  FitsOutput file(output);
  file.create_table(std::move(names), std::move(forms), std::move(units));
  for (TableFact const& fact : table.facts()) {
    std::visit([&](auto const& value) { file.key(fact.key, value, fact.comment); }, fact.value);
  }
  file.write_rows(table.rows(), [&](std::int64_t begin, std::int64_t end, char* target) {
    for (std::size_t i = 0; i < widths.size(); ++i) {
      auto const put_column = [&](auto const& data) {
        char* cell = target;
        for (std::int64_t row = begin; row < end; ++row, cell += row_bytes) {
          put_cell(data[static_cast<std::size_t>(row)], widths[i], cell);
        }
      };
      std::visit(put_column, table.columns()[i].data);
      target += widths[i];
    }
  });
}

}  // namespace siderum::io
