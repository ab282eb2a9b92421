// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/backends/portable/trig_sums.hpp>

/// Long objects on devices: their points are summed in parts, which teams share where there is too
/// little else to do.
namespace siderum::portable {

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

/// What one team does at a time: the sums over one part of the points of an item.
struct Share {
  static constexpr std::int64_t all_parts = -1;  ///< one after the other
  std::int64_t item;
  std::int64_t part;
  std::int64_t partials;  ///< where the partial sums of the item begin, counted in parts
};

/// Who sums what.
struct PartedWork {
  std::vector<Share> shares;  ///< by teams that take one after the other; none: whole items
  std::int64_t teams;         ///< that there are
  std::int64_t partials;      ///< sums over parts that are kept; 0: no object has several parts
};

/// Shares the items out to the teams that a device runs at a time. Parts are shared where those are
/// not filled by items, the items with parts hold no more than `unit` frequencies, and no more than
/// `most_partials` are kept.
PartedWork share_points(std::vector<WorkItem> const& items,
                        Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets,
                        std::int64_t unit, std::int64_t teams_at_a_time,
                        std::int64_t most_partials);

}  // namespace siderum::portable
