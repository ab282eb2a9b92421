// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/degree_table.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/number_text.hpp>
#include <siderum/io/tables/text_fields.hpp>
#include <siderum/io/tables/text_table.hpp>

namespace siderum::io {
namespace {

constexpr std::array<std::string_view, 3> degree_names{"l", "ell", "multipole"};

/// Is there nothing in a cell of a text?
bool is_empty(std::string_view text, std::int64_t line_number, std::size_t column) {
  ContentLines lines(text);
  std::string_view line;
  while (lines.next(line) && lines.row() < line_number) {
  }
  std::vector<std::string> const fields = split_fields(line, detect_separator(line));
  return column < fields.size() && fields[column].empty();
}

}  // namespace

std::string DegreeTable::row(std::size_t place) const {
  std::int64_t const number = lines.empty() ? static_cast<std::int64_t>(place) + 1 : lines[place];
  return fmt::format("{}, row {}", name, number);
}

std::string DegreeTable::shown(std::size_t column, std::size_t place, double number) const {
  bool const has_nothing =
      std::find(empty.begin(), empty.end(), EmptyCell{column, place}) != empty.end();
  return has_nothing ? "empty" : siderum::number_text(number);
}

DegreeTable read_text_rows(std::string const& path, std::string_view text) {
  DegreeTable result{input_name(path), {}};
  result.table = read_text_table(path, text, &result.lines);
  for (std::size_t column = 0; column < result.table.columns().size(); ++column) {
    auto const* const numbers = std::get_if<NumberColumn>(&result.table.columns()[column].data);
    if (numbers == nullptr) {
      continue;
    }
    auto const found = std::find_if(numbers->begin(), numbers->end(),
                                    [](double number) { return std::isnan(number); });
    auto const row = static_cast<std::size_t>(found - numbers->begin());
    if (found != numbers->end() && is_empty(text, result.lines[row], column)) {
      result.empty.push_back({column, row});
    }
  }
  return result;
}

DegreeTable read_fits_rows(FitsTable const& file, std::string_view action) {
  for (int column = 0; column < file.columns(); ++column) {
    std::string const& name = file.names()[static_cast<std::size_t>(column)];
    SIDERUM_VALIDATE(file.kind(column) != FitsTable::Kind::other,
                     fmt::format("{}: the column '{}' does not hold one text or number per row "
                                 "(its cells are of another type, or lists). {}",
                                 file.name(), shown_text(name), action));
  }
  return {file.name(), read_fits_table(file)};
}

std::optional<std::size_t> find_column(Table const& table,
                                       std::span<std::string_view const> names) {
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    std::string const plain = plain_name(table.columns()[i].name);
    if (std::find(names.begin(), names.end(), plain) != names.end()) {
      return i;
    }
  }
  return std::nullopt;
}

std::optional<std::size_t> degree_column(Table const& table) {
  std::optional<std::size_t> const named = find_column(table, degree_names);
  bool const is_first = table.columns().size() > 1 && is_unnamed(table);
  return named || !is_first ? named : std::optional<std::size_t>(0);
}

bool is_degree_name(std::string_view column) {
  return std::find(degree_names.begin(), degree_names.end(), plain_name(column)) !=
         degree_names.end();
}

bool is_unnamed(Table const& table) {
  return table.columns()[0].name == "column_1";
}

void refuse_hidden_degrees(std::string const& file, Table const& table,
                           std::vector<std::string> const& unused) {
  SIDERUM_VALIDATE(unused.empty(),
                   fmt::format("{}: no column is l (its columns are {}, and {} may hold the "
                               "degrees). Name the degrees l, or leave out what is not used.",
                               file, column_list(table), unused.empty() ? "" : unused.front()));
}

void tell_rows_are_degrees(std::string const& file, FileNotes* notes) {
  if (notes != nullptr) {
    notes->add(file, "no column is l, and the rows were taken as those of l = 0, 1, 2, ...");
  }
}

void tell_positions(std::string const& file, std::string_view roles, FileNotes* notes) {
  if (notes != nullptr) {
    notes->add(file, taken_by_position(roles, "Name them in a first row if they are others."));
  }
}

std::string column_list(Table const& table) {
  constexpr std::size_t most = 12;
  std::vector<std::string> names;
  for (Column const& column : table.columns()) {
    names.push_back(shown_text(column.name));
  }
  bool const is_long = names.size() > most;
  names.resize(std::min(names.size(), most));
  return fmt::format("{}{}", fmt::join(names, ", "), is_long ? ", ..." : "");
}

NumberColumn column_numbers(DegreeTable const& rows, std::size_t column, std::string_view reason,
                            std::string_view action) {
  auto const& [name, data, unit] = rows.table.columns()[column];
  if (auto const* const integers = std::get_if<IntegerColumn>(&data)) {
    return {integers->begin(), integers->end()};
  }
  if (auto const* const numbers = std::get_if<NumberColumn>(&data)) {
    return *numbers;
  }
  auto const& texts = std::get<TextColumn>(data);
  if (texts.empty()) {
    return {};
  }
  // A FITS column of texts may hold numbers alone.
  auto const found = std::find_if_not(texts.begin(), texts.end(), is_number);
  auto const row = found == texts.end() ? 0 : static_cast<std::size_t>(found - texts.begin());
  throw Error(fmt::format(
      "{}: the column '{}' holds {} ({}). {}", rows.row(row), shown_text(name),
      texts[row].empty() ? "nothing" : fmt::format("the text '{}'", shown_text(texts[row])), reason,
      action));
}

}  // namespace siderum::io
