// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/map_reader.hpp>

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/unseen.hpp>
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
  int type = 0;
  LONGLONG repeat = 0;
  int status = 0;
  fits_get_eqcoltypell(file_.handle(), column, &type, &repeat, nullptr, &status);
  file_.check(status);
  if (type < TBYTE || type == TLOGICAL || type == TSTRING || type == TCOMPLEX ||
      type == TDBLCOMPLEX) {
    refuse(fmt::format("the column '{}' cannot be read", quantity(column)), "it holds no numbers",
           "Name another one with --column.");
  }
  return repeat * file_.rows();
}

std::vector<double> MapReader::numbers(int column) const {
  std::vector<double> result(static_cast<std::size_t>(count(column)));
  // Where it looks for undefined cells, CFITSIO takes infinite ones for such and makes subnormal
  // ones 0; cells that are stored as reals say NaN themselves.
  double undefined = not_a_number;
  read(column, TDOUBLE, std::ssize(result), holds_reals(column) ? nullptr : &undefined,
       result.data());
  return result;
}

bool MapReader::holds_reals(int column) const {
  int type = 0;
  int status = 0;
  fits_get_coltypell(file_.handle(), column, &type, nullptr, nullptr, &status);
  file_.check(status);
  return type == TFLOAT || type == TDOUBLE;
}

std::vector<LONGLONG> MapReader::integers(int column) const {
  std::vector<LONGLONG> result(static_cast<std::size_t>(count(column)));
  LONGLONG undefined = -1;
  read(column, TLONGLONG, std::ssize(result), &undefined, result.data());
  return result;
}

std::vector<double> MapReader::pixels(int column) const {
  std::vector<double> result = numbers(column);
  std::replace_if(result.begin(), result.end(), is_unseen, not_a_number);
  return result;
}

std::string MapReader::quantity(int column) const {
  return file_.text_key(fmt::format("TTYPE{}", column)).value_or("");
}

std::string MapReader::unit(int column) const {
  std::string const unit = file_.text_key(fmt::format("TUNIT{}", column)).value_or("");
  return equal_names(unit, "unknown") ? "" : unit;
}

void MapReader::read(int column, int type, std::int64_t count, void* undefined,
                     void* result) const {
  int any_undefined = 0;
  int status = 0;
  if (count > 0) {
    fits_read_col(file_.handle(), type, column, 1, 1, count, undefined, result, &any_undefined,
                  &status);
  }
  file_.check(status);
}

}  // namespace siderum::io
