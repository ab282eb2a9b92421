// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/map_reader.hpp>

#include <algorithm>
#include <charconv>
#include <limits>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/unseen.hpp>
#include <siderum/io/files/fits_rows.hpp>
#include <siderum/io/sky/sky_map_keys.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

MapReader::MapReader(InputFile& input) : file_(input) {
  read_names();
}

void MapReader::read_names() {
  names_.clear();
  for (int column = 1; column <= file_.columns(); ++column) {
    names_.push_back(quantity(column));
  }
}

bool MapReader::next_table() {
  bool const found = file_.next_table();
  if (found) {
    read_names();
  }
  return found;
}

void MapReader::first_table() {
  file_.first_table();
  read_names();
}

void MapReader::refuse(std::string const& problem, std::string const& reason,
                       std::string const& action) const {
  throw Error(fmt::format("{}: {} ({}). {}", name(), problem, reason, action));
}

int MapReader::map_column(std::string const& wanted, int first) const {
  int column = first;
  if (!wanted.empty()) {
    column = find_name(names_, wanted) + 1;
    if (column == 0) {
      std::from_chars(wanted.data(), wanted.data() + wanted.size(), column);
    }
  }
  if (column < 1 || column > file_.columns()) {
    refuse(fmt::format("there is no column '{}'", wanted.empty() ? std::to_string(first) : wanted),
           fmt::format("the table has {}", shown_names(names_)),
           "Name one of these, or its number, with --column.");
  }
  return column;
}

std::int64_t MapReader::count(int column) const {
  FitsColumn const cells = file_.column(column);
  if (cells.type < TBYTE || cells.type == TLOGICAL || cells.type == TSTRING ||
      cells.type == TCOMPLEX || cells.type == TDBLCOMPLEX) {
    refuse(fmt::format("the column '{}' cannot be read", quantity(column)), "it holds no numbers",
           "Name another one with --column.");
  }
  return cells.repeat * file_.rows();
}

std::vector<double> MapReader::numbers(int column) const {
  std::vector<double> result(static_cast<std::size_t>(count(column)));
  FitsColumn const cells = file_.column(column);
  for_each_rows(file_, [&] {
    return [&, part = std::vector<double>()](FitsRows& rows, std::int64_t begin) mutable {
      rows.numbers(cells, part);
      std::copy(part.begin(), part.end(), result.begin() + begin * cells.repeat);
    };
  });
  return result;
}

std::vector<std::int64_t> MapReader::integers(int column) const {
  std::vector<std::int64_t> result(static_cast<std::size_t>(count(column)));
  FitsColumn const cells = file_.column(column);
  for_each_rows(file_, [&] {
    return [&, part = std::vector<std::int64_t>()](FitsRows& rows, std::int64_t begin) mutable {
      constexpr std::int64_t undefined = -1;
      rows.integers(cells, undefined, part);
      std::copy(part.begin(), part.end(), result.begin() + begin * cells.repeat);
    };
  });
  return result;
}

void MapReader::read_pixels(std::vector<int> const& columns, TakePixels const& take) const {
  std::vector<FitsColumn> components;
  for (int const column : columns) {
    components.push_back(file_.column(column));
  }
  for_each_rows(file_, [&] {
    return [&, pixels = std::vector<double>()](FitsRows& rows, std::int64_t begin) mutable {
      for (std::size_t i = 0; i < components.size(); ++i) {
        rows.numbers(components[i], pixels);
        std::replace_if(pixels.begin(), pixels.end(), is_unseen, not_a_number);
        take(i, begin * components[i].repeat, pixels);
      }
    };
  });
}

std::string MapReader::quantity(int column) const {
  return file_.text_key(fmt::format("TTYPE{}", column)).value_or("");
}

std::string MapReader::unit(int column) const {
  std::string const unit = file_.text_key(fmt::format("TUNIT{}", column)).value_or("");
  return equal_names(unit, "unknown") ? "" : unit;
}

void tell_grid(SkyMapSelection const& selection, RingGrid const& grid) {
  if (selection.grid_is_known) {
    selection.grid_is_known(grid);
  }
}

}  // namespace siderum::io
