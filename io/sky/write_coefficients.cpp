// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <complex>
#include <span>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/files/big_endian.hpp>
#include <siderum/io/files/fits_output.hpp>
#include <siderum/io/sky/coefficient_rows.hpp>
#include <siderum/io/sky/coefficients_file.hpp>

namespace siderum::io {
namespace {

/// From this lmax on, INDEX leaves 32 bits.
constexpr std::int64_t least_long_lmax = 46340;

void create_table(FitsOutput& file, CoefficientTable const& table, NumberWidth width,
                  std::string const& extension) {
  HarmonicRange const& range = table.range;
  std::string const number = width == NumberWidth::float64 ? "1D" : "1E";
  file.create_table({coefficient_columns.begin(), coefficient_columns.end()},
                    {range.lmax < least_long_lmax ? "1J" : "1K", number, number}, {}, extension);
  file.key("MAX-LPOL", range.lmax, "largest degree l");
  file.key("MAX-MPOL", range.mmax, "largest order m");
  if (!table.coordinates.empty()) {
    file.key("COORDSYS", table.coordinates, "G galactic, E ecliptic, C celestial");
  }
  if (spin(table.field) == 2) {
    file.key("POLCCONV", "COSMO", "sign of B");
  }
  file.comment("INDEX = l^2 + l + m + 1");
}

/// Of the coefficient at a place of the range.
DegreeAndOrder at_place(HarmonicRange range, std::int64_t place) {
  std::int64_t order = 0;
  for (std::int64_t above = range.mmax + 1; above - order > 1;) {
    std::int64_t const middle = (order + above) / 2;
    (range.index(middle, middle) <= place ? order : above) = middle;
  }
  return {place - range.index(0, order), order};
}

/// A row for each coefficient, in the order in which they lie in memory.
template <class Index, class Number>
void write_rows(FitsOutput& file, HarmonicRange range, std::span<std::complex<double> const> a_lm) {
  file.write_rows(range.count(), [&](std::int64_t begin, std::int64_t end, char* target) {
    auto [l, m] = at_place(range, begin);
    for (std::int64_t row = begin; row < end; ++row) {
      std::complex<double> const value = a_lm[static_cast<std::size_t>(row)];
      put_big_endian(static_cast<Index>(l * l + l + m + 1), target);
      put_big_endian(static_cast<Number>(value.real()), target + sizeof(Index));
      put_big_endian(static_cast<Number>(value.imag()), target + sizeof(Index) + sizeof(Number));
      target += sizeof(Index) + 2 * sizeof(Number);
      if (++l > range.lmax) {
        l = ++m;
      }
    }
  });
}

void write_rows(FitsOutput& file, HarmonicRange range, NumberWidth width,
                std::span<std::complex<double> const> a_lm) {
  bool const is_short = range.lmax < least_long_lmax;
  if (width == NumberWidth::float64) {
    (is_short ? write_rows<std::int32_t, double> : write_rows<std::int64_t, double>)(file, range,
                                                                                     a_lm);
  } else {
    (is_short ? write_rows<std::int32_t, float> : write_rows<std::int64_t, float>)(file, range,
                                                                                   a_lm);
  }
}

}  // namespace

std::vector<std::string> extension_names(Field field) {
  switch (field) {
    case Field::scalar:
      return {"COEFFICIENTS"};
    case Field::spin_one:
      return {"COEFFICIENTS_GRADIENT", "COEFFICIENTS_CURL"};
    case Field::spin_two:
      return {"COEFFICIENTS_E", "COEFFICIENTS_B"};
    case Field::polarised:
      return {"COEFFICIENTS_T", "COEFFICIENTS_E", "COEFFICIENTS_B"};
  }
  return {};
}

void write_coefficients(CoefficientTable const& table, NumberWidth width, OutputFile& output) {
  std::int64_t const count = components(table.field) * table.range.count();
  SIDERUM_VALIDATE(std::ssize(table.a_lm) == count,
                   fmt::format("There are {} coefficients (the table's field has {} up to its lmax "
                               "{} and mmax {}). Give all of them.",
                               table.a_lm.size(), count, table.range.lmax, table.range.mmax));
  check_coordinates(table.coordinates);
  // Real and imaginary parts in turn.
  check_width({reinterpret_cast<double const*>(table.a_lm.data()), 2 * table.a_lm.size()}, width);
  FitsOutput file(output);
  std::span<std::complex<double> const> rest = table.a_lm;
  for (std::string const& extension : extension_names(table.field)) {
    create_table(file, table, width, extension);
    auto const rows = static_cast<std::size_t>(table.range.count());
    write_rows(file, table.range, width, rest.first(rows));
    rest = rest.subspan(rows);
  }
}

}  // namespace siderum::io
