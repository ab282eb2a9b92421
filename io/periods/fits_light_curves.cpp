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
};

/// The place of the column of bands, asked for or watched; -1: none.
int band_place(FitsTable const& file, ColumnLayout const& layout) {
  if (layout.has(ColumnRole::band)) {
    return layout.place_of(ColumnRole::band);
  }
  bool const is_watched =
      layout.watched_band >= 0 && file.kind(layout.watched_band) != FitsTable::Kind::other;
  return is_watched ? layout.watched_band : -1;
}

void read_block(FitsTableRows& rows, ColumnLayout const& layout, int band, Block& block) {
  if (layout.has(ColumnRole::id)) {
    rows.text(layout.place_of(ColumnRole::id), block.id);
  }
  rows.numbers(layout.place_of(ColumnRole::time), block.time);
  rows.numbers(layout.place_of(ColumnRole::value), block.value);
  if (layout.has(ColumnRole::error)) {
    rows.numbers(layout.place_of(ColumnRole::error), block.error);
  }
  if (band >= 0) {
    rows.text(band, block.band);
  }
}

/// Those whose columns hold integers, so that NaN is an empty cell.
std::vector<ColumnRole> integer_roles(FitsTable const& file, ColumnLayout const& layout) {
  std::vector<ColumnRole> roles;
  for (ColumnRole const role : {ColumnRole::time, ColumnRole::value, ColumnRole::error}) {
    if (layout.has(role) && file.kind(layout.place_of(role)) == FitsTable::Kind::integer) {
      roles.push_back(role);
    }
  }
  return roles;
}

/// The first column with an empty cell among those of integers, or skip.
ColumnRole missing_role(std::vector<ColumnRole> const& integers, Row const& row) {
  for (ColumnRole const role : integers) {
    double const number = role == ColumnRole::time    ? row.time
                          : role == ColumnRole::value ? row.value
                                                      : row.error;
    if (std::isnan(number)) {
      return role;
    }
  }
  return ColumnRole::skip;
}

void pass_on(Block const& block, std::vector<ColumnRole> const& integers, bool needs_band,
             std::int64_t first, RowCollector& collector) {
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
    if (ColumnRole const role = missing_role(integers, row); role != ColumnRole::skip) {
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
  UnitScale const days = time_scale(file.name(), file.names()[time], file.units()[time], collector,
                                    file.text_key("TIMEUNIT").value_or(""));
  int const band = band_place(file, layout);
  std::vector<ColumnRole> const integers = integer_roles(file, layout);
  for_each_table_part(
      file, [] { return Block(); },
      [&](FitsTableRows& rows, Block& block) {
        read_block(rows, layout, band, block);
        std::transform(block.time.begin(), block.time.end(), block.time.begin(), days);
      },
      [&](Block const& block, std::int64_t begin) {
        pass_on(block, integers, layout.has(ColumnRole::band), begin, collector);
      });
  input.require_unchanged();
  collector.end_file();
}

}  // namespace siderum::io
