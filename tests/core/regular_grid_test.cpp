// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/regular_grid.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace siderum {
namespace {

std::vector<double> frequencies(FrequencyGrid const& grid) {
  std::vector<double> result;
  for (std::int64_t k = 0; k < grid.count; ++k) {
    result.push_back(grid.first + grid.step * static_cast<double>(k));
  }
  return result;
}

TEST(RegularGrid, IsFoundBehindItsRoundedFrequencies) {
  for (FrequencyGrid const grid : {FrequencyGrid{0.1, 0.01, 5},
                                   {0.0, 1e-5, 100'000},
                                   {0.005027796, 0.01005559, 3751},
                                   {1e6, 1e-3, 1000}}) {
    auto const found = regular_grid(frequencies(grid));
    ASSERT_TRUE(found);
    EXPECT_EQ(found->first, grid.first);
    EXPECT_EQ(found->count, grid.count);
    EXPECT_NEAR(found->step, grid.step, 1e-15 * (grid.first + grid.step * 2));
  }
  auto const one = regular_grid(std::vector{2.5});
  ASSERT_TRUE(one);
  EXPECT_EQ(one->first, 2.5);
  EXPECT_EQ(one->count, 1);
}

TEST(RegularGrid, IsNoneOfOtherFrequencies) {
  double const nothing = std::numeric_limits<double>::quiet_NaN();
  for (std::vector<double> const& given : {std::vector<double>{},
                                           {0.0},
                                           {-1.0, 0.0, 1.0},
                                           {3.0, 2.0, 1.0},
                                           {1.0, 1.0, 1.0},
                                           {1.0, 2.0, 3.1},
                                           {1.0, nothing, 3.0},
                                           {nothing, 1.0, 2.0},
                                           {1.0, 2.0, std::numeric_limits<double>::infinity()}}) {
    EXPECT_FALSE(regular_grid(given));
  }
  // Nearly a grid, as of frequencies in single precision.
  std::vector<double> rounded = frequencies({0.1, 0.01, 100});
  rounded[50] += 1e-9;
  EXPECT_FALSE(regular_grid(rounded));
}

}  // namespace
}  // namespace siderum
