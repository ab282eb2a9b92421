// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/text_light_curves.hpp>

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/input_file.hpp>
#include <siderum/io/text_fields.hpp>

namespace siderum::io {
namespace {

RowFault fault_of(FieldState state, FieldCursor const& cursor, ColumnRole role, int place) {
  switch (state) {
    case FieldState::good:
      return {};
    case FieldState::absent:
      return {RowFaultKind::too_few_columns, role, 0.0, {}, place};
    case FieldState::empty:
      return {RowFaultKind::missing, role, 0.0, {}, 0};
    case FieldState::malformed:
      return {RowFaultKind::not_a_number, role, 0.0, cursor.rejected(), 0};
    case FieldState::open_quote:
      return {RowFaultKind::open_quote, role, 0.0, {}, 0};
  }
  return {};
}

/// How many columns a row may have, and what says so.
struct Width {
  int columns;
  RowFaultKind fault;  ///< of a longer row
};

RowFault read_row(FieldCursor& cursor, ColumnLayout const& layout, Width const& width, Row& row) {
  int place = 0;
  for (ColumnRole const role : layout.roles) {
    FieldState state = FieldState::good;
    switch (role) {
      case ColumnRole::skip:
        state = cursor.skip();
        break;
      case ColumnRole::id:
        state = cursor.text(row.id);
        break;
      case ColumnRole::time:
        state = cursor.number(row.time);
        break;
      case ColumnRole::value:
        state = cursor.number(row.value);
        break;
      case ColumnRole::error:
        state = cursor.number(row.error);
        break;
      case ColumnRole::band:
        state = cursor.text(row.band);
        break;
    }
    bool const empty_is_fine = role == ColumnRole::skip && state == FieldState::empty;
    if (state != FieldState::good && !empty_is_fine) [[unlikely]] {
      return fault_of(state, cursor, role, place);
    }
    ++place;
  }
  int const columns = place + (cursor.has_more() ? cursor.count_rest() : 0);
  if (columns > width.columns) [[unlikely]] {
    return {width.fault, ColumnRole::skip, 0.0, {}, columns, width.columns};
  }
  return {};
}

/// From the length of the first lines.
std::int64_t estimate_rows(std::string_view text) {
  std::string_view const sample = text.substr(0, std::size_t{1} << 16);
  auto const lines = std::count(sample.begin(), sample.end(), '\n') + 1;
  double const ratio = static_cast<double>(text.size()) / static_cast<double>(sample.size());
  double const margin = sample.size() == text.size() ? 1.0 : 1.02;
  return static_cast<std::int64_t>(static_cast<double>(lines) * ratio * margin);
}

void refuse_semicolons(std::string const& name, std::string_view line) {
  if (has_semicolons(line)) {
    throw Error(fmt::format(
        "{}: the columns are separated by semicolons (commas, tabs or blanks are read, and "
        "decimals have a point). Write commas, and points in decimals, for example with tr ',;' "
        "'.,'.",
        name));
  }
}

}  // namespace

void read_text_light_curves(std::string const& path, std::string_view text,
                            ColumnChoice const& choice, RowCollector& collector) {
  std::string const name = input_name(path);
  ContentLines lines(text);
  std::string_view line;
  if (!lines.next(line)) {
    throw Error(fmt::format("{} has no data ({}). Give a file with a time and a value in each row.",
                            name, text.empty() ? "it is empty" : "it has only comments"));
  }
  refuse_semicolons(name, line);
  std::vector<std::string> header = split_fields(line, detect_separator(line));
  if (!is_header(header)) {
    header.clear();
  } else if (!lines.next(line)) {
    throw Error(
        fmt::format("{} has no data (it has only one line, without a number). Give a file "
                    "with a time and a value in each row.",
                    name));
  }
  Separator const separator = detect_separator(line);
  refuse_semicolons(name, line);
  int const columns = count_columns(split_fields(line, separator));
  ColumnLayout const layout = choice.resolve(name, header, columns);
  Width const width = header.empty()
                          ? Width{columns, RowFaultKind::longer_than_first_row}
                          : Width{count_columns(header), RowFaultKind::longer_than_header};
  collector.start_file(path, layout, columns, estimate_rows(text));
  do {
    FieldCursor cursor(line, separator);
    Row row;
    RowFault const fault = read_row(cursor, layout, width, row);
    if (fault.kind == RowFaultKind::none) {
      collector.accept(row, lines.row());
    } else {
      collector.refuse(fault, lines.row());
    }
  } while (lines.next(line));
  collector.end_file();
}

}  // namespace siderum::io
