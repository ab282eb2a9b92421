// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cmath>
#include <complex>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <siderum/core/harmonic_field.hpp>
#include <siderum/core/harmonic_range.hpp>
#include <siderum/io/sky/map_reader.hpp>

namespace siderum::io {

/// The columns of tables of a_lm, where INDEX = l^2 + l + m + 1.
inline constexpr std::array coefficient_columns{"INDEX", "REAL", "IMAG"};

/// Degree and order, which some programs write in place of INDEX.
inline constexpr std::array degree_and_order_columns{"L", "M"};

/// Whether columns of these names hold a_lm: REAL and IMAG with INDEX, or with L and M.
bool have_coefficients(std::vector<std::string> const& names);

/// The names of the extensions of a field, as siderum writes them.
std::vector<std::string> extension_names(Field field);

/// The largest index.
inline constexpr std::int64_t most_index = (largest_lmax + 1) * (largest_lmax + 1);

struct DegreeAndOrder {
  std::int64_t degree;
  std::int64_t order;
};

/// Of index = l^2 + l + m + 1 with |m| <= l: the root of index - 1 is l or, for m < 0, between l -
/// 1 and l + 1.
inline DegreeAndOrder degree_and_order(std::int64_t index) {
  std::int64_t const place = index - 1;
  auto degree = static_cast<std::int64_t>(std::sqrt(static_cast<double>(place)));
  degree -= degree * degree > place ? 1 : 0;
  degree += (degree + 1) * (degree + 1) <= place ? 1 : 0;
  return {degree, place - degree * degree - degree};
}

/// The degrees and orders of the indices of a column, by all threads; none where one of them is out
/// of bounds or of an order below 0.
std::optional<HarmonicRange> range_of_indices(MapReader const& reader, int column);

/// The coefficients of a table whose rows are as they should be, by all threads: finite numbers
/// within the range, none of an order below 0, in ascending order of their places there or of their
/// indices. None where they are not, and the rows are to be looked at one after the other.
/// @param columns  of index, real and imaginary part, from 1, with as many cells in a row
/// @returns (range.count()), coefficients without a row 0
std::optional<std::vector<std::complex<double>>> read_ordered_coefficients(
    MapReader const& reader, std::array<int, 3> const& columns, HarmonicRange range);

}  // namespace siderum::io
