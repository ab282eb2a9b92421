// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/periodogram_writer.hpp>

#include <span>
#include <utility>

#include <fmt/format.h>

#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/apps/command_line/shortest.hpp>
#include <siderum/apps/command_line/time_line.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/large_pages.hpp>
#include <siderum/core/worker_threads.hpp>
#include <siderum/io/tables/table.hpp>
#include <siderum/io/tables/table_files.hpp>

namespace siderum::apps {

namespace {

template <class Real>
std::span<Real const> elements(engine::PeriodogramRows const& rows) {
  return {static_cast<Real const*>(rows.power),
          static_cast<std::size_t>(rows.objects * rows.frequencies)};
}

/// Numbers at a time, which a cache holds.
constexpr std::int64_t piece = std::int64_t{1} << 13;

}  // namespace

void validate_periodogram_path(std::string const& path, std::string const& option) {
  std::string const spelling = canonical_spelling(path);
  SIDERUM_VALIDATE(
      spelling.ends_with(".npy") || spelling.ends_with(".csv") || spelling.ends_with(".fits"),
      fmt::format("{} cannot write '{}' (the ending names the format). Use"
                  " .npy, or .csv or .fits for one object.",
                  option, path));
}

PeriodogramFormat periodogram_format(std::string const& path, std::string const& option) {
  validate_periodogram_path(path, option);
  return canonical_spelling(path).ends_with(".npy") ? PeriodogramFormat::npy
                                                    : PeriodogramFormat::table;
}

PeriodogramWriter::PeriodogramWriter(std::string const& path, std::int64_t objects,
                                     FrequencyGrid const& grid, engine::Precision precision,
                                     std::string const& option)
    : grid_(grid), column_(option == "--window" ? "window" : "power") {
  if (periodogram_format(path, option) == PeriodogramFormat::npy) {
    array_ = std::make_unique<io::NpyWriter>(path,
                                             precision == engine::Precision::double_precision
                                                 ? io::NpyType::float64
                                                 : io::NpyType::float32,
                                             std::vector<std::int64_t>{objects, grid.count});
    return;
  }
  SIDERUM_VALIDATE(objects == 1,
                   fmt::format("'{}' cannot hold the {}s of {} objects (a table has one"
                               " column of {}s). Give {} a name that ends in .npy.",
                               path, option.substr(2), objects, column_, option));
  table_file_ = std::make_unique<io::OutputFile>(path);
}

void PeriodogramWriter::append(engine::PeriodogramRows const& rows) {
  During const writing(Activity::writing);
  if (table_file_) {
    append_power(rows, grid_.count, table_power_);
  } else if (rows.precision == engine::Precision::double_precision) {
    array_->append(elements<double>(rows));
  } else {
    array_->append(elements<float>(rows));
  }
}

void PeriodogramWriter::finish() {
  if (array_) {
    array_->finish();
    return;
  }
  io::NumberColumn frequency;
  resize_large(frequency, static_cast<std::size_t>(grid_.count));
  for_each_index(frequency.size(), piece, [&](std::size_t k) {
    frequency[k] = grid_.frequency(static_cast<std::int64_t>(k));
  });
  io::Table table;
  table.add("frequency", std::move(frequency));
  table.add(column_, std::move(table_power_));
  table.describe(facts_);
  io::write_table(table, *table_file_);
  table_file_->finish();
}

void PeriodogramWriter::commit() {
  if (array_) {
    array_->commit();
  } else {
    table_file_->commit();
  }
}

void append_power(engine::PeriodogramRows const& rows, std::int64_t all,
                  std::vector<double>& power) {
  std::size_t const begin = power.size();
  if (power.empty()) {
    reserve_large(power, static_cast<std::size_t>(all));
    map_large_pages(power.data(), power.capacity() * sizeof(double));
  }
  power.resize(begin + static_cast<std::size_t>(rows.objects * rows.frequencies));
  double* const target = power.data() + begin;
  if (rows.precision == engine::Precision::double_precision) {
    auto const from = elements<double>(rows);
    for_each_index(from.size(), piece, [&](std::size_t i) { target[i] = from[i]; });
  } else {
    auto const from = elements<float>(rows);
    for_each_index(from.size(), piece,
                   [&](std::size_t i) { target[i] = shortest_as_double(from[i]); });
  }
}

}  // namespace siderum::apps
