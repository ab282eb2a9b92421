// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace siderum {

/// Points on the sky as a file gives them, in plain host memory and in the order of the rows.
/// Everything was checked: numbers are finite, declinations lie in -90 .. 90.
struct CatalogueTable {
  std::vector<double> ra;            ///< (points) right ascension [deg], any finite number
  std::vector<double> dec;           ///< (points) declination [deg]
  std::vector<double> weight;        ///< (points), or empty: all points weigh 1
  std::vector<std::int64_t> region;  ///< (points) any labels, or empty: none

  std::int64_t points() const { return static_cast<std::int64_t>(ra.size()); }
};

}  // namespace siderum
