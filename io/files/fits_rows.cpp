// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/fits_rows.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

#include <siderum/io/files/big_endian.hpp>

namespace siderum::io {
namespace {

constexpr std::int64_t read_at_a_time = std::int64_t{1} << 18;

/// The cells of a column in all rows whose bytes begin there.
template <class Stored, class Cell>
void take_cells(FitsColumn const& column, std::int64_t row_bytes, char const* bytes,
                std::vector<Cell>& cells) {
  bytes += column.place;
  if (column.repeat == 1) {
    for (Cell& cell : cells) {
      cell = static_cast<Cell>(get_big_endian<Stored>(bytes));
      bytes += row_bytes;
    }
    return;
  }
  auto const repeat = static_cast<std::size_t>(column.repeat);
  for (Cell* run = cells.data(); run != cells.data() + cells.size(); run += repeat) {
    for (std::size_t i = 0; i < repeat; ++i) {
      run[i] = static_cast<Cell>(get_big_endian<Stored>(bytes + i * sizeof(Stored)));
    }
    bytes += row_bytes;
  }
}

/// False where the cells are no whole numbers.
template <class Cell>
bool take_integers(FitsColumn const& column, std::int64_t row_bytes, char const* bytes,
                   std::vector<Cell>& cells) {
  switch (column.form) {
    case 'K':
      take_cells<std::int64_t>(column, row_bytes, bytes, cells);
      return true;
    case 'J':
      take_cells<std::int32_t>(column, row_bytes, bytes, cells);
      return true;
    case 'I':
      take_cells<std::int16_t>(column, row_bytes, bytes, cells);
      return true;
    case 'B':
      take_cells<std::uint8_t>(column, row_bytes, bytes, cells);
      return true;
    default:
      return false;
  }
}

std::string trimmed(std::string_view text) {
  text = text.substr(0, text.find('\0'));
  std::size_t const first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) {
    return {};
  }
  return std::string(text.substr(first, text.find_last_not_of(' ') + 1 - first));
}

}  // namespace

std::int64_t rows_at_a_time(FitsFile const& file) {
  return std::max<std::int64_t>(1, read_at_a_time / std::max<std::int64_t>(1, file.row_bytes()));
}

FitsRows::FitsRows(FitsFile const& file) : file_(file), row_bytes_(file.row_bytes()) {}

void FitsRows::take(std::int64_t begin, std::int64_t end) {
  begin_ = begin;
  end_ = end;
  bytes_ = nullptr;
  is_counted_ = false;
}

char const* FitsRows::bytes() {
  if (bytes_ == nullptr) {
    auto const count = static_cast<std::size_t>((end_ - begin_) * row_bytes_);
    if (!file_.memory_ && count > capacity_) {
      buffer_ = std::make_unique_for_overwrite<char[]>(count);
      capacity_ = count;
    }
    bytes_ = file_.data_bytes(begin_ * row_bytes_, count, buffer_.get());
    count_rows();
  }
  return bytes_;
}

/// Once, by whatever way and for however many columns the rows are read.
void FitsRows::count_rows() {
  if (!is_counted_) {
    file_.count_data(begin_ * row_bytes_, (end_ - begin_) * row_bytes_);
    is_counted_ = true;
  }
}

void FitsRows::numbers(FitsColumn const& column, std::vector<double>& cells) {
  auto const count = (end_ - begin_) * column.repeat;
  cells.resize(static_cast<std::size_t>(count));
  if (column.form == 'D') {
    take_cells<double>(column, row_bytes_, bytes(), cells);
  } else if (column.form == 'E') {
    take_cells<float>(column, row_bytes_, bytes(), cells);
  } else if (column.form == 0 || !take_integers(column, row_bytes_, bytes(), cells)) {
    // Where it looks for undefined cells, CFITSIO takes infinite ones for such and makes subnormal
    // ones 0.
    double undefined = std::numeric_limits<double>::quiet_NaN();
    read(column, TDOUBLE, count, column.says_undefined ? &undefined : nullptr, cells.data());
  }
}

void FitsRows::integers(FitsColumn const& column, std::int64_t undefined,
                        std::vector<std::int64_t>& cells) {
  auto const count = (end_ - begin_) * column.repeat;
  cells.resize(static_cast<std::size_t>(count));
  if (column.form == 0 || !take_integers(column, row_bytes_, bytes(), cells)) {
    std::vector<LONGLONG> values(cells.size());
    LONGLONG undefined_value = undefined;
    read(column, TLONGLONG, count, &undefined_value, values.data());
    std::copy(values.begin(), values.end(), cells.begin());
  }
}

void FitsRows::texts(FitsColumn const& column, std::vector<std::string>& cells) {
  auto const count = static_cast<std::size_t>(end_ - begin_);
  cells.resize(count);
  auto const width = static_cast<std::size_t>(column.width);
  if (column.form == 'A') {
    char const* text = bytes() + column.place;
    for (std::string& cell : cells) {
      cell = trimmed({text, width});
      text += row_bytes_;
    }
    return;
  }
  std::vector<char> letters((width + 1) * count);
  std::vector<char*> pointers;
  for (std::size_t row = 0; row < count; ++row) {
    pointers.push_back(letters.data() + row * (width + 1));
  }
  std::string undefined;
  read(column, TSTRING, std::ssize(pointers), undefined.data(), pointers.data());
  std::transform(pointers.begin(), pointers.end(), cells.begin(),
                 [](char const* text) { return trimmed(text); });
}

void FitsRows::unsigned_texts(FitsColumn const& column, std::vector<std::string>& cells) {
  auto const count = static_cast<std::size_t>(end_ - begin_);
  cells.resize(count);
  if (count == 0) {
    return;
  }
  // No number can stand for an undefined one, as all 64 bits count.
  std::vector<ULONGLONG> values(count);
  std::vector<char> undefined(count);
  {
    std::lock_guard const lock(file_.mutex_);
    int any_undefined = 0;
    int status = 0;
    fits_read_colnull(file_.handle(), TULONGLONG, column.number, begin_ + 1, 1, end_ - begin_,
                      values.data(), undefined.data(), &any_undefined, &status);
    file_.check(status);
    count_rows();
  }
  for (std::size_t row = 0; row < count; ++row) {
    cells[row] = undefined[row] != 0 ? std::string() : std::to_string(values[row]);
  }
}

void FitsRows::read(FitsColumn const& column, int type, std::int64_t count, void* undefined,
                    void* cells) {
  if (count == 0) {
    return;
  }
  std::lock_guard const lock(file_.mutex_);
  int any_undefined = 0;
  int status = 0;
  fits_read_col(file_.handle(), type, column.number, begin_ + 1, 1, count, undefined, cells,
                &any_undefined, &status);
  file_.check(status);
  count_rows();
}

}  // namespace siderum::io
