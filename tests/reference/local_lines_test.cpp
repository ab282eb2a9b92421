// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/local_lines.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/matchers.hpp"

namespace siderum::test {
namespace {

using reference::SortedPoints;
using reference::Window;
using reference::WindowSums;
using LongDoubles = std::vector<long double>;

/// Every number of these tests is of order 1 and comes from fewer than 100 operations.
constexpr long double rounding = 100 * std::numeric_limits<long double>::epsilon();

void expect_window(Window const& window, Window const& expected) {
  EXPECT_TRUE(near_value(window.weight, expected.weight, rounding));
  EXPECT_TRUE(near_value(window.mean_x, expected.mean_x, rounding));
  EXPECT_TRUE(near_value(window.mean_y, expected.mean_y, rounding));
  EXPECT_TRUE(near_value(window.spread, expected.spread, rounding));
  EXPECT_TRUE(near_value(window.product, expected.product, rounding));
  EXPECT_TRUE(near_value(window.scatter, expected.scatter, rounding));
}

// x 0, 1, 2 and y 1, 3, 2: means 1 and 2, deviations -1, 0, 1 and -1, 1, 0.
TEST(ReferenceWindow, ThreePointsByHand) {
  Window window;
  window.add(0, 1, 1);
  window.add(1, 3, 1);
  window.add(2, 2, 1);

  expect_window(window, {3, 1, 2, 2, 1, 2});
  EXPECT_EQ(window.slope(0), 0.5L);
  EXPECT_EQ(window.fit(2, 0), 2.5L);
  EXPECT_TRUE(near_value(window.leverage(2, 0), 1 / 3.0L + 1 / 2.0L, rounding));
}

// Weights 1, 3: means 3/4 and 5/2, deviations -3/4, 1/4 and -3/2, 1/2.
TEST(ReferenceWindow, WeightsByHand) {
  Window window;
  window.add(0, 1, 1);
  window.add(1, 3, 3);

  expect_window(window, {4, 0.75L, 2.5L, 0.75L, 1.5L, 3});
}

TEST(ReferenceWindow, RemovingUndoesAdding) {
  Window window;
  window.add(0.5L, 7, 2);
  window.add(0, 1, 1);
  window.add(1, 3, 3);
  window.remove(0.5L, 7, 2);

  expect_window(window, {4, 0.75L, 2.5L, 0.75L, 1.5L, 3});
}

TEST(ReferenceWindow, AGuardKeepsTheSlopeAtZero) {
  Window window;
  window.add(0, 1, 1);
  window.add(1, 3, 3);

  EXPECT_EQ(window.slope(0.75L), 0);
  EXPECT_EQ(window.fit(9, 0.75L), 2.5L);
  EXPECT_EQ(window.leverage(9, 0.75L), 0.25L);
}

// round(span n / 2), halves upwards, at least 2 and at most (n - 1) / 2.
TEST(ReferenceWindow, HalfWidths) {
  EXPECT_EQ(reference::half_width(0.05, 597), 15);
  EXPECT_EQ(reference::half_width(0.2, 597), 60);
  EXPECT_EQ(reference::half_width(0.5, 597), 149);
  EXPECT_EQ(reference::half_width(0.5, 10), 3);
  EXPECT_EQ(reference::half_width(0.5, 9), 2);
  EXPECT_EQ(reference::half_width(0.05, 5), 2);
  EXPECT_EQ(reference::half_width(1.0, 10), 4);
  EXPECT_EQ(reference::half_width(0.05, 4), 1);
}

SortedPoints seven_points() {
  return {{0.0L, 0.125L, 0.25L, 0.375L, 0.5L, 0.625L, 0.75L},
          {5, 1, 2, 0, 4, 3, 7},
          {1, 2, 1, 1, 2, 1, 1}};
}

// About the first point: indices 5, 6 with x - 1, then 0, 1, 2. About the last: 4, 5, 6, then 0, 1
// with x + 1.
TEST(ReferenceWindows, PeriodicWindowsWrap) {
  for (WindowSums const sums : {WindowSums::running, WindowSums::from_scratch}) {
    auto const all = reference::windows(seven_points(), 2, PhaseEnds::periodic, sums);

    ASSERT_EQ(all.size(), 7U);
    EXPECT_TRUE(near_value(all[0].weight, 6, rounding));
    EXPECT_TRUE(near_value(all[0].mean_x, (-0.375L - 0.25L + 0 + 0.25L + 0.25L) / 6, rounding));
    EXPECT_TRUE(near_value(all[0].mean_y, (3 + 7 + 5 + 2 + 2) / 6.0L, rounding));
    EXPECT_TRUE(near_value(all[6].mean_x, (1 + 0.625L + 0.75L + 1 + 2.25L) / 7, rounding));
    EXPECT_TRUE(near_value(all[6].mean_y, (8 + 3 + 7 + 5 + 2) / 7.0L, rounding));
  }
}

// About the first three points 0 .. 4, about the last three 2 .. 6.
TEST(ReferenceWindows, OpenWindowsStandStillAtTheEnds) {
  for (WindowSums const sums : {WindowSums::running, WindowSums::from_scratch}) {
    auto const all = reference::windows(seven_points(), 2, PhaseEnds::open, sums);

    ASSERT_EQ(all.size(), 7U);
    LongDoubles const weights{7, 7, 7, 7, 6, 6, 6};
    for (std::size_t j = 0; j < all.size(); ++j) {
      EXPECT_TRUE(near_value(all[j].weight, weights[j], rounding));
    }
    EXPECT_TRUE(near_value(all[0].mean_y, (5 + 2 + 2 + 0 + 8) / 7.0L, rounding));
    EXPECT_TRUE(near_value(all[6].mean_y, (2 + 0 + 8 + 3 + 7) / 6.0L, rounding));
    expect_window(all[1], all[0]);
    expect_window(all[5], all[6]);
  }
}

TEST(ReferenceWindows, RunningSumsAreThoseFromScratch) {
  for (PhaseEnds const ends : {PhaseEnds::periodic, PhaseEnds::open}) {
    for (std::int64_t const half : {1, 2, 3}) {
      auto const running = reference::windows(seven_points(), half, ends, WindowSums::running);
      auto const scratch = reference::windows(seven_points(), half, ends, WindowSums::from_scratch);
      for (std::size_t j = 0; j < running.size(); ++j) {
        expect_window(running[j], scratch[j]);
      }
    }
  }
}

// n = 7: q = 1, so x[2] - x[0]; n = 8: q = 2, so x[5] - x[1].
TEST(ReferenceSlopeGuard, IsAMillionthOfTheInnerSpreadSquared) {
  EXPECT_TRUE(near_value(reference::slope_guard({0, 1, 4, 4, 5, 6, 7}), 16e-6L, rounding));
  EXPECT_TRUE(near_value(reference::slope_guard({0, 1, 2, 3, 4, 6, 7, 9}), 25e-6L, rounding));
}

// x[5] - x[1] = 0, then x[6] - x[0] = 3.
TEST(ReferenceSlopeGuard, WidensUntilThereIsASpread) {
  EXPECT_TRUE(near_value(reference::slope_guard({0, 3, 3, 3, 3, 3, 3, 9}), 9e-6L, rounding));
  EXPECT_TRUE(near_value(reference::slope_guard({3, 3, 3, 3, 3, 3, 3, 9}), 36e-6L, rounding));
}

// 1 and 4 with weights 1 and 2 make 3; 5 and 7 with equal weights make 6.
TEST(ReferenceTies, GetTheWeightedMeanOfTheirFits) {
  SortedPoints const points{{0, 0, 1, 2, 2}, {}, {1, 2, 1, 3, 3}};
  LongDoubles fit{1, 4, 9, 5, 7};
  reference::average_ties(points, fit);
  EXPECT_TRUE(all_near(fit, LongDoubles{3, 3, 9, 6, 6}, rounding));
}

}  // namespace
}  // namespace siderum::test
