// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <fitsio.h>

#include <algorithm>
#include <span>

#include <fmt/format.h>

#include <siderum/io/files/fits_file.hpp>
#include <siderum/io/tables/fits_table.hpp>

namespace siderum::io {
namespace {

std::string form_of(TextColumn const& column) {
  std::size_t width = 1;
  for (std::string const& text : column) {
    width = std::max(width, text.size());
  }
  return fmt::format("{}A", width);
}
std::string form_of(IntegerColumn const&) {
  return "K";
}
std::string form_of(NumberColumn const&) {
  return "D";
}

void write_column(fitsfile* handle, int place, std::int64_t first,
                  std::span<std::string const> data, int* status) {
  std::vector<char const*> pointers;
  for (std::string const& text : data) {
    pointers.push_back(text.c_str());
  }
  fits_write_col(handle, TSTRING, place, first + 1, 1, std::ssize(data), pointers.data(), status);
}

void write_column(fitsfile* handle, int place, std::int64_t first,
                  std::span<std::int64_t const> data, int* status) {
  std::vector<LONGLONG> values(data.begin(), data.end());
  fits_write_col(handle, TLONGLONG, place, first + 1, 1, std::ssize(data), values.data(), status);
}

void write_column(fitsfile* handle, int place, std::int64_t first, std::span<double const> data,
                  int* status) {
  std::vector<double> values(data.begin(), data.end());
  fits_write_col(handle, TDOUBLE, place, first + 1, 1, std::ssize(data), values.data(), status);
}

void write_fact(fitsfile* handle, TableFact const& fact, int* status) {
  if (auto const* const text = std::get_if<std::string>(&fact.value)) {
    fits_write_key_str(handle, fact.key.c_str(), text->c_str(), fact.comment.c_str(), status);
  } else {
    constexpr int shortest = -15;  // significant digits, none of which is a 0 at the end
    fits_write_key_dbl(handle, fact.key.c_str(), std::get<double>(fact.value), shortest,
                       fact.comment.c_str(), status);
  }
}

}  // namespace

std::string fits_bytes(Table const& table) {
  std::vector<std::string> names;
  std::vector<std::string> forms;
  for (Column const& column : table.columns()) {
    names.push_back(column.name);
    forms.push_back(std::visit([](auto const& data) { return form_of(data); }, column.data));
  }
  std::vector<char*> name_pointers;
  std::vector<char*> form_pointers;
  for (std::size_t i = 0; i < names.size(); ++i) {
    name_pointers.push_back(names[i].data());
    form_pointers.push_back(forms[i].data());
  }
  FitsMemoryFile file;
  int status = 0;
  fits_create_tbl(file.handle(), BINARY_TBL, table.rows(), static_cast<int>(names.size()),
                  name_pointers.data(), form_pointers.data(), nullptr, nullptr, &status);
  for (TableFact const& fact : table.facts()) {
    write_fact(file.handle(), fact, &status);
  }
  FitsMemoryFile::check(status);
  // A block of rows at a time, because a FITS table lies row by row.
  constexpr std::int64_t block = 10'000;
  for (std::int64_t first = 0; first < table.rows(); first += block) {
    std::size_t const start = static_cast<std::size_t>(first);
    std::size_t const count = static_cast<std::size_t>(std::min(block, table.rows() - first));
    int place = 1;
    for (Column const& column : table.columns()) {
      std::visit(
          [&](auto const& data) {
            write_column(file.handle(), place, first, std::span(data).subspan(start, count),
                         &status);
          },
          column.data);
      ++place;
    }
  }
  FitsMemoryFile::check(status);
  return std::string(file.bytes());
}

}  // namespace siderum::io
