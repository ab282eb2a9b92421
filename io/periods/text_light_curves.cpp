// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/text_light_curves.hpp>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/periods/time_scale.hpp>
#include <siderum/io/tables/text_fields.hpp>
#include <siderum/io/tables/text_header.hpp>
#include <siderum/io/tables/text_pieces.hpp>
#include <siderum/io/tables/units.hpp>

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
      return {cursor.is_after_quote() ? RowFaultKind::text_after_quote : RowFaultKind::not_a_number,
              role, 0.0, cursor.rejected(), 0};
    case FieldState::open_quote:
      return {RowFaultKind::open_quote, role, 0.0, {}, 0};
  }
  return {};
}

/// How many columns a row has, and what says so.
struct Width {
  int columns;
  RowFaultKind fault;  ///< of a shorter or longer row
};

/// The rows of a part of a text.
struct TextRows {
  struct Refused {
    RowFault fault;
    std::int64_t row;
    std::string_view band;
  };

  /// A text that lives as long as these rows: of a line as it is, others are copied.
  std::string_view keep(std::string_view text, std::string_view line) {
    bool const is_of_line = text.data() >= line.data() && text.data() <= line.data() + line.size();
    return is_of_line || text.empty() ? text : std::string_view(texts.emplace_back(text));
  }

  void clear() {
    rows.clear();
    numbers.clear();
    refused.clear();
    texts.clear();
  }

  std::vector<Row> rows;
  std::vector<std::int64_t> numbers;  ///< of these rows
  std::vector<Refused> refused;       ///< the other ones
  std::deque<std::string> texts;
};

/// A band behind the columns that are used, where nothing is a fault: empty if it has none.
std::string_view watch_band(FieldCursor cursor, int fields_before, std::string_view line,
                            TextRows& rows) {
  for (int i = 0; i < fields_before && cursor.has_more(); ++i) {
    if (cursor.skip() == FieldState::malformed) {
      return {};
    }
  }
  std::string_view field;
  bool const has_band = cursor.has_more() && cursor.text(field) == FieldState::good;
  return has_band ? rows.keep(field, line) : std::string_view();
}

/// How the rows of a text are read.
struct RowFormat {
  ColumnLayout layout;
  Width width;
  Separator separator;
  UnitScale days;
};

RowFault read_row(std::string_view line, RowFormat const& format, Row& row, TextRows& rows) {
  ColumnLayout const& layout = format.layout;
  FieldCursor cursor(line, format.separator);
  auto const text = [&](std::string_view& field) {
    FieldState const state = cursor.text(field);
    field = rows.keep(field, line);
    return state;
  };
  int place = 0;
  for (ColumnRole const role : layout.roles) {
    FieldState state = FieldState::good;
    switch (role) {
      case ColumnRole::skip:
        state = place == layout.watched_band ? text(row.band) : cursor.skip();
        break;
      case ColumnRole::id:
        state = text(row.id);
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
        state = text(row.band);
        break;
    }
    bool const empty_is_fine = role == ColumnRole::skip && state == FieldState::empty;
    if (state != FieldState::good && !empty_is_fine) [[unlikely]] {
      RowFault fault = fault_of(state, cursor, role, place);
      fault.text = rows.keep(fault.text, line);
      return fault;
    }
    ++place;
  }
  if (layout.watched_band >= place) {
    row.band = watch_band(cursor, layout.watched_band - place, line, rows);
  }
  // Fields at the end may be empty, but not missing: it may be one in the middle that is not there.
  FieldCount const rest = cursor.has_more() ? cursor.count_rest() : FieldCount{};
  int const expected = format.width.columns;
  if (place + rest.filled > expected) [[unlikely]] {
    return {format.width.fault, ColumnRole::skip, 0.0, {}, place + rest.filled, expected};
  }
  if (place + rest.all < expected) [[unlikely]] {
    return {format.width.fault, ColumnRole::skip, 0.0, {}, place + rest.all, expected};
  }
  return {};
}

/// The band of a row that could not be read to its end; empty where it has none.
std::string band_of(std::string_view line, Separator separator, ColumnLayout const& layout) {
  auto const place = static_cast<std::size_t>(layout.place_of(ColumnRole::band));
  if (!layout.has(ColumnRole::band)) {
    return {};
  }
  std::vector<std::string> const fields = split_fields(line, separator);
  return place < fields.size() ? fields[place] : std::string();
}

