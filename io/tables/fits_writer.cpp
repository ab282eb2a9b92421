// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <span>
#include <type_traits>
#include <utility>
#include <variant>

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

}  // namespace

std::string fits_bytes(Table const& table) {
  std::vector<std::string> names;
  std::vector<std::string> forms;
  for (Column const& column : table.columns()) {
    names.push_back(column.name);
    forms.push_back(std::visit([](auto const& data) { return form_of(data); }, column.data));
  }
  FitsMemoryFile file;
  file.create_table(table.rows(), std::move(names), std::move(forms));
  for (TableFact const& fact : table.facts()) {
    std::visit([&](auto const& value) { file.key(fact.key, value, fact.comment); }, fact.value);
  }
  // A block of rows at a time, because a FITS table lies row by row.
  constexpr std::int64_t block = 10'000;
  for (std::int64_t first = 0; first < table.rows(); first += block) {
    std::size_t const start = static_cast<std::size_t>(first);
    std::size_t const count = static_cast<std::size_t>(std::min(block, table.rows() - first));
    int place = 1;
    for (Column const& column : table.columns()) {
      std::visit(
          [&](auto const& data) {
            auto const part = std::span(data).subspan(start, count);
            if constexpr (std::is_same_v<decltype(data), NumberColumn const&>) {
              file.write(place, first, std::vector(part.begin(), part.end()));
            } else {
              file.write(place, first, part);
            }
          },
          column.data);
      ++place;
    }
  }
  return std::string(file.bytes());
}

}  // namespace siderum::io
