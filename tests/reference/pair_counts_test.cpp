// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/pair_counts.hpp"

#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "support/matchers.hpp"

namespace siderum::test {
namespace {

using reference::PairPoints;

// Axis vectors: x, y, -x, and x again.
std::vector<double> const x{1, 0, -1, 1};
std::vector<double> const y{0, 1, 0, 0};
std::vector<double> const z{0, 0, 0, 0};
std::vector<double> const weight{2, 3, 5, 7};
std::vector<std::int32_t> const region{1, 0, 0, 1};
PairPoints const points{4, x.data(), y.data(), z.data(), weight.data(), region.data()};
std::vector<double> const edges{0, 45, 100, 180};

struct Sums {
  explicit Sums(std::int64_t regions)
      : count(regions * regions * 3), weight(count.size()), theta(count.size()) {}
  std::vector<std::int64_t> count;
  std::vector<long double> weight;
  std::vector<long double> theta;
};

TEST(ReferencePairCounts, AutoPairsOfAxes) {
  PairPoints const plain{4, x.data(), y.data(), z.data(), nullptr, nullptr};
  Sums sums(1);
  reference::pair_counts(plain, nullptr, 3, edges.data(), 1, sums.count.data(), sums.weight.data(),
                         sums.theta.data());
  // (0, 3) coincide; (0, 1), (1, 2), (1, 3) at 90; (0, 2), (2, 3) at 180.
  EXPECT_EQ(sums.count, (std::vector<std::int64_t>{1, 3, 2}));
  EXPECT_TRUE(all_near(sums.theta, std::vector<double>{0, 270, 360}, 1e-13));
}

TEST(ReferencePairCounts, RegionsOfAutoPairsAreOrdered) {
  Sums sums(2);
  reference::pair_counts(points, nullptr, 3, edges.data(), 2, sums.count.data(), sums.weight.data(),
                         sums.theta.data());
  EXPECT_EQ(sums.count, (std::vector<std::int64_t>{0, 1, 0, 0, 2, 2, 0, 0, 0, 1, 0, 0}));
  EXPECT_TRUE(
      all_near(sums.weight, std::vector<double>{0, 15, 0, 0, 27, 45, 0, 0, 0, 14, 0, 0}, 1e-15));
}

TEST(ReferencePairCounts, CrossPairsAreAllPairs) {
  PairPoints const one{1, x.data(), y.data(), z.data(), weight.data(), region.data()};
  Sums sums(2);
  reference::pair_counts(one, &points, 3, edges.data(), 2, sums.count.data(), sums.weight.data(),
                         sums.theta.data());
  // Of region 1 with regions 0 and 1.
  EXPECT_EQ(sums.count, (std::vector<std::int64_t>{0, 0, 0, 0, 0, 0, 0, 1, 1, 2, 0, 0}));
  EXPECT_TRUE(
      all_near(sums.weight, std::vector<double>{0, 0, 0, 0, 0, 0, 0, 6, 10, 18, 0, 0}, 1e-15));
}

TEST(ReferencePairCounts, EdgesBelongToTheUpperBin) {
  std::vector<double> const at_ninety{10, 90, 170};
  PairPoints const plain{2, x.data(), y.data(), z.data(), nullptr, nullptr};
  Sums sums(1);
  reference::pair_counts(plain, nullptr, 2, at_ninety.data(), 1, sums.count.data(),
                         sums.weight.data(), sums.theta.data());
  EXPECT_EQ(sums.count[0] + sums.count[1], 1);
}

}  // namespace
}  // namespace siderum::test