/// Reads all rows of these lines; returns how many lines there are.
std::int64_t read_rows(ContentLines lines, RowFormat const& format, TextRows& rows) {
  rows.clear();
  for (std::string_view line; lines.next(line);) {
    Row row;
    RowFault const fault = read_row(line, format, row, rows);
    if (fault.kind == RowFaultKind::none) {
      row.time = format.days(row.time);
      rows.rows.push_back(row);
      rows.numbers.push_back(lines.row());
    } else {
      std::string const& band =
          rows.texts.emplace_back(band_of(line, format.separator, format.layout));
      rows.refused.push_back({fault, lines.row(), band});
    }
  }
  return lines.row();
}

/// Hands the rows on as they stand in the text.
void pass_on(TextRows const& rows, std::int64_t rows_before, RowCollector& collector) {
  auto refused = rows.refused.begin();
  auto const refuse_before = [&](std::int64_t row) {
    for (; refused != rows.refused.end() && refused->row < row; ++refused) {
      collector.refuse(refused->fault, rows_before + refused->row, refused->band);
    }
  };
  for (std::size_t i = 0; i < rows.rows.size(); ++i) {
    refuse_before(rows.numbers[i]);
    collector.accept(rows.rows[i], rows_before + rows.numbers[i]);
  }
  refuse_before(std::numeric_limits<std::int64_t>::max());
}

/// Columns at the end of a header that have no name do not count, unless one was given a role.
int width_of(std::vector<std::string> const& header, ColumnLayout const& layout) {
  return std::max(count_columns(header),
                  static_cast<int>(std::min(header.size(), layout.roles.size())));
}

/// @param text  all of it where it has no LF
void refuse_lone_returns(std::string const& name, std::string_view text) {
  bool const one_line = text.find('\n') == std::string_view::npos;
  if (one_line && text.substr(0, text.size() - 1).find('\r') != std::string_view::npos) {
    throw Error(
        fmt::format("{}: the lines end with CR alone (LF or CRLF ends a line). Convert them, for "
                    "example with tr '\\r' '\\n'.",
                    name));
  }
}

[[noreturn]] void refuse_one_column(std::string const& name, std::string_view line) {
  constexpr std::string_view no_break_space = "\xC2\xA0";
  bool const odd_space = line.find(no_break_space) != std::string_view::npos;
  throw Error(
      fmt::format("{} has one column, '{}' ({}). Separate the columns by commas, tabs or "
                  "blanks.",
                  name, shown_text(line),
                  odd_space ? "its no-break spaces separate no columns"
                            : "a light curve needs a time and a value"));
}

/// A text up to its first row of data.
struct TextStart {
  ContentLines lines;
  std::string_view line;  ///< that row
  Separator separator = Separator::comma;
  TextHeader header;
  TableColumns table;
};

TextStart start_text(InputFile& input) {
  std::string const& name = input.name();
  TextStart start{ContentLines(input), {}, {}, {}, {}};
  ContentLines& lines = start.lines;
  std::string_view& line = start.line;
  bool const has_content = lines.next(line);
  refuse_lone_returns(name, lines.text());
  if (!has_content) {
    throw Error(fmt::format("{} has no data ({}). Give a file with a time and a value in each row.",
                            name, lines.text().empty() ? "it is empty" : "it has only comments"));
  }
  refuse_semicolons(name, line);
  std::string const first_line(line);
  TextHeader const found = find_header(lines.text(), line);
  std::vector<std::string> const& header = found.names;
  if (found.is_row && !lines.next(line)) {
    if (header.size() == 1) {
      refuse_one_column(name, first_line);
    }
    throw Error(
        fmt::format("{} has no data (it has only one line, without a number). Give a file "
                    "with a time and a value in each row.",
                    name));
  }
  Separator const separator = detect_separator(line);
  start.separator = separator;
  refuse_semicolons(name, line);
  std::vector<std::string> const first_row = split_fields(line, separator);
  int const columns = count_columns(first_row);
  if (std::max(header.size(), first_row.size()) == 1) {
    refuse_one_column(name, first_line);
  }
  Commas const commas = header.empty() && may_hold_decimal_commas(first_row, separator)
                            ? Commas::perhaps_decimal
                            : Commas::separators;
  start.table = {name, header, columns, commas};
  for (std::string const& field : first_row) {
    start.table.holds_number.push_back(is_number(field));
  }
  start.header = found;
  return start;
}

