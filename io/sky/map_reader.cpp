// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/map_reader.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/core/unseen.hpp>
#include <siderum/io/sky/sky_map_keys.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/number_text.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

constexpr std::int64_t undefined_integer = -1;

bool holds_numbers(int type) {
  return type >= TBYTE && type != TLOGICAL && type != TSTRING && type != TCOMPLEX &&
         type != TDBLCOMPLEX;
}

bool holds_reals(FitsColumn const& column) {
  return column.type == TFLOAT || column.type == TDOUBLE;
}

/// Doubles hold all whole numbers below it.
constexpr double whole_end = 0x1p53;

bool is_whole(double number) {
  return std::fabs(number) < whole_end && number == std::trunc(number);
}

/// How far from the number of BAD_DATA the pixels of a column are that have it. Those of single
/// precision are rounded, and so are scaled ones, which CFITSIO calls reals.
double rounding_of(FitsColumn const& column, double bad) {
  constexpr double of_scaled = 1e-12;
  double const relative = column.type == TFLOAT    ? 0.5 * std::numeric_limits<float>::epsilon()
                          : column.type == TDOUBLE ? of_scaled
                                                   : 0.0;
  return relative * std::fabs(bad);
}

/// A column of numbers, which is one of the components.
struct NumberComponent {
  std::size_t component;
  FitsColumn cells;
};

}  // namespace

