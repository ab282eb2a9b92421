// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/backends/portable/trig_sums.hpp>

namespace siderum::cuda {

/// How the points of a long object are divided into parts. The sums of the parts are added in
/// order, whoever computes them: the division is a function of the number of points alone, so that
/// no result depends on what else there is to do.
struct PointParts {
  static constexpr std::int64_t fewest_points = 640;  // that make a part
  static constexpr std::int64_t most = 8;
  static constexpr std::int64_t multiple = 16;  // of points in a part: no tile is cut

  std::int64_t points;
  std::int64_t count;
  std::int64_t length;

  KOKKOS_FUNCTION explicit PointParts(std::int64_t points_of_object) : points(points_of_object) {
    std::int64_t const whole = points / fewest_points;
    count = whole < 1 ? 1 : whole > most ? most : whole;
    length = ((points + count - 1) / count + multiple - 1) / multiple * multiple;
  }

  KOKKOS_FUNCTION std::int64_t begin(std::int64_t part) const { return part * length; }
  KOKKOS_FUNCTION std::int64_t end(std::int64_t part) const {
    return part + 1 == count ? points : (part + 1) * length;
  }
};

/// What one block does at a time: the sums over one part of the points of an item.
struct Share {
  static constexpr std::int64_t all_parts = -1;  ///< one after the other
  std::int64_t item;
  std::int64_t part;
  std::int64_t partials;  ///< where the partial sums of the item begin, counted in parts
};

}  // namespace siderum::cuda
