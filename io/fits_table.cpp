// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/fits_table.hpp>

#include <fitsio.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/input_file.hpp>
#include <siderum/io/number_text.hpp>

namespace siderum::io {
namespace {

constexpr std::int64_t undefined_integer = std::numeric_limits<std::int64_t>::min();

std::string status_text(int status) {
  std::array<char, FLEN_STATUS> words{};
  fits_get_errstatus(status, words.data());
  return words.data();
}

std::string trimmed(std::string_view text) {
  std::size_t const first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    return {};
  }
  return std::string(text.substr(first, text.find_last_not_of(' ') + 1 - first));
}

}  // namespace

struct FitsTable::File {
  fitsfile* handle = nullptr;
  std::string
      copy;  ///< of standard input and pipes; CFITSIO reads whole records, so it is padded to them
  void* bytes = nullptr;
  std::size_t size = 0;

  ~File() {
    if (handle != nullptr) {
      int status = 0;
      fits_close_file(handle, &status);
    }
  }
};

FitsTable::FitsTable(std::string const& path, std::string_view bytes)
    : name_(input_name(path)), file_(std::make_unique<File>()) {
  int status = 0;
  std::error_code ignored;
  bool const is_file = std::filesystem::is_regular_file(path, ignored);
  if (path == "-" || (!is_file && !bytes.empty())) {
    constexpr std::size_t record = 2880;
    file_->copy = bytes;
    file_->copy.resize((bytes.size() + record - 1) / record * record);
    file_->bytes = file_->copy.data();
    file_->size = file_->copy.size();
    fits_open_memfile(&file_->handle, "siderum", READONLY, &file_->bytes, &file_->size, 0, nullptr,
                      &status);
  } else {
    fits_open_diskfile(&file_->handle, path.c_str(), READONLY, &status);
  }
  check(status);
  int hdu_type = IMAGE_HDU;
  while (hdu_type == IMAGE_HDU) {
    fits_movrel_hdu(file_->handle, 1, &hdu_type, &status);
    if (status == END_OF_FILE) {
      throw Error(
          fmt::format("{} has no table (it holds only images, or is cut short). Give a FITS "
                      "file with a binary or ASCII table.",
                      name_));
    }
    check(status);
  }
  check_length();
  int columns = 0;
  LONGLONG rows = 0;
  fits_get_num_cols(file_->handle, &columns, &status);
  fits_get_num_rowsll(file_->handle, &rows, &status);
  check(status);
  rows_ = rows;
  for (int column = 1; column <= columns; ++column) {
    std::array<char, FLEN_VALUE> name{};
    fits_read_key(file_->handle, TSTRING, fmt::format("TTYPE{}", column).c_str(), name.data(),
                  nullptr, &status);
    if (status == KEY_NO_EXIST) {
      status = 0;
      fits_clear_errmsg();
    }
    check(status);
    names_.emplace_back(trimmed(name.data()));
  }
}

FitsTable::~FitsTable() = default;

void FitsTable::check(int status) const {
  if (status != 0) {
    fits_clear_errmsg();
    throw Error(
        fmt::format("{} cannot be read as FITS (CFITSIO: {}). Check the file, for example "
                    "with fitsverify.",
                    name_, status_text(status)));
  }
}

// CFITSIO does not look for the end of what it reads from memory.
void FitsTable::check_length() const {
  LONGLONG end = 0;
  int status = 0;
  fits_get_hduaddrll(file_->handle, nullptr, nullptr, &end, &status);
  check(status);
  if (file_->size > 0 && end > static_cast<LONGLONG>(file_->size)) {
    check(END_OF_FILE);
  }
}

FitsTable::Kind FitsTable::kind(int column) const {
  int type = 0;
  LONGLONG repeat = 0;
  LONGLONG width = 0;
  int status = 0;
  fits_get_eqcoltypell(file_->handle, column + 1, &type, &repeat, &width, &status);
  check(status);
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
                    "or lists). Choose another one with --columns.",
                    name_, names_[static_cast<std::size_t>(column)], wanted));
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
    fits_read_col(file_->handle, TDOUBLE, column + 1, first + 1, 1, count, &undefined,
                  result.data(), &any_undefined, &status);
  }
  check(status);
  return result;
}

IntegerColumn FitsTable::integers(int column, std::int64_t first, std::int64_t count) const {
  require(column, kind(column) == Kind::integer, "one integer per row");
  std::vector<LONGLONG> values(static_cast<std::size_t>(count));
  LONGLONG undefined = undefined_integer;
  int any_undefined = 0;
  int status = 0;
  if (count > 0) {
    fits_read_col(file_->handle, TLONGLONG, column + 1, first + 1, 1, count, &undefined,
                  values.data(), &any_undefined, &status);
  }
  check(status);
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
  int width = 0;
  int status = 0;
  fits_get_col_display_width(file_->handle, column + 1, &width, &status);
  check(status);
  std::size_t const stride = static_cast<std::size_t>(width) + 1;
  std::vector<char> letters(stride * static_cast<std::size_t>(count));
  std::vector<char*> pointers;
  for (std::int64_t row = 0; row < count; ++row) {
    pointers.push_back(letters.data() + static_cast<std::size_t>(row) * stride);
  }
  if (count > 0) {
    int any_undefined = 0;
    std::string undefined;
    fits_read_col(file_->handle, TSTRING, column + 1, first + 1, 1, count, undefined.data(),
                  pointers.data(), &any_undefined, &status);
  }
  check(status);
  TextColumn result;
  for (char const* const pointer : pointers) {
    result.push_back(trimmed(pointer));
  }
  return result;
}

Table read_fits_table(std::string const& path, std::string_view bytes) {
  FitsTable const file(path, bytes);
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
