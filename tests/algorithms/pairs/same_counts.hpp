// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include <gtest/gtest.h>

#include <siderum/core/pair_count_result.hpp>

namespace siderum::test {

/// Counts that were found in two ways are the same to the last bit.
inline void expect_same(PairCounts const& a, PairCounts const& b) {
  EXPECT_EQ(a.kind, b.kind);
  EXPECT_EQ(a.sets, b.sets);
  EXPECT_EQ(a.points_first, b.points_first);
  EXPECT_EQ(a.points_second, b.points_second);
  EXPECT_EQ(a.total, b.total);
  EXPECT_EQ(a.count, b.count);
  EXPECT_EQ(a.weight, b.weight);
  // An empty bin has none.
  EXPECT_TRUE(std::equal(a.mean_separation.begin(), a.mean_separation.end(),
                         b.mean_separation.begin(), b.mean_separation.end(),
                         [](double x, double y) { return x == y || (x != x && y != y); }));
  EXPECT_EQ(a.regions.both, b.regions.both);
  EXPECT_EQ(a.regions.both_weight, b.regions.both_weight);
  EXPECT_EQ(a.regions.first_weight, b.regions.first_weight);
  EXPECT_EQ(a.regions.matrix, b.regions.matrix);
  EXPECT_EQ(a.regions.matrix_weight, b.regions.matrix_weight);
}

}  // namespace siderum::test
