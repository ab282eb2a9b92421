// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/pairs/read_catalogue.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/files/file_format.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/pairs/catalogue_rows.hpp>
#include <siderum/io/pairs/coordinate_doubts.hpp>
#include <siderum/io/tables/fits_table.hpp>
#include <siderum/io/tables/text_fields.hpp>
#include <siderum/io/tables/text_header.hpp>
#include <siderum/io/tables/text_pieces.hpp>

namespace siderum::io {
namespace {

using Numbers = std::array<double, catalogue_roles>;

constexpr int no_role = -1;

/// The role of each column up to the last one that is used.
std::vector<int> roles_of(CatalogueLayout const& layout) {
  std::vector<int> roles(static_cast<std::size_t>(layout.columns()), no_role);
  for (std::size_t i = 0; i < catalogue_roles; ++i) {
    if (layout.place[i] >= 0) {
      roles[static_cast<std::size_t>(layout.place[i])] = static_cast<int>(i);
    }
  }
  return roles;
}

std::string problem_of(FieldState state, FieldCursor const& cursor, int role, std::size_t place) {
  std::string const name = role == no_role
                               ? fmt::format("column {}", place + 1)
                               : fmt::format("the {}", role_name(static_cast<CatalogueRole>(role)));
  switch (state) {
    case FieldState::absent:
      return fmt::format("{} is missing (the row has {})", name,
                         shown_columns(static_cast<int>(place)));
    case FieldState::empty:
      return fmt::format("{} is missing (its field is empty)", name);
    case FieldState::open_quote:
      return "a quote is not closed (quoted text ends on its line)";
    case FieldState::malformed:
    case FieldState::good:
      break;
  }
  return fmt::format("{} is '{}' (it must be a number)", name, shown_text(cursor.rejected()));
}

std::string_view unit_name(CoordinateUnit unit) {
  switch (unit) {
    case CoordinateUnit::degrees:
      return "deg";
    case CoordinateUnit::radians:
      return "rad";
    case CoordinateUnit::hours:
      break;
  }
  return "hours";
}

/// The names and the units of the columns of one file.
struct ColumnWords {
  std::vector<std::string> const& names;
  std::vector<std::string> const& units;
};

/// Who writes the unit of one coordinate alone, and it is none that the other one could do without,
/// may mean it for both.
void refuse_lone_unit(std::string const& file, std::optional<UnitScale> const& ra,
                      std::optional<UnitScale> const& dec) {
  constexpr UnitScale degrees;
  constexpr UnitScale hours{15.0, 1.0};
  if (ra.has_value() == dec.has_value() || ra == degrees || ra == hours || dec == degrees) {
    return;
  }
  throw Error(
      fmt::format("{}: the {} has a unit other than degrees and the {} has none (which may be in"
                  " the same or in degrees). Say with --coordinates in what it is, or give both"
                  " columns their units.",
                  file, ra ? "ra" : "dec", ra ? "dec" : "ra"));
}

/// What takes the coordinates of a file to degrees, and whether anything says so.
struct FileScales {
  CatalogueScales scales;
  bool is_guess = false;  ///< neither the file nor the user names a unit
};

/// Of a file: where it says no unit, the user does.
FileScales scales_of(std::string const& file, ColumnWords const& words,
                     CatalogueLayout const& layout, CatalogueColumns const& columns,
                     FileNotes* notes) {
  CoordinateUnit const chosen = columns.unit.value_or(CoordinateUnit::degrees);
  auto const said = [&](CatalogueRole role, Quantity quantity) {
    auto const word = [&](std::vector<std::string> const& list) {
      auto const place = static_cast<std::size_t>(layout[role]);
      return place < list.size() ? list[place] : std::string();
    };
    return column_scale(file, word(words.names), word(words.units), quantity);
  };
  std::optional<UnitScale> const ra = said(CatalogueRole::ra, Quantity::right_ascension);
  std::optional<UnitScale> const dec = said(CatalogueRole::dec, Quantity::declination);
  if (!columns.unit) {
    refuse_lone_unit(file, ra, dec);
  }
  auto const scale = [&](std::optional<UnitScale> const& of_file, CatalogueRole role,
                         Quantity quantity) {
    bool const is_hours = chosen == CoordinateUnit::hours && role == CatalogueRole::ra;
    std::string_view const own = is_hours ? "h" : chosen == CoordinateUnit::radians ? "rad" : "deg";
    UnitScale const asked = *read_unit(own, quantity).scale;
    UnitScale const result = of_file.value_or(asked);
    if (columns.unit && result != asked && notes != nullptr) {
      notes->add(file, fmt::format("the file says the unit of the {}, so that --coordinates {} does"
                                   " not count there.",
                                   role_name(role), unit_name(chosen)));
    }
    return result;
  };
  return {{scale(ra, CatalogueRole::ra, Quantity::right_ascension),
           scale(dec, CatalogueRole::dec, Quantity::declination)},
          !columns.unit && !ra && !dec};
}

CatalogueTable finish(CatalogueRows&& rows, std::string const& file, FileScales const& scales,
                      FileNotes* notes) {
  CatalogueTable table = std::move(rows).finish();
  if (scales.is_guess && notes != nullptr) {
    note_small_coordinates(file, table, *notes);
  }
  return table;
}

/// What the first two columns of a file without a header are taken for.
/// @param units  of the file; empty: it says none
std::string positions_text(std::vector<std::string> const& units, CoordinateUnit unit) {
  if (!units.empty()) {
    return taken_by_position("ra, dec, in the units of the comment before the data",
                             "Name them with --columns if they are others.");
  }
  std::string_view const roles = unit == CoordinateUnit::degrees   ? "ra [deg], dec [deg]"
                                 : unit == CoordinateUnit::radians ? "ra [rad], dec [rad]"
                                                                   : "ra [h], dec [deg]";
  return taken_by_position(roles, "Name them with --columns if they are others.");
}

/// How a row of text is read.
struct RowFormat {
  Separator separator;
  std::vector<int> roles;  ///< of the columns up to the last one that is used
  int least;               ///< columns, without those that have neither a name nor, in the first
                           ///< row, content
  int most;                ///< with these
};

std::string problem_of_width(int columns, int expected) {
  return fmt::format("the row has {} (the first one has {})", shown_columns(columns), expected);
}

void read_line(std::string_view line, RowFormat const& format, std::int64_t row,
               CatalogueRows& rows) {
  std::vector<int> const& roles = format.roles;
  FieldCursor cursor(line, format.separator);
  Numbers numbers{};
  for (std::size_t place = 0; place < roles.size(); ++place) {
    int const role = roles[place];
    FieldState const state =
        role == no_role ? cursor.skip() : cursor.number(numbers[static_cast<std::size_t>(role)]);
    bool const fine = state == FieldState::good || (role == no_role && state == FieldState::empty);
    if (!fine) [[unlikely]] {
      rows.refuse(row, problem_of(state, cursor, role, place));
      return;
    }
  }
  auto const used = static_cast<int>(roles.size());
  FieldCount const rest = cursor.has_more() ? cursor.count_rest() : FieldCount{};
  if (used + rest.filled > format.most) [[unlikely]] {
    rows.refuse(row, problem_of_width(used + rest.filled, format.most));
    return;
  }
  if (used + rest.all < format.least) [[unlikely]] {
    rows.refuse(row, problem_of_width(used + rest.all, format.least));
    return;
  }
  rows.add(numbers, row);
}

[[noreturn]] void refuse_empty(std::string const& file) {
  throw Error(
      fmt::format("{} has no points (a catalogue has one at least). Give a file with ra"
                  " and dec in each row.",
                  file));
}

CatalogueTable read_text(InputFile& input, CatalogueColumns const& words, FileNotes* notes) {
  std::string const& file = input.name();
  ContentLines lines(input);
  std::string_view line;
  if (!lines.next(line)) {
    refuse_empty(file);
  }
  TextHeader const header = find_header(lines.text(), line);
  if (header.is_row && !lines.next(line)) {
    refuse_empty(file);
  }
  refuse_semicolons(file, line);
  Separator const separator = detect_separator(line);
  std::vector<std::string> const first =
      header.names.empty() ? split_fields(line, separator) : header.names;
  auto const columns = static_cast<int>(first.size());
  CatalogueLayout const layout = find_columns(file, header.names, columns, words);
  if (header.names.empty() && words.ra.empty()) {
    header.refuse_doubt(file,
                        "Say which columns are ra and dec with --columns, for example"
                        " --columns 2,3.");
    if (notes != nullptr) {
      notes->add(file, positions_text(header.units, words.unit.value_or(CoordinateUnit::degrees)));
    }
  }
  if (notes != nullptr && header.may_be_numbers) {
    notes->add(file, header.note_of_numbers());
  }
  FileScales const scales = scales_of(file, {header.names, header.units}, layout, words, notes);
  if (scales.is_guess) {
    refuse_other_units(
        file, lines.text().substr(0, static_cast<std::size_t>(line.data() - lines.text().data())));
  }
  CatalogueRows rows(file, layout, scales.scales, lines.estimated_rows());
  RowFormat const format{separator, roles_of(layout), count_columns(first), columns};
  for_each_text_part(
      input, line, lines.row(), [&] { return CatalogueRows(file, layout, scales.scales, 0); },
      [&](TextPiece const& piece, CatalogueRows& part) {
        ContentLines part_lines = piece.lines();
        for (std::string_view next; part_lines.next(next);) {
          read_line(next, format, part_lines.row(), part);
        }
        return part_lines.row();
      },
      [&](CatalogueRows& part, std::int64_t rows_before) { rows.take(part, rows_before); });
  return finish(std::move(rows), file, scales, notes);
}

CatalogueTable read_fits(InputFile& input, CatalogueColumns const& words, FileNotes* notes) {
  std::string const& file = input.name();
  FitsTable const table(input);
  CatalogueLayout const layout = find_columns(file, table.names(), table.columns(), words);
  FileScales const scales = scales_of(file, {table.names(), table.units()}, layout, words, notes);
  CatalogueRows rows(file, layout, scales.scales, table.rows());
  struct Part {
    CatalogueRows rows;
    std::array<NumberColumn, catalogue_roles> columns = {};
  };
  for_each_table_part(
      table, [&] { return Part{CatalogueRows(file, layout, scales.scales, 0)}; },
      [&](FitsTableRows& block, Part& part) {
        for (std::size_t role = 0; role < catalogue_roles; ++role) {
          if (layout.place[role] >= 0) {
            block.numbers(layout.place[role], part.columns[role]);
          }
        }
        for (std::size_t i = 0; i < part.columns.front().size(); ++i) {
          Numbers numbers{};
          for (std::size_t role = 0; role < catalogue_roles; ++role) {
            if (layout.place[role] >= 0) {
              numbers[role] = part.columns[role][i];
            }
          }
          part.rows.add(numbers, static_cast<std::int64_t>(i) + 1);
        }
      },
      [&](Part& part, std::int64_t begin) { rows.take(part.rows, begin); });
  input.require_unchanged();
  return finish(std::move(rows), file, scales, notes);
}

}  // namespace

CatalogueTable read_catalogue(std::string const& path, CatalogueColumns const& columns,
                              FileNotes* notes) {
  InputFile input(path);
  return detect_format(path, input.window()) == FileFormat::fits ? read_fits(input, columns, notes)
                                                                 : read_text(input, columns, notes);
}

}  // namespace siderum::io
