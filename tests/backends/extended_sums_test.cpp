// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/portable/fold_and_sort/extended_sums.hpp>

#include "support/matchers.hpp"

/// Sums over windows from running sums that reach beyond both ends, against the points themselves.
namespace siderum::test {
namespace {

using Sums = portable::ExtendedSums<double>;
using Moments = portable::Moments<double, 3>;

constexpr int points = 23;
constexpr int reach = 9;

// Phases and values of no order that matters.
double phase(int j) {
  return (j + 0.25 * (j % 3)) / points;
}
double value(int j) {
  return 1.0 + (7 * j % 5);
}

// v, v x, v x^2; point j of the turn before or after counts as one of this phase less or more 1.
Moments terms(int j) {
  int const turn = j < 0 ? -1 : (j >= points ? 1 : 0);
  double const x = phase(j - turn * points) + turn;
  double const v = value(j - turn * points);
  return {{v, v * x, v * x * x}};
}

Moments sum(int first, int last) {
  Moments all{};
  for (int j = first; j < last; ++j) {
    for (int k = 0; k < 3; ++k) {
      all.of[k] += terms(j).of[k];
    }
  }
  return all;
}

/// As the threads of a team leave them.
std::vector<double> filled(int threads) {
  std::vector<double> memory(static_cast<std::size_t>(Sums::room(3, points, reach)), -1e9);
  Sums const sums(memory.data(), reach);
  for (int e = 0; e <= points; ++e) {
    sums.put(e, sum(0, e));
  }
  for (int rank = 0; rank < threads; ++rank) {
    sums.extend<3>(points, reach, rank, threads, sum(0, points));
  }
  return memory;
}

TEST(ExtendedSums, WindowsWrap) {
  for (int const threads : {1, 4}) {
    std::vector<double> memory = filled(threads);
    Sums const sums(memory.data(), reach);
    for (int half = 0; half < reach; ++half) {
      for (int j = 0; j < points; ++j) {
        Moments const found = sums.window<3>(j, half, points, WindowEnds::wrap);
        Moments const expected = sum(j - half, j + half + 1);
        for (int k = 0; k < 3; ++k) {
          EXPECT_TRUE(near_value(found.of[k], expected.of[k], 1e-12)) << j << " " << half;
        }
      }
    }
  }
}

TEST(ExtendedSums, WindowsStopAtTheEnds) {
  std::vector<double> memory = filled(1);
  Sums const sums(memory.data(), reach);
  for (int half = 0; half < reach; ++half) {
    for (int j = 0; j < points; ++j) {
      int const first = std::clamp(j - half, 0, points - 1 - 2 * half);
      Moments const found = sums.window<3>(j, half, points, WindowEnds::stop);
      Moments const expected = sum(first, first + 2 * half + 1);
      for (int k = 0; k < 3; ++k) {
        EXPECT_TRUE(near_value(found.of[k], expected.of[k], 1e-12)) << j << " " << half;
      }
    }
  }
}

}  // namespace
}  // namespace siderum::test
