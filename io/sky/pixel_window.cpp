// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/pixel_window.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/files/file_format.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/sky/degree_table.hpp>
#include <siderum/io/tables/fits_table.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

constexpr std::array<std::string_view, 5> temperature_names{"temperature", "t", "bl", "beam",
                                                            "pixwin"};
constexpr std::array<std::string_view, 4> polarisation_names{"polarization", "polarisation", "p",
                                                             "gradient"};
// Of beams with one factor for each of T, E and B. They are not used.
constexpr std::array<std::string_view, 3> other_names{"e", "b", "curl"};

bool is_window_name(std::string_view column) {
  std::string const plain = plain_name(column);
  auto const has = [&](auto const& names) {
    return std::find(names.begin(), names.end(), plain) != names.end();
  };
  return has(temperature_names) || has(polarisation_names) || has(other_names);
}

/// The rows of a table with names but without degrees are those of l = 0, 1, ... in HEALPix's
/// files.
void check_rows(std::string const& file, Table const& table, bool is_fits, FileNotes* notes) {
  std::vector<std::string> unused;
  for (Column const& column : table.columns()) {
    if (!is_window_name(column.name)) {
      unused.push_back(shown_text(column.name));
    }
  }
  refuse_hidden_degrees(file, table, unused);
  if (!is_fits) {
    tell_rows_are_degrees(file, notes);
  }
}

NumberColumn numbers(DegreeTable const& rows, std::size_t place) {
  Column const& column = rows.table.columns()[place];
  NumberColumn result =
      column_numbers(rows, place, "a window has a factor for each degree", "Give these.");
  for (std::size_t row = 0; row < result.size(); ++row) {
    SIDERUM_VALIDATE(std::isfinite(result[row]),
                     fmt::format("{}: {} is {} (windows are finite). Correct the row.",
                                 rows.row(row), column.name, rows.shown(place, row, result[row])));
  }
  return result;
}

}  // namespace

PixelWindow read_pixel_window(std::string const& path, FileNotes* notes) {
  InputFile input(path);
  bool const is_fits = detect_format(path, input.window()) == FileFormat::fits;
  DegreeTable const rows =
      is_fits ? read_fits_rows(FitsTable(input), "Give a file of windows, with TEMPERATURE.")
              : read_text_rows(path, input.bytes());
  Table const& table = rows.table;
  std::string const& file = rows.name;
  std::optional<std::size_t> const degree = degree_column(table);
  if (degree) {
    NumberColumn const degrees = numbers(rows, *degree);
    for (std::size_t row = 0; row < degrees.size(); ++row) {
      SIDERUM_VALIDATE(degrees[row] == static_cast<double>(row),
                       fmt::format("{}: the degree is {} (the rows of a window are those of "
                                   "l = 0, 1, ...). Put {} there.",
                                   rows.row(row), rows.shown(*degree, row, degrees[row]), row));
    }
  }
  std::optional<std::size_t> temperature = find_column(table, temperature_names);
  std::optional<std::size_t> const polarisation = find_column(table, polarisation_names);
  if (is_unnamed(table)) {
    temperature = degree ? 1 : 0;
  }
  SIDERUM_VALIDATE(temperature,
                   fmt::format("{} has no window (its columns are {}). Give a file with l and "
                               "TEMPERATURE, bl or beam, and a factor for each degree.",
                               file, column_list(table)));
  if (!degree && !is_unnamed(table)) {
    check_rows(file, table, is_fits, notes);
  }
  if (is_unnamed(table)) {
    tell_positions(file, degree ? "l, temperature" : "temperature", notes);
  }
  PixelWindow window{numbers(rows, *temperature), {}};
  if (polarisation) {
    window.polarisation = numbers(rows, *polarisation);
  }
  return window;
}

}  // namespace siderum::io
