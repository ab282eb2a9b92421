// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/fits_table.hpp>

#include <fitsio.h>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/files/fits_file.hpp>
#include <siderum/io/files/fits_rows.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/number_text.hpp>

namespace siderum::io {
namespace {

constexpr std::int64_t undefined_integer = std::numeric_limits<std::int64_t>::min();

}  // namespace

FitsTable::FitsTable(InputFile& input)
    : file_(std::make_unique<FitsFile>(input)), rows_(file_->rows()) {
  for (int column = 1; column <= file_->columns(); ++column) {
    names_.push_back(file_->text_key(fmt::format("TTYPE{}", column)).value_or(""));
    units_.push_back(file_->text_key(fmt::format("TUNIT{}", column)).value_or(""));
    columns_.push_back(file_->column(column));
  }
}

FitsTable::~FitsTable() = default;

std::string const& FitsTable::name() const {
  return file_->name();
}

std::optional<std::string> FitsTable::text_key(std::string const& keyword) const {
  return file_->text_key(keyword);
}

std::int64_t FitsTable::rows_at_a_time() const {
  return io::rows_at_a_time(*file_);
}

FitsTable::Kind FitsTable::kind(int column) const {
  FitsColumn const& cells = columns_[static_cast<std::size_t>(column)];
  if (cells.type == TSTRING) {
    return cells.repeat == cells.width ? Kind::text : Kind::other;
  }
  if (cells.repeat != 1) {
    return Kind::other;
  }
  switch (cells.type) {
    case TBYTE:
    case TSBYTE:
    case TSHORT:
    case TUSHORT:
    case TINT:
    case TUINT:
    case TLONG:
    case TULONG:
    case TLONGLONG:
    case TULONGLONG:
      return Kind::integer;
    case TFLOAT:
    case TDOUBLE:
      return Kind::number;
    default:
      return Kind::other;
  }
}

bool FitsTable::is_unsigned_64(int column) const {
  return columns_[static_cast<std::size_t>(column)].type == TULONGLONG;
}

void FitsTable::require(int column, bool holds, std::string_view wanted) const {
  if (!holds) {
    throw Error(
        fmt::format("{}: the column '{}' does not hold {} (its cells are of another type, "
                    "or lists). Choose another one with --columns.",
                    file_->name(), names_[static_cast<std::size_t>(column)], wanted));
  }
}

void FitsTable::require_cells(int column) const {
  require(column, kind(column) != Kind::other, "one text or number per row");
}

FitsTableRows::FitsTableRows(FitsTable const& table)
    : table_(table), rows_(std::make_unique<FitsRows>(*table.file_)) {}

FitsTableRows::~FitsTableRows() = default;
FitsTableRows::FitsTableRows(FitsTableRows&& other) noexcept = default;

void FitsTableRows::take(std::int64_t begin, std::int64_t end) {
  rows_->take(begin, end);
}

void FitsTableRows::numbers(int column, NumberColumn& cells) {
  FitsTable::Kind const is = table_.kind(column);
  table_.require(column, is == FitsTable::Kind::number || is == FitsTable::Kind::integer,
                 "one number per row");
  rows_->numbers(table_.columns_[static_cast<std::size_t>(column)], cells);
}

void FitsTableRows::integers(int column, IntegerColumn& cells) {
  table_.require(column, table_.kind(column) == FitsTable::Kind::integer, "one integer per row");
  rows_->integers(table_.columns_[static_cast<std::size_t>(column)], undefined_integer, cells);
}

void FitsTableRows::text(int column, TextColumn& cells) {
  switch (table_.kind(column)) {
    case FitsTable::Kind::text:
      rows_->texts(table_.columns_[static_cast<std::size_t>(column)], cells);
      return;
    case FitsTable::Kind::integer:
      if (table_.is_unsigned_64(column)) {
        rows_->unsigned_texts(table_.columns_[static_cast<std::size_t>(column)], cells);
        return;
      }
      integers(column, integers_);
      cells.resize(integers_.size());
      std::transform(integers_.begin(), integers_.end(), cells.begin(), [](std::int64_t value) {
        return value == undefined_integer ? "" : std::to_string(value);
      });
      return;
    case FitsTable::Kind::number:
      numbers(column, numbers_);
      cells.resize(numbers_.size());
      std::transform(numbers_.begin(), numbers_.end(), cells.begin(), [](double value) {
        std::string text;
        if (value == value) {
          append_number(text, value);
        }
        return text;
      });
      return;
    case FitsTable::Kind::other:
      break;
  }
  table_.require_cells(column);
}

namespace {

/// A whole column, by all threads.
template <class Cells>
Cells read_column(FitsTable const& file, int column,
                  void (FitsTableRows::*read)(int column, Cells& cells)) {
  Cells all(static_cast<std::size_t>(file.rows()));
  for_each_piece(file.rows(), file.rows_at_a_time(), [&] {
    return [&, rows = FitsTableRows(file), cells = Cells()](std::int64_t begin,
                                                            std::int64_t end) mutable {
      rows.take(begin, end);
      (rows.*read)(column, cells);
      std::move(cells.begin(), cells.end(), all.begin() + begin);
    };
  });
  return all;
}

}  // namespace

Table read_fits_table(FitsTable const& file) {
  SIDERUM_VALIDATE(file.columns() > 0,
                   fmt::format("{} has no data (its table has no columns). Give a file with rows.",
                               file.name()));
  check_names(file.name(), file.names());
  Table table;
  for (int column = 0; column < file.columns(); ++column) {
    std::string const& name = file.names()[static_cast<std::size_t>(column)];
    FitsTable::Kind const kind = file.kind(column);
    file.require_cells(column);
    if (kind == FitsTable::Kind::number || file.is_unsigned_64(column)) {
      table.add(name, read_column(file, column, &FitsTableRows::numbers),
                file.units()[static_cast<std::size_t>(column)]);
      continue;
    }
    if (kind != FitsTable::Kind::integer) {
      table.add(name, read_column(file, column, &FitsTableRows::text));
      continue;
    }
    IntegerColumn integers = read_column(file, column, &FitsTableRows::integers);
    if (std::find(integers.begin(), integers.end(), undefined_integer) == integers.end()) {
      table.add(name, std::move(integers));
    } else {
      table.add(name, read_column(file, column, &FitsTableRows::numbers));
    }
  }
  return table;
}

}  // namespace siderum::io
