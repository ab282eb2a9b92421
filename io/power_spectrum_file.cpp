// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/power_spectrum_file.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/io/input_file.hpp>
#include <siderum/io/name_matching.hpp>
#include <siderum/io/table_files.hpp>

namespace siderum::io {
namespace {

constexpr std::array<std::string_view, 3> degree_names{"l", "ell", "multipole"};
constexpr std::array<std::string_view, 5> power_names{"cl", "c_l", "tt", "cl_tt", "temperature"};

/// The place of the first column with one of the names.
template <std::size_t count>
std::optional<std::size_t> find_column(Table const& table,
                                       std::array<std::string_view, count> const& names) {
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    for (std::string_view const name : names) {
      if (equal_names(table.columns()[i].name, name)) {
        return i;
      }
    }
  }
  return std::nullopt;
}

NumberColumn numbers(std::string const& file, Column const& column) {
  if (auto const* const integers = std::get_if<IntegerColumn>(&column.data)) {
    return {integers->begin(), integers->end()};
  }
  auto const* const result = std::get_if<NumberColumn>(&column.data);
  SIDERUM_VALIDATE(result, fmt::format("{}: the column '{}' does not hold numbers (a power "
                                       "spectrum has l and C_l). Give these two.",
                                       file, column.name));
  return *result;
}

/// Where the degrees are, if they are there.
std::optional<std::size_t> degree_column(Table const& table) {
  std::optional<std::size_t> const named = find_column(table, degree_names);
  bool const unnamed = table.columns().size() > 1 && table.columns()[0].name == "column_1";
  return named || !unnamed ? named : std::optional<std::size_t>(0);
}

std::vector<double> by_degree(std::string const& file, NumberColumn const& degree,
                              NumberColumn const& power) {
  std::vector<double> spectrum;
  std::vector<bool> met;
  for (std::size_t row = 0; row < degree.size(); ++row) {
    auto const where = [&] { return fmt::format("{}, row {}", file, row + 1); };
    double const l = degree[row];
    SIDERUM_VALIDATE(l >= 0.0 && l <= static_cast<double>(largest_lmax) && l == std::floor(l),
                     fmt::format("{}: the degree is {} (degrees are whole numbers from 0 to {}). "
                                 "Correct the row.",
                                 where(), number_text(l), largest_lmax));
    SIDERUM_VALIDATE(power[row] >= 0.0 && std::isfinite(power[row]),
                     fmt::format("{}: C_l of l = {} is {} (variances are finite and not below 0). "
                                 "Correct the row.",
                                 where(), l, number_text(power[row])));
    auto const place = static_cast<std::size_t>(l);
    if (place >= spectrum.size()) {
      spectrum.resize(place + 1);
      met.resize(place + 1);
    }
    SIDERUM_VALIDATE(!met[place],
                     fmt::format("{}: l = {} comes again (each degree has one row). Delete one of "
                                 "them.",
                                 where(), l));
    met[place] = true;
    spectrum[place] = power[row];
  }
  return spectrum;
}

}  // namespace

std::vector<double> read_power_spectrum(std::string const& path) {
  Table const table = read_table(path);
  std::string const file = input_name(path);
  std::optional<std::size_t> const degree = degree_column(table);
  std::optional<std::size_t> power = find_column(table, power_names);
  for (std::size_t i = 0; i < table.columns().size() && !power; ++i) {
    power = i == degree ? power : std::optional<std::size_t>(i);
  }
  SIDERUM_VALIDATE(power, fmt::format("{} has no powers (its only column is '{}'). Give a file "
                                      "with l and C_l.",
                                      file, table.columns()[0].name));
  NumberColumn const powers = numbers(file, table.columns()[*power]);
  NumberColumn degrees;
  if (degree) {
    degrees = numbers(file, table.columns()[*degree]);
  } else {
    for (std::size_t row = 0; row < powers.size(); ++row) {
      degrees.push_back(static_cast<double>(row));
    }
  }
  return by_degree(file, degrees, powers);
}

void write_power_spectrum(std::vector<double> const& spectrum, OutputFile& file) {
  IntegerColumn degree;
  for (std::int64_t l = 0; l < std::ssize(spectrum); ++l) {
    degree.push_back(l);
  }
  Table table;
  table.add("l", std::move(degree));
  table.add("cl", spectrum);
  write_table(table, file);
}

}  // namespace siderum::io
