// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/fits_light_curves.hpp>

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/periods/time_scale.hpp>
#include <siderum/io/tables/fits_table.hpp>

namespace siderum::io {
namespace {

/// Rows of the used columns; those that the layout lacks are empty.
struct Block {
  TextColumn id;
  NumberColumn time;
  NumberColumn value;
  NumberColumn error;
  TextColumn band;
  std::vector<ColumnRole> integers;  ///< whose columns hold integers, so that NaN is an empty cell
};

Block read_block(FitsTable const& file, ColumnLayout const& layout, std::int64_t first,
                 std::int64_t count) {
  Block block;
  if (layout.has(ColumnRole::id)) {
    block.id = file.text(layout.place_of(ColumnRole::id), first, count);
  }
  block.time = file.numbers(layout.place_of(ColumnRole::time), first, count);
  block.value = file.numbers(layout.place_of(ColumnRole::value), first, count);
  if (layout.has(ColumnRole::error)) {
    block.error = file.numbers(layout.place_of(ColumnRole::error), first, count);
  }
  if (layout.has(ColumnRole::band)) {
    block.band = file.text(layout.place_of(ColumnRole::band), first, count);
  } else if (layout.watched_band >= 0 && file.kind(layout.watched_band) != FitsTable::Kind::other) {
    block.band = file.text(layout.watched_band, first, count);
  }
  for (ColumnRole const role : {ColumnRole::time, ColumnRole::value, ColumnRole::error}) {
    if (layout.has(role) && file.kind(layout.place_of(role)) == FitsTable::Kind::integer) {
      block.integers.push_back(role);
    }
  }
  return block;
}

/// The first column with an empty cell among those of integers, or skip.
ColumnRole missing_role(Block const& block, Row const& row) {
  for (ColumnRole const role : block.integers) {
    double const number = role == ColumnRole::time    ? row.time
                          : role == ColumnRole::value ? row.value
                                                      : row.error;
    if (std::isnan(number)) {
      return role;
    }
  }
  return ColumnRole::skip;
}

void pass_on(Block const& block, bool needs_band, std::int64_t first, RowCollector& collector) {
  for (std::size_t i = 0; i < block.time.size(); ++i) {
    std::int64_t const row_number = first + static_cast<std::int64_t>(i) + 1;
    Row row;
    row.time = block.time[i];
    row.value = block.value[i];
    if (!block.error.empty()) {
      row.error = block.error[i];
    }
    if (!block.band.empty()) {
      row.band = block.band[i];
      if (row.band.empty() && needs_band) {
        collector.refuse({RowFaultKind::missing, ColumnRole::band, 0.0, {}, 0}, row_number);
        continue;
      }
    }
    if (!block.id.empty()) {
      row.id = block.id[i];
      if (row.id.empty()) {
        collector.refuse({RowFaultKind::missing, ColumnRole::id, 0.0, {}, 0}, row_number, row.band);
        continue;
      }
    }
    if (ColumnRole const role = missing_role(block, row); role != ColumnRole::skip) {
      collector.refuse({RowFaultKind::missing, role, 0.0, {}, 0}, row_number, row.band);
      continue;
    }
    collector.accept(row, row_number);
  }
}

TableColumns columns_of(FitsTable const& file) {
  TableColumns table{file.name(), file.names(), file.columns()};
  for (int column = 0; column < file.columns(); ++column) {
    FitsTable::Kind const kind = file.kind(column);
    table.holds_number.push_back(kind == FitsTable::Kind::integer ||
                                 kind == FitsTable::Kind::number);
  }
  return table;
}

}  // namespace

ColumnLayout fits_layout(InputFile& input, ColumnChoice const& choice) {
  return choice.resolve(columns_of(FitsTable(input)));
}

void read_fits_light_curves(InputFile& input, ColumnChoice const& choice, RowCollector& collector) {
  FitsTable const file(input);
  if (file.rows() == 0) {
    throw Error(
        fmt::format("{} has no data (its table has no rows). Give a file with a time and a "
                    "value in each row.",
                    file.name()));
  }
  ColumnLayout const layout = choice.resolve(columns_of(file));
  if (static_cast<int>(layout.roles.size()) > file.columns()) {
    throw Error(
        fmt::format("{}: the table has {} columns (--columns gives roles to {}). Give fewer.",
                    file.name(), file.columns(), layout.roles.size()));
  }
  collector.start_file(input.path(), layout, file.columns(), file.rows());
  auto const time = static_cast<std::size_t>(layout.place_of(ColumnRole::time));
  // TIMEUNIT is that of all times of a table which do not say their own.
  std::string const unit = file.units()[time].empty() ? file.text_key("TIMEUNIT").value_or("")
                                                      : file.units()[time];
  UnitScale const days = time_scale(file.name(), file.names()[time], unit, collector);
  constexpr std::int64_t rows_at_a_time = 10'000;
  for (std::int64_t first = 0; first < file.rows(); first += rows_at_a_time) {
    std::int64_t const count = std::min(rows_at_a_time, file.rows() - first);
    Block block = read_block(file, layout, first, count);
    std::transform(block.time.begin(), block.time.end(), block.time.begin(), days);
    pass_on(block, layout.has(ColumnRole::band), first, collector);
  }
  input.require_unchanged();
  collector.end_file();
}

}  // namespace siderum::io
