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

/// A sinusoid of frequency 1 and a weaker one of frequency 2.33.
LightCurveTable two_sinusoids() {
  std::vector<double> time, value;
  for (int j = 0; j < 60; ++j) {
    time.push_back(0.17 * j + 0.05 * std::sin(j * j));
    double const turn = 2.0 * std::numbers::pi * time.back();
    value.push_back(std::sin(turn) + 0.4 * std::sin(2.33 * turn));
  }
  return light_curve(time, value);
}

TEST(SearchedPeaks, AreNotRefinedIntoAnExcludedWindow) {
  PeriodSearch search;
  search.grid = {0.51, 0.02, 100};  // 0.99 and 1.01 stand to either side of the window
  search.excluded = {{1.0, 0.009}};
  Peak const on_grid = search_periods(two_sinusoids(), search).peaks[0];
  EXPECT_NEAR(on_grid.frequency, 1.0, 0.0101);

  search.refine = Refine::yes;
  search.peaks = 3;
  PeriodSearchResult const refined = search_periods(two_sinusoids(), search);
  EXPECT_NEAR(refined.peaks[0].frequency, 2.33, 0.02);
  for (Peak const& peak : refined.peaks) {
    EXPECT_GT(std::abs(peak.frequency - 1.0), 0.009);
    EXPECT_GE(peak.index, 0);
  }
}

TEST(SearchedPeaks, AreNoneWhereAllLieInAnExcludedWindow) {
  PeriodSearch search;
  search.grid = {0.93, 0.02, 5};
  search.excluded = {{1.0, 0.009}, {0.94, 0.02}};
  search.refine = Refine::yes;
  for (FalseAlarm const method : {FalseAlarm::none, FalseAlarm::baluev, FalseAlarm::bootstrap}) {
    search.false_alarm = method;
    search.bootstrap_samples = 10;
    Peak const none = search_periods(two_sinusoids(), search).peaks[0];
    EXPECT_EQ(none.index, -1);
    EXPECT_TRUE(std::isnan(none.power) && std::isnan(none.frequency));
    EXPECT_TRUE(std::isnan(none.uncertainty) && std::isnan(none.false_alarm));
  }
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
