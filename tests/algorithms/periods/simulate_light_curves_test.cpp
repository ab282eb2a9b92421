// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/simulate_light_curves.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/error.hpp>

#include "algorithms/periods/simulated_survey_support.hpp"
#include "support/worker_threads.hpp"

namespace siderum::test {
namespace {

// Of the 1,000 asteroids of Gowanlock et al. 2021 (data/simobj.200724_1.dat of their repository)
// half have 110 points or more, 45 have 550 or more, and 164,743 in all; the medians are 12.2 h and
// 1.0 mag from peak to peak. Within three standard errors of 1,000 draws.
TEST(SimulateLightCurves, FollowsThePublishedTable) {
  SimulatedSurvey const survey = simulate_light_curves();
  ASSERT_EQ(survey.objects(), 1000);
  std::vector<double> const points = points_of_objects(survey);
  EXPECT_NEAR(std::log(median(points) / 110.0), 0.0, 0.11);
  EXPECT_NEAR(std::count_if(points.begin(), points.end(), [](double n) { return n >= 550.0; }), 45,
              20);
  EXPECT_NEAR(static_cast<double>(survey.points()), 164'743.0, 20'000.0);
  EXPECT_NEAR(std::log(median(survey.rotation_period_h) / 12.2), 0.0, 0.10);
  EXPECT_NEAR(std::log(2.0 * median(survey.amplitude) / 1.0), 0.0, 0.05);
}

TEST(SimulateLightCurves, StaysInItsRanges) {
  SimulatedSurvey const survey = simulate_light_curves({.objects = 300, .seed = 3});

  for (std::size_t object = 0; object < 300; ++object) {
    EXPECT_GE(survey.rotation_period_h[object], 2.0);
    EXPECT_LE(survey.rotation_period_h[object], 300.0);
    EXPECT_EQ(survey.light_curve_period_d[object], survey.rotation_period_h[object] / 48.0);
  }
  expect_ascending_times(survey);
  auto const [earliest, latest] = std::minmax_element(survey.time.begin(), survey.time.end());
  EXPECT_GE(*earliest, 58600.0);
  EXPECT_LT(*latest, 58720.0);
  for (double const time : survey.time) {
    EXPECT_GE(time - std::floor(time), 0.25);
    EXPECT_LT(time - std::floor(time), 0.25 + 8.0 / 24.0);
  }
  EXPECT_GE(*std::min_element(survey.error.begin(), survey.error.end()), 0.02);
}

TEST(SimulateLightCurves, HasNoiseOfTheStatedErrors) {
  SimulatedSurvey const survey = simulate_light_curves({.objects = 200,
                                                        .seed = 11,
                                                        .minimum_points = 100,
                                                        .median_amplitude = 0.0,
                                                        .smallest_amplitude = 0.0});
  expect_noise_of_errors(survey, [](std::size_t) { return true; });
}

TEST(SimulateLightCurves, GivesTheSameObjectsInLargerSurveys) {
  SimulatedSurvey const small = simulate_light_curves({.objects = 5, .seed = 42});
  SimulatedSurvey const large = simulate_light_curves({.objects = 9, .seed = 42});
  SimulatedSurvey const other = simulate_light_curves({.objects = 5, .seed = 43});

  EXPECT_TRUE(std::equal(small.time.begin(), small.time.end(), large.time.begin()));
  EXPECT_TRUE(std::equal(small.value.begin(), small.value.end(), large.value.begin()));
  EXPECT_NE(small.value, other.value);
}

TEST(SimulateLightCurves, GivesTheSameNumbersByAnyNumberOfThreads) {
  WorkerThreads const one(1);
  SimulatedSurvey const expected = simulate_light_curves({.objects = 500, .seed = 5});
  with_threads({2, 3}, [&](int) {
    SimulatedSurvey const survey = simulate_light_curves({.objects = 500, .seed = 5});
    EXPECT_EQ(survey.offsets, expected.offsets);
    EXPECT_EQ(survey.time, expected.time);
    EXPECT_EQ(survey.value, expected.value);
    EXPECT_EQ(survey.error, expected.error);
    EXPECT_EQ(survey.rotation_period_h, expected.rotation_period_h);
    EXPECT_EQ(survey.light_curve_period_d, expected.light_curve_period_d);
    EXPECT_EQ(survey.amplitude, expected.amplitude);
  });
}

TEST(SimulateLightCurves, GivesTheSameNumbersEverywhere) {
  SimulatedSurvey const survey = simulate_light_curves({.objects = 1, .seed = 1});

  ASSERT_EQ(survey.points(), 43);
  EXPECT_DOUBLE_EQ(survey.rotation_period_h[0], 12.567467);
  EXPECT_DOUBLE_EQ(survey.amplitude[0], 0.5899);
  EXPECT_DOUBLE_EQ(survey.time.front(), 58601.501016);
  EXPECT_DOUBLE_EQ(survey.value.front(), 16.1859);
  EXPECT_DOUBLE_EQ(survey.error.front(), 0.0251);
  EXPECT_DOUBLE_EQ(survey.time.back(), 58717.390175);
  EXPECT_DOUBLE_EQ(survey.value.back(), 17.1644);
  EXPECT_DOUBLE_EQ(survey.error.back(), 0.0329);
}

TEST(SimulateLightCurves, RefusesOptionsOutsideTheirRanges) {
  EXPECT_THROW(simulate_light_curves({.objects = 0}), Error);
  EXPECT_THROW(simulate_light_curves({.window = 0.5}), Error);
  EXPECT_THROW(simulate_light_curves({.minimum_points = 0}), Error);
  EXPECT_THROW(simulate_light_curves({.maximum_points = 120 * 48 + 1}), Error);
  EXPECT_THROW(simulate_light_curves({.shortest_rotation = 13.0}), Error);
  EXPECT_THROW(simulate_light_curves({.smallest_amplitude = 1.0}), Error);
}

TEST(SimulateLightCurves, FillsAWindowToItsLastSlot) {
  SimulatedSurvey const survey = simulate_light_curves({.objects = 1,
                                                        .window = 2,
                                                        .median_points = 96,
                                                        .points_spread = 0.0,
                                                        .minimum_points = 96,
                                                        .maximum_points = 96});
  EXPECT_EQ(survey.points(), 96);
}

}  // namespace
}  // namespace siderum::test