MapReader::MapReader(InputFile& input, ColumnOption option) : file_(input), option_(option) {
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

void MapReader::refuse_namesake(int column) const {
  std::string const& name = names_[static_cast<std::size_t>(column) - 1];
  if (!name.empty() && find_names(names_, name).size() > 1) {
    refuse(fmt::format("two columns are called '{}'", shown_text(name)), "names tell columns apart",
           advice("Name one of them differently, or one by its number with --column."));
  }
}

int MapReader::named_column(std::string_view name) const {
  int const column = find_name(names_, name) + 1;
  if (column > 0) {
    refuse_namesake(column);
  }
  return column;
}

int MapReader::map_column(std::string const& wanted, int first) const {
  int column = first;
  bool is_by_name = true;
  if (!wanted.empty()) {
    column = find_name(names_, wanted) + 1;
    if (column == 0) {
      is_by_name = false;
      char const* const end = wanted.data() + wanted.size();
      auto const number = std::from_chars(wanted.data(), end, column);
      column = number.ptr == end ? column : 0;
    }
  }
  if (column < 1 || column > file_.columns()) {
    refuse(fmt::format("there is no column '{}'", wanted.empty() ? std::to_string(first) : wanted),
           fmt::format("the table has {}", shown_names(names_)),
           advice("Name one of these, or its number, with --column."));
  }
  if (is_by_name) {
    refuse_namesake(column);
  }
  return column;
}

std::string MapReader::advice(std::string_view with_option) const {
  return option_ == ColumnOption::there ? std::string(with_option) : "Check the columns.";
}

std::int64_t MapReader::cell_count(int column, bool is_readable) const {
  if (!is_readable) {
    refuse(fmt::format("the column '{}' cannot be read", quantity(column)), "it holds no numbers",
           advice("Name another one with --column."));
  }
  return file_.column(column).repeat * file_.rows();
}

std::int64_t MapReader::count(int column) const {
  return cell_count(column, holds_numbers(file_.column(column).type));
}

std::int64_t MapReader::pixel_count(int column) const {
  int const type = file_.column(column).type;
  return cell_count(column, type == TLOGICAL || holds_numbers(type));
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

std::vector<std::int64_t> MapReader::integers(int column, NumberWords const& words) const {
  std::vector<std::int64_t> result(static_cast<std::size_t>(count(column)));
  FitsColumn const cells = file_.column(column);
  if (holds_reals(cells)) {
    std::vector<double> const reals = numbers(column);
    auto const other = std::find_if_not(reals.begin(), reals.end(), is_whole);
    if (other != reals.end()) {
      bool const is_large = std::isfinite(*other) && *other == std::trunc(*other);
      refuse(fmt::format("{}: the {} is {}",
                         row(column, static_cast<std::size_t>(other - reals.begin())), words.one,
                         number_text(*other)),
             fmt::format("{} are whole numbers{}", words.all, is_large ? " below 2^53" : ""),
             "Correct the row.");
    }
    std::transform(reals.begin(), reals.end(), result.begin(),
                   [](double real) { return static_cast<std::int64_t>(real); });
    return result;
  }
  for_each_rows(file_, [&] {
    return [&, part = std::vector<std::int64_t>()](FitsRows& rows, std::int64_t begin) mutable {
      rows.integers(cells, undefined_integer, part);
      std::copy(part.begin(), part.end(), result.begin() + begin * cells.repeat);
    };
  });
  return result;
}

void WholeCells::read(FitsRows& rows, std::vector<std::int64_t>& cells) {
  if (!holds_reals(column_)) {
    rows.integers(column_, undefined_integer, cells);
    return;
  }
  rows.numbers(column_, reals_);
  cells.resize(reals_.size());
  std::transform(reals_.begin(), reals_.end(), cells.begin(), [](double real) {
    return is_whole(real) ? static_cast<std::int64_t>(real) : undefined_integer;
  });
}

/// The number of pixels that were not seen, where the header names one besides UNSEEN.
std::optional<double> MapReader::bad_data() const {
  std::string const text = file_.text_key("BAD_DATA").value_or("");
  if (text.empty()) {
    return std::nullopt;
  }
  double bad = 0.0;
  char const* const end = text.data() + text.size();
  if (parse_number(text.data(), end, bad) != end) {
    refuse(fmt::format("BAD_DATA is '{}'", shown_text(text)),
           "it is the number of the pixels that were not seen", "Correct the keyword.");
  }
  return std::isinf(bad) || is_unseen(bad) ? std::nullopt : std::optional(bad);
}

/// FitsRows has none of these: CFITSIO reads them here, for one thread.
void MapReader::read_logicals(FitsColumn const& cells, std::size_t component,
                              TakePixels const& take) const {
  constexpr char undefined = 2;
  std::int64_t const step = rows_at_a_time(file_);
  std::vector<char> logicals;
  std::vector<double> pixels;
  for (std::int64_t begin = 0; begin < file_.rows() && cells.repeat > 0; begin += step) {
    std::int64_t const count = std::min(step, file_.rows() - begin) * cells.repeat;
    logicals.resize(static_cast<std::size_t>(count));
    pixels.resize(logicals.size());
    char other = undefined;
    int any_undefined = 0;
    int status = 0;
    fits_read_col(file_.handle(), TLOGICAL, cells.number, begin + 1, 1, count, &other,
                  logicals.data(), &any_undefined, &status);
    file_.check(status);
    std::transform(logicals.begin(), logicals.end(), pixels.begin(), [](char logical) {
      return logical == 1 ? 1.0 : logical == 0 ? 0.0 : not_a_number;
    });
    take(component, begin * cells.repeat, pixels);
  }
}

void MapReader::read_pixels(std::vector<int> const& columns, TakePixels const& take) const {
  std::optional<double> const bad = bad_data();
  std::vector<NumberComponent> components;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    FitsColumn const cells = file_.column(columns[i]);
    if (cells.type == TLOGICAL) {
      read_logicals(cells, i, take);
    } else {
      components.push_back({i, cells});
    }
  }
  for_each_rows(file_, [&] {
    return [&, pixels = std::vector<double>()](FitsRows& rows, std::int64_t begin) mutable {
      for (auto const& [component, cells] : components) {
        rows.numbers(cells, pixels);
        std::replace_if(pixels.begin(), pixels.end(), is_unseen, not_a_number);
        if (bad) {
          double const rounding = rounding_of(cells, *bad);
          auto const is_bad = [&](double pixel) { return std::fabs(pixel - *bad) <= rounding; };
          std::replace_if(pixels.begin(), pixels.end(), is_bad, not_a_number);
        }
        take(component, begin * cells.repeat, pixels);
      }
    };
  });
}

std::string MapReader::row(int column, std::size_t cell) const {
  auto const in_a_row =
      static_cast<std::size_t>(std::max<std::int64_t>(file_.column(column).repeat, 1));
  return in_a_row == 1 ? fmt::format("row {}", cell + 1)
                       : fmt::format("row {}, cell {}", cell / in_a_row + 1, cell % in_a_row + 1);
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
