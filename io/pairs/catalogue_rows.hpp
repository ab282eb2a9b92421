// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include <siderum/core/catalogue_table.hpp>
#include <siderum/io/pairs/catalogue_columns.hpp>
#include <siderum/io/tables/units.hpp>

namespace siderum::io {

/// What takes the coordinates of a file to degrees.
struct CatalogueScales {
  UnitScale ra;
  UnitScale dec;
};

/// Takes the rows of one catalogue, whatever the format of its file, and checks them. Bad rows are
/// counted to the end, so that the sentence can say how many there are.
class CatalogueRows {
 public:
  CatalogueRows(std::string file, CatalogueLayout const& layout, CatalogueScales const& scales,
                std::int64_t expected_rows);

  /// The numbers of one row as they stand, by role; those of roles that the layout lacks are not
  /// looked at.
  void add(std::array<double, catalogue_roles> number, std::int64_t row);

  /// A row that could not be read; `problem` is "<problem> (<why it is one>)".
  void refuse(std::int64_t row, std::string_view problem);

  /// Takes the rows of a part, whose numbers count from behind `rows_before`, and leaves it empty.
  void take(CatalogueRows& part, std::int64_t rows_before);

  /// Throws Error, which names the first bad row and their number, where there are some, and where
  /// there are no rows.
  CatalogueTable finish() &&;

 private:
  void refuse_number(CatalogueRole role, double number, std::int64_t row);

  std::string file_;
  CatalogueLayout layout_;
  CatalogueScales scales_;
  double most_ra_;  ///< [deg]
  CatalogueTable table_;
  std::int64_t bad_rows_ = 0;
  std::int64_t first_bad_row_ = 0;
  std::string first_problem_;
  bool beyond_pole_ = false;
  double largest_ra_ = 0.0;
};

}  // namespace siderum::io
