// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/engine/periods.hpp>

namespace siderum::engine {
namespace {

constexpr double planted = 0.7312345;

/// One object with a period, and one that has none.
LightCurveTable two_objects() {
  std::vector<double> time, value;
  for (int j = 0; j < 60; ++j) {
    time.push_back(j + 0.3 * std::sin(j * j));
    value.push_back(5.0 + std::sin(2.0 * std::numbers::pi * planted * time.back()));
  }
  LightCurveTable curves = light_curve(time, value);
  add_light_curve(curves, "constant", time, std::vector<double>(60, 1.0));
  return curves;
}

PeriodSearch search(Refine refine) {
  PeriodSearch search;
  search.grid = half_open_grid(0.1, 1.0, 600);
  search.refine = refine;
  return search;
}

TEST(SearchedPeaks, HaveTheFrequencyOfTheGrid) {
  PeriodSearch const on_grid = search(Refine::no);
  PeriodSearchResult const result = search_periods(two_objects(), on_grid);

  EXPECT_EQ(result.peaks[0].frequency, on_grid.grid.frequency(result.peaks[0].index));
  EXPECT_NEAR(result.peaks[0].frequency, planted, on_grid.grid.step);
  EXPECT_FALSE(result.peaks[0].is_refined);
  EXPECT_TRUE(std::isnan(result.peaks[0].uncertainty));
}

TEST(SearchedPeaks, HaveARefinedFrequencyBetweenThoseOfTheGrid) {
  PeriodSearch const refined = search(Refine::yes);
  PeriodSearchResult const result = search_periods(two_objects(), refined);

  EXPECT_TRUE(result.peaks[0].is_refined);
  EXPECT_NEAR(result.peaks[0].frequency, planted, 1e-3 * refined.grid.step);
}

TEST(SearchedPeaks, HaveNoFrequencyWhereThereIsNone) {
  for (Refine const refine : {Refine::no, Refine::yes}) {
    Peak const none = search_periods(two_objects(), search(refine)).peaks[1];

    EXPECT_EQ(none.index, -1);
    EXPECT_TRUE(std::isnan(none.frequency));
    EXPECT_FALSE(none.is_refined);
  }
}

}  // namespace
}  // namespace siderum::engine
