// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/text_table.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/worker_threads.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/number_text.hpp>
#include <siderum/io/tables/text_fields.hpp>
#include <siderum/io/tables/text_header.hpp>

namespace siderum::io {
namespace {

/// What must be quoted: in a table of one column, whose lines have no comma, blanks would separate.
std::string_view special_letters(Table const& table) {
  return table.columns().size() == 1 ? ",\"#\t\r\n " : ",\"#\t\r\n";
}

void append_text(std::string& line, std::string_view text, std::string_view special) {
  bool const plain = !text.empty() && text.find_first_of(special) == std::string_view::npos &&
                     text.front() != ' ' && text.back() != ' ' &&
                     !text.starts_with(byte_order_mark);
  if (plain) {
    line += text;
    return;
  }
  line += '"';
  for (char const letter : text) {
    line.append(letter == '"' ? 2 : 1, letter == '\n' ? ' ' : letter);
  }
  line += '"';
}

void append_cell(std::string& line, TextColumn const& column, std::size_t row,
                 std::string_view special) {
  append_text(line, column[row], special);
}
void append_cell(std::string& line, IntegerColumn const& column, std::size_t row,
                 std::string_view /*special*/) {
  line += std::to_string(column[row]);
}
void append_cell(std::string& line, NumberColumn const& column, std::size_t row,
                 std::string_view /*special*/) {
  append_number(line, column[row]);
}

/// The lines of rows begin .. end - 1.
void append_rows(std::string& text, Table const& table, std::int64_t begin, std::int64_t end) {
  std::string_view const special = special_letters(table);
  for (auto row = static_cast<std::size_t>(begin); row < static_cast<std::size_t>(end); ++row) {
    for (Column const& column : table.columns()) {
      text += &column == &table.columns().front() ? "" : ",";
      std::visit([&](auto const& data) { append_cell(text, data, row, special); }, column.data);
    }
    text += '\n';
  }
}

/// Of whose text the caches of a processor hold several; of a small table they are all.
std::int64_t rows_at_a_time(Table const& table) {
  constexpr std::int64_t cells_at_a_time = std::int64_t{1} << 13;
  return std::max<std::int64_t>(
      1, cells_at_a_time / std::max<std::int64_t>(1, std::ssize(table.columns())));
}

/// -0 is none: integers have no sign of 0, which is to come back as it was written.
std::optional<std::int64_t> parse_integer(std::string_view field) {
  std::int64_t number = 0;
  char const* const end = field.data() + field.size();
  auto const parsed = std::from_chars(field.data(), end, number);
  bool const is_integer =
      parsed.ec == std::errc{} && parsed.ptr == end && (number != 0 || field.front() != '-');
  return is_integer ? std::optional(number) : std::nullopt;
}

/// Integers where all are, else numbers where all are (an empty field is NaN), else text.
void add_column(Table& table, std::string const& name, TextColumn fields) {
  IntegerColumn integers;
  NumberColumn numbers;
  for (std::string const& field : fields) {
    if (std::optional<std::int64_t> const integer = parse_integer(field);
        integer && integers.size() == numbers.size()) {
      integers.push_back(*integer);
    }
    double number = std::numeric_limits<double>::quiet_NaN();
    char const* const end = field.data() + field.size();
    if (!field.empty() && parse_number(field.data(), end, number) != end) {
      table.add(name, std::move(fields));
      return;
    }
    numbers.push_back(number);
  }
  if (integers.size() == fields.size()) {
    table.add(name, std::move(integers));
  } else {
    table.add(name, std::move(numbers));
  }
}

}  // namespace

void write_csv(Table const& table, OutputFile& file) {
  std::string_view const special = special_letters(table);
  std::string line;
  for (Column const& column : table.columns()) {
    line += line.empty() ? "" : ",";
    append_text(line, column.name, special);
  }
  file.write(line + '\n');
  struct Lines {
    std::int64_t begin = 0;
    std::int64_t end = 0;
    std::string text;
  };
  std::int64_t const rows = table.rows();
  std::int64_t const step = rows_at_a_time(table);
  std::int64_t first = 0;
  for_each_in_order((rows + step - 1) / step, [] { return Lines(); },
                    [&](Lines& lines) {
                      lines.begin = std::exchange(first, std::min(rows, first + step));
                      lines.end = first;
                      return lines.begin < lines.end;
                    },
                    [&](Lines& lines) {
                      lines.text.clear();
                      append_rows(lines.text, table, lines.begin, lines.end);
                    },
                    [&](Lines& lines) { file.write(lines.text); });
}

Table read_text_table(std::string const& path, std::string_view text,
                      std::vector<std::int64_t>* rows) {
  std::string const file = input_name(path);
  ContentLines lines(text);
  std::string_view line;
  if (!lines.next(line)) {
    throw Error(fmt::format("{} has no data (it is empty). Give a file with rows.", file));
  }
  TextHeader const header = find_header(text, line);
  bool const more_follows = !header.is_row || lines.next(line);
  refuse_semicolons(file, line);
  Separator const separator = detect_separator(line);
  std::vector<std::string> names = header.names;
  if (names.empty()) {
    header.refuse_doubt(file, "Correct the comment, or delete it.");
    names.resize(split_fields(line, separator).size());
    for (std::size_t i = 0; i < names.size(); ++i) {
      names[i] = fmt::format("column_{}", i + 1);
    }
  }
  std::vector<TextColumn> columns(names.size());
  for (bool more = more_follows; more; more = lines.next(line)) {
    std::vector<std::string> fields = split_fields(line, separator);
    if (fields.size() != names.size()) {
      throw Error(fmt::format("{}, row {}: the row has {} (the first one has {}). Correct the row.",
                              file, lines.row(), shown_columns(static_cast<int>(fields.size())),
                              names.size()));
    }
    for (std::size_t i = 0; i < fields.size(); ++i) {
      columns[i].push_back(std::move(fields[i]));
    }
    if (rows != nullptr) {
      rows->push_back(lines.row());
    }
  }
  check_names(file, names);
  Table table;
  for (std::size_t i = 0; i < names.size(); ++i) {
    add_column(table, names[i], std::move(columns[i]));
  }
  return table;
}

}  // namespace siderum::io
