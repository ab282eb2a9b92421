// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/core/ring_grid.hpp>

namespace siderum::detail {

/// A northern ring of a grid of equal rows, to long double.
struct Row {
  long double theta;   ///< 0 .. pi / 2
  long double weight;  ///< of the rule in cos(theta); all sum to 2
};

inline void validate_rows(std::int64_t rings, std::int64_t least, std::int64_t nphi) {
  SIDERUM_VALIDATE(rings >= least && rings <= largest_ring_count,
                   "The grid has " + std::to_string(rings) + (rings == 1 ? " ring" : " rings") +
                       " (it takes " + std::to_string(least) + " to " +
                       std::to_string(largest_ring_count) + "). Give a number in this range.");
  SIDERUM_VALIDATE(nphi >= 1 && nphi <= (std::int64_t{1} << 30),
                   "A ring has " + std::to_string(nphi) +
                       " pixels (1 to 2^30 can be). Give a number in this range.");
}

/// Ring j of `rings` from `row`, which gives the northern half; the southern half mirrors it to the
/// last bit.
inline Ring make_row(Row const& row, std::int64_t j, bool south, std::int64_t nphi) {
  constexpr long double pi = std::numbers::pi_v<long double>;
  Ring ring;
  ring.theta = static_cast<double>(south ? pi - row.theta : row.theta);
  ring.cos_theta = static_cast<double>(std::cos(row.theta)) * (south ? -1.0 : 1.0);
  ring.sin_theta = static_cast<double>(std::sin(row.theta));
  if (row.theta == 0.5L * pi) {
    ring.cos_theta = 0.0;
  }
  ring.nphi = nphi;
  ring.first = j * nphi;
  ring.weight = static_cast<double>(row.weight * 2.0L * pi / static_cast<long double>(nphi));
  return ring;
}

}  // namespace siderum::detail