ColumnLayout layout_of(TextStart const& start, ColumnChoice const& choice) {
  ColumnLayout layout = choice.resolve(start.table);
  if (layout.origin == LayoutOrigin::counted) {
    start.header.refuse_doubt(start.table.file,
                              "Name the columns with --columns, for example --columns"
                              " id,time,value,error,-.");
  }
  return layout;
}

/// What the start of a text says about all of it.
struct TextPlan {
  std::string path;
  std::string name;  ///< for sentences
  ColumnLayout layout;
  Width width;
  Separator separator;
  TextHeader header;
  int columns;
  std::int64_t estimated_rows;
  std::int64_t first_row;  ///< of data, its number
};

TextPlan plan_of(InputFile const& input, TextStart const& start, ColumnChoice const& choice) {
  TableColumns const& table = start.table;
  ColumnLayout const layout = layout_of(start, choice);
  Width const width = table.header.empty()
                          ? Width{table.columns, RowFaultKind::unlike_first_row}
                          : Width{width_of(table.header, layout), RowFaultKind::unlike_header};
  return {input.path(),     input.name(), layout,        width,
          start.separator,  start.header, table.columns, start.lines.estimated_rows(),
          start.lines.row()};
}

/// Tells the collector of the file, and returns what takes its times to days.
UnitScale start_file(TextPlan const& plan, RowCollector& collector) {
  collector.start_file(plan.path, plan.layout, plan.columns, plan.estimated_rows);
  if (plan.header.may_be_numbers) {
    collector.note(plan.header.note_of_numbers());
  }
  int const time = plan.layout.place_of(ColumnRole::time);
  return time_scale(plan.name, plan.header.name(time), plan.header.unit(time), collector);
}

/// A text with all its rows, which are views of it. Their times are not in days yet.
struct WholeText {
  TextPlan plan;
  std::string text;  ///< from the first row of data on
  TextRows rows = {};
};

}  // namespace

ColumnLayout text_layout(InputFile& input, ColumnChoice const& choice) {
  return layout_of(start_text(input), choice);
}

void read_text_light_curves(InputFile& input, ColumnChoice const& choice, RowCollector& collector) {
  TextStart const start = start_text(input);
  TextPlan const plan = plan_of(input, start, choice);
  UnitScale const days = start_file(plan, collector);
  RowFormat const format{plan.layout, plan.width, plan.separator, days};
  for_each_text_part(
      input, start.line, start.lines.row(), [] { return TextRows(); },
      [&](TextPiece const& piece, TextRows& rows) {
        return read_rows(piece.lines(), format, rows);
      },
      [&](TextRows const& rows, std::int64_t rows_before) {
        pass_on(rows, rows_before, collector);
      });
  collector.end_file();
}

std::function<void(RowCollector&)> read_text_ahead(InputFile& input, ColumnChoice const& choice) {
  SIDERUM_EXPECT(input.is_whole());
  TextStart const start = start_text(input);
  std::string_view const window = input.window();
  auto const begin = static_cast<std::size_t>(start.line.data() - window.data());
  auto const whole = std::make_shared<WholeText>(
      WholeText{plan_of(input, start, choice), std::string(window.substr(begin))});
  TextPlan const& plan = whole->plan;
  RowFormat const format{plan.layout, plan.width, plan.separator, {}};
  whole->rows.rows.reserve(static_cast<std::size_t>(plan.estimated_rows));
  whole->rows.numbers.reserve(static_cast<std::size_t>(plan.estimated_rows));
  read_rows(ContentLines::within(whole->text), format, whole->rows);
  return [whole](RowCollector& collector) {
    UnitScale const days = start_file(whole->plan, collector);
    for (Row& row : whole->rows.rows) {
      row.time = days(row.time);
    }
    pass_on(whole->rows, whole->plan.first_row - 1, collector);
    collector.end_file();
  };
}

}  // namespace siderum::io
