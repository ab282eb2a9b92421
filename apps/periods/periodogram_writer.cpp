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
#include <siderum/io/tables/table.hpp>
#include <siderum/io/tables/table_files.hpp>

namespace siderum::apps {

namespace {

template <class Real>
std::span<Real const> elements(engine::PeriodogramRows const& rows) {
  return {static_cast<Real const*>(rows.power),
          static_cast<std::size_t>(rows.objects * rows.frequencies)};
}

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
    std::vector<double> const power = power_of(rows);
    table_power_.insert(table_power_.end(), power.begin(), power.end());
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
  frequency.reserve(static_cast<std::size_t>(grid_.count));
  for (std::int64_t k = 0; k < grid_.count; ++k) {
    frequency.push_back(grid_.frequency(k));
  }
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

std::vector<double> power_of(engine::PeriodogramRows const& rows) {
  if (rows.precision == engine::Precision::double_precision) {
    auto const power = elements<double>(rows);
    return {power.begin(), power.end()};
  }
  std::vector<double> power;
  for (float const value : elements<float>(rows)) {
    power.push_back(shortest_as_double(value));
  }
  return power;
}

}  // namespace siderum::apps
