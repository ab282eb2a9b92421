// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/fits_table.hpp>

#include <fitsio.h>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/files/fits_file.hpp>
#include <siderum/io/tables/number_text.hpp>

namespace siderum::io {
namespace {

constexpr std::int64_t undefined_integer = std::numeric_limits<std::int64_t>::min();

std::string trimmed(std::string_view text) {
  std::size_t const first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    return {};
  }
  return std::string(text.substr(first, text.find_last_not_of(' ') + 1 - first));
}

}  // namespace

FitsTable::FitsTable(InputFile& input)
    : file_(std::make_unique<FitsFile>(input)), rows_(file_->rows()) {
  for (int column = 1; column <= file_->columns(); ++column) {
    names_.push_back(file_->text_key(fmt::format("TTYPE{}", column)).value_or(""));
    units_.push_back(file_->text_key(fmt::format("TUNIT{}", column)).value_or(""));
  }
}

FitsTable::~FitsTable() = default;

std::string const& FitsTable::name() const {
  return file_->name();
}

std::optional<std::string> FitsTable::text_key(std::string const& keyword) const {
  return file_->text_key(keyword);
}

FitsTable::Kind FitsTable::kind(int column) const {
  int type = 0;
  LONGLONG repeat = 0;
  LONGLONG width = 0;
  int status = 0;
  fits_get_eqcoltypell(file_->handle(), column + 1, &type, &repeat, &width, &status);
  file_->check(status);
  if (type == TSTRING) {
    return repeat == width ? Kind::text : Kind::other;
  }
  if (repeat != 1) {
    return Kind::other;
  }
  switch (type) {
    case TBYTE:
    case TSBYTE:
    case TSHORT:
    case TUSHORT:
    case TINT:
    case TUINT:
    case TLONG:
    case TULONG:
    case TLONGLONG:
      return Kind::integer;
    case TFLOAT:
    case TDOUBLE:
      return Kind::number;
    default:
      return Kind::other;
  }
}

void FitsTable::require(int column, bool holds, std::string_view wanted) const {
  if (!holds) {
    throw Error(
        fmt::format("{}: the column '{}' does not hold {} (its cells are of another type, "
                    "or lists). Choose another one.",
                    file_->name(), names_[static_cast<std::size_t>(column)], wanted));
  }
}

NumberColumn FitsTable::numbers(int column, std::int64_t first, std::int64_t count) const {
  Kind const is = kind(column);
  require(column, is == Kind::number || is == Kind::integer, "one number per row");
  NumberColumn result(static_cast<std::size_t>(count));
  double undefined = std::numeric_limits<double>::quiet_NaN();
  int any_undefined = 0;
  int status = 0;
  if (count > 0) {
    fits_read_col(file_->handle(), TDOUBLE, column + 1, first + 1, 1, count, &undefined,
                  result.data(), &any_undefined, &status);
  }
  file_->check(status);
  return result;
}

IntegerColumn FitsTable::integers(int column, std::int64_t first, std::int64_t count) const {
  require(column, kind(column) == Kind::integer, "one integer per row");
  std::vector<LONGLONG> values(static_cast<std::size_t>(count));
  LONGLONG undefined = undefined_integer;
  int any_undefined = 0;
  int status = 0;
  if (count > 0) {
    fits_read_col(file_->handle(), TLONGLONG, column + 1, first + 1, 1, count, &undefined,
                  values.data(), &any_undefined, &status);
  }
  file_->check(status);
  return {values.begin(), values.end()};
}

TextColumn FitsTable::text(int column, std::int64_t first, std::int64_t count) const {
  TextColumn result;
  switch (kind(column)) {
    case Kind::text:
      return strings(column, first, count);
    case Kind::integer:
      for (std::int64_t const value : integers(column, first, count)) {
        result.push_back(value == undefined_integer ? "" : std::to_string(value));
      }
      return result;
    case Kind::number:
      for (double const value : numbers(column, first, count)) {
        result.emplace_back();
        if (value == value) {
          append_number(result.back(), value);
        }
      }
      return result;
    case Kind::other:
      break;
  }
  require(column, false, "one text or number per row");
  return result;
}

TextColumn FitsTable::strings(int column, std::int64_t first, std::int64_t count) const {
  int type = 0;
  LONGLONG repeat = 0;
  LONGLONG width = 0;
  int status = 0;
  fits_get_coltypell(file_->handle(), column + 1, &type, &repeat, &width, &status);
  file_->check(status);
  std::size_t const stride = static_cast<std::size_t>(width) + 1;
  std::vector<char> letters(stride * static_cast<std::size_t>(count));
  std::vector<char*> pointers;
  for (std::int64_t row = 0; row < count; ++row) {
    pointers.push_back(letters.data() + static_cast<std::size_t>(row) * stride);
  }
  if (count > 0) {
    int any_undefined = 0;
    std::string undefined;
    fits_read_col(file_->handle(), TSTRING, column + 1, first + 1, 1, count, undefined.data(),
                  pointers.data(), &any_undefined, &status);
  }
  file_->check(status);
  TextColumn result;
  for (char const* const pointer : pointers) {
    result.push_back(trimmed(pointer));
  }
  return result;
}

Table read_fits_table(FitsTable const& file) {
  Table table;
  for (int column = 0; column < file.columns(); ++column) {
    std::string const& name = file.names()[static_cast<std::size_t>(column)];
    FitsTable::Kind const kind = file.kind(column);
    if (kind == FitsTable::Kind::number) {
      table.add(name, file.numbers(column, 0, file.rows()));
      continue;
    }
    if (kind != FitsTable::Kind::integer) {
      table.add(name, file.text(column, 0, file.rows()));
      continue;
    }
    IntegerColumn integers = file.integers(column, 0, file.rows());
    if (std::find(integers.begin(), integers.end(), undefined_integer) == integers.end()) {
      table.add(name, std::move(integers));
    } else {
      table.add(name, file.numbers(column, 0, file.rows()));
    }
  }
  return table;
}

}  // namespace siderum::io
