// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include <siderum/core/ring_grid.hpp>

#include "reference/harmonic_transform.hpp"

namespace siderum::test {

/// Rings in the form of the oracle.
class OracleRings {
 public:
  explicit OracleRings(RingGrid const& grid) {
    for (Ring const& ring : grid.rings()) {
      theta_.push_back(ring.theta);
      nphi_.push_back(ring.nphi);
      phi0_.push_back(ring.phi0);
      first_.push_back(ring.first);
      stride_.push_back(ring.stride);
      weight_.push_back(ring.weight);
    }
  }
  reference::Rings rings() const {
    return {static_cast<std::int64_t>(theta_.size()),
            theta_.data(),
            nphi_.data(),
            phi0_.data(),
            first_.data(),
            stride_.data()};
  }
  double const* weight() const { return weight_.data(); }

 private:
  std::vector<double> theta_, phi0_, weight_;
  std::vector<std::int64_t> nphi_, first_, stride_;
};

}  // namespace siderum::test
