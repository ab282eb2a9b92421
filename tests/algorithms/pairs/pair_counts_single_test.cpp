// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>

#include "algorithms/pairs/pair_counts_support.hpp"
#include "support/matchers.hpp"

namespace siderum::test {
namespace {

/// Counts in FP32 beside the pairs that are so near an edge that FP32 may move them.
template <class Backend>
class SinglePairCounts : public testing::Test {
 protected:
  /// @param extent  of the points, as a chord
  static void expect_bound(Sky const& sky, SeparationBins const& bins, double extent) {
    auto const exact = count<Variant<Backend, double>>(sky, bins).count;
    auto const single = count<Variant<Backend, float>>(sky, bins).count;
    auto const movable = pairs_near_edges(sky, bins, 0x1p-20 * extent);
    for (std::size_t bin = 0; bin < exact.size(); ++bin) {
      EXPECT_LE(std::abs(single[bin] - exact[bin]), movable[bin] + movable[bin + 1]) << bin;
    }
  }

 private:
  static std::vector<std::int64_t> pairs_near_edges(Sky const& sky, SeparationBins const& bins,
                                                    double reach) {
    auto const catalogue = sky.catalogue();
    std::vector<double> chords;
    for (double const squared : squared_chords(bins)) {
      chords.push_back(std::sqrt(squared));
    }
    std::vector<std::int64_t> near(chords.size());
    for (std::int64_t i = 0; i < catalogue.points(); ++i) {
      for (std::int64_t j = 0; j < i; ++j) {
        double const chord =
            std::hypot(catalogue.x(i) - catalogue.x(j), catalogue.y(i) - catalogue.y(j),
                       catalogue.z(i) - catalogue.z(j));
        for (std::size_t k = 0; k < chords.size(); ++k) {
          near[k] += std::fabs(chord - chords[k]) <= reach ? 1 : 0;
        }
      }
    }
    return near;
  }
};
TYPED_TEST_SUITE(SinglePairCounts, Backends, BackendNames);

TYPED_TEST(SinglePairCounts, OfClumpsAreWithinTheBound) {
  CounterRandom random(32, 0);
  Sky sky;
  for (int clump = 0; clump < 40; ++clump) {
    double const ra = random.uniform(100.0, 108.0);
    double const dec = random.uniform(-4.0, 4.0);
    for (int point = 0; point < 50; ++point) {
      sky.add(ra + 1e-3 * random.normal(), dec + 1e-3 * random.normal());
    }
  }
  this->expect_bound(sky, logarithmic_bins(3e-4, 10.0, 24), 0.21);
}

TYPED_TEST(SinglePairCounts, OnEdgesAreWithinTheBound) {
  Sky sky;
  for (int ra = 0; ra < 40; ++ra) {
    for (int dec = -20; dec < 20; ++dec) {
      sky.add(200.0 + 0.25 * ra, 0.25 * dec);
    }
  }
  this->expect_bound(sky, linear_bins(0.25, 5.0, 19), 0.25);
}

}  // namespace
}  // namespace siderum::test
