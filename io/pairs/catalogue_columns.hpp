// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace siderum::io {

/// What a column of a catalogue is for.
enum class CatalogueRole : std::uint8_t { ra, dec, weight, region };
inline constexpr std::size_t catalogue_roles = 4;

/// "ra", "dec", "weight", "region".
std::string_view role_name(CatalogueRole role);

/// The unit of coordinates in files that do not say it.
enum class CoordinateUnit : std::uint8_t {
  degrees,
  radians,
  hours,  ///< right ascensions in hours, declinations in degrees
};

/// The user's words about columns: each a name in the header (its case does not matter) or a number
/// from 1. Empty words: for ra and dec the header's names, without a header columns 1 and 2; for
/// weight and region none.
struct CatalogueColumns {
  std::string ra;
  std::string dec;
  std::string weight;
  std::string region;
  std::optional<CoordinateUnit> unit = {};  ///< none: degrees
};

/// The places of the columns of one file from 0; -1 where there is none.
struct CatalogueLayout {
  std::array<int, catalogue_roles> place{-1, -1, -1, -1};

  int operator[](CatalogueRole role) const { return place[static_cast<std::size_t>(role)]; }
  bool has(CatalogueRole role) const { return (*this)[role] >= 0; }

  /// The number of columns up to the last one that is used.
  int columns() const;
};

/// Finds the columns of one file. A weight by name that the header lacks is no error: the layout
/// then has none. Throws Error, naming the file, where another column is not there, the header has
/// the name of a coordinate twice, or one column would have two roles.
/// @param header   empty where the file has none
/// @param columns  of its first row
CatalogueLayout find_columns(std::string const& file, std::vector<std::string> const& header,
                             int columns, CatalogueColumns const& words);

}  // namespace siderum::io
