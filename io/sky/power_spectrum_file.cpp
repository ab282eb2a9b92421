// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/power_spectrum_file.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/core/harmonic_spectra.hpp>
#include <siderum/core/number_text.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/sky/degree_table.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/table_files.hpp>

namespace siderum::io {
namespace {

constexpr std::array<std::string_view, 5> power_names{"cl", "c_l", "tt", "cl_tt", "temperature"};

NumberColumn numbers(std::string const& file, Column const& column) {
  return column_numbers(file, column, "a power spectrum has l and C_l", "Give these two.");
}

/// Variances are not below 0.
enum class Sign { variance, covariance };

std::vector<double> by_degree(std::string const& file, NumberColumn const& degree,
                              NumberColumn const& power, std::string_view name, Sign sign) {
  SIDERUM_VALIDATE(!degree.empty(),
                   fmt::format("{} has no row of data (each degree has one). Add them.", file));
  std::vector<double> spectrum;
  std::vector<bool> met;
  for (std::size_t row = 0; row < degree.size(); ++row) {
    auto const where = [&] { return fmt::format("{}, row {} of the data", file, row + 1); };
    double const l = degree[row];
    SIDERUM_VALIDATE(l >= 0.0 && l <= static_cast<double>(largest_lmax) && l == std::floor(l),
                     fmt::format("{}: the degree is {} (degrees are whole numbers from 0 to {}). "
                                 "Correct the row.",
                                 where(), number_text(l), largest_lmax));
    SIDERUM_VALIDATE(std::isfinite(power[row]) && (sign == Sign::covariance || power[row] >= 0.0),
                     fmt::format("{}: {} of l = {} is {} ({}). Correct the row.", where(), name, l,
                                 number_text(power[row]),
                                 sign == Sign::variance ? "variances are finite and not below 0"
                                                        : "covariances are finite"));
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

/// The degrees of the rows: those of a column, or 0, 1, ...
NumberColumn degrees_of(std::string const& file, Table const& table,
                        std::optional<std::size_t> column) {
  if (column) {
    return numbers(file, table.columns()[*column]);
  }
  NumberColumn degrees;
  for (std::int64_t row = 0; row < table.rows(); ++row) {
    degrees.push_back(static_cast<double>(row));
  }
  return degrees;
}

/// The names of healpy's files for a spectrum, after plain_name.
std::string_view healpy_name(std::string_view name) {
  constexpr std::array<std::array<std::string_view, 2>, 6> names{{{"tt", "temperature"},
                                                                  {"ee", "gradient"},
                                                                  {"bb", "curl"},
                                                                  {"te", "gt"},
                                                                  {"eb", "cg"},
                                                                  {"tb", "ct"}}};
  for (auto const& [own, other] : names) {
    if (own == name) {
      return other;
    }
  }
  return {};
}

/// "tt, ee, bb, te, eb and tb".
std::string names_of(Field field) {
  std::vector<std::string_view> names;
  for (SpectrumKind const& kind : spectra_of(field)) {
    names.push_back(kind.name);
  }
  std::string_view const last = names.back();
  names.pop_back();
  return fmt::format("{} and {}", fmt::join(names, ", "), last);
}

/// The column of a spectrum.
std::optional<std::size_t> spectrum_column(Table const& table, std::string_view name) {
  for (std::size_t i = 0; i < table.columns().size(); ++i) {
    std::string const plain = plain_name(table.columns()[i].name);
    if (plain == name || plain == fmt::format("cl{}", name) || plain == fmt::format("c{}", name) ||
        plain == healpy_name(name)) {
      return i;
    }
  }
  return std::nullopt;
}

}  // namespace

std::vector<double> read_power_spectrum(std::string const& path, FileNotes* notes) {
  Table const table = read_table(path);
  std::string const file = input_name(path);
  std::optional<std::size_t> const degree = degree_column(table, equal_names);
  std::optional<std::size_t> power = find_column(table, power_names, equal_names);
  for (std::size_t i = 0; i < table.columns().size() && !power; ++i) {
    power = i == degree ? power : std::optional<std::size_t>(i);
  }
  SIDERUM_VALIDATE(power, fmt::format("{} has no powers (its only column is '{}'). Give a file "
                                      "with l and C_l.",
                                      file, table.columns()[0].name));
  if (is_unnamed(table)) {
    tell_positions(file, degree ? "l, C_l" : "C_l", notes);
  }
  return by_degree(file, degrees_of(file, table, degree), numbers(file, table.columns()[*power]),
                   "C_l", Sign::variance);
}

std::vector<std::vector<double>> read_power_spectra(std::string const& path, Field field,
                                                    FileNotes* notes) {
  if (field == Field::scalar) {
    return {read_power_spectrum(path, notes)};
  }
  Table const table = read_table(path);
  std::string const file = input_name(path);
  std::optional<std::size_t> const degree = degree_column(table, equal_names);
  NumberColumn const degrees = degrees_of(file, table, degree);
  std::vector<std::string_view> taken(degree ? 1 : 0, "l");
  std::vector<std::vector<double>> spectra;
  for (SpectrumKind const& kind : spectra_of(field)) {
    std::optional<std::size_t> column = spectrum_column(table, kind.name);
    std::size_t const place = spectra.size() + (degree ? 1 : 0);
    if (is_unnamed(table) && place < table.columns().size()) {
      column = place;
      taken.push_back(kind.name);
    }
    bool const is_needed = kind.first == kind.second || kind.name == "te";
    if (!column) {
      std::vector<std::string> names;
      for (Column const& other : table.columns()) {
        names.push_back(other.name);
      }
      SIDERUM_VALIDATE(!is_needed,
                       fmt::format("{} has no spectrum {} (its columns are {}). Give a file with "
                                   "the columns l and {}.",
                                   file, kind.name, fmt::join(names, ", "), names_of(field)));
      spectra.emplace_back(spectra.front().size(), 0.0);
      continue;
    }
    spectra.push_back(by_degree(file, degrees, numbers(file, table.columns()[*column]), kind.name,
                                kind.first == kind.second ? Sign::variance : Sign::covariance));
  }
  if (is_unnamed(table)) {
    tell_positions(file, fmt::format("{}", fmt::join(taken, ", ")), notes);
  }
  return spectra;
}

void write_power_spectra(std::vector<std::string> const& names,
                         std::vector<std::vector<double>> const& spectra, OutputFile& file) {
  SIDERUM_EXPECT(!spectra.empty() && names.size() == spectra.size());
  IntegerColumn degree;
  for (std::int64_t l = 0; l < std::ssize(spectra.front()); ++l) {
    degree.push_back(l);
  }
  Table table;
  table.add("l", std::move(degree));
  for (std::size_t i = 0; i < names.size(); ++i) {
    table.add(names[i], spectra[i]);
  }
  write_table(table, file);
}

}  // namespace siderum::io
