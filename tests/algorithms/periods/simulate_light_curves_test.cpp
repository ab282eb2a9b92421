// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/simulate_light_curves.hpp>

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <siderum/core/error.hpp>

namespace siderum {
namespace {

std::int64_t points_of(SimulatedSurvey const& survey, std::size_t object) {
  return survey.offsets[object + 1] - survey.offsets[object];
}

TEST(SimulateLightCurves, HasTheCountsOfTheSurveyItResembles) {
  SimulatedSurvey const survey = simulate_light_curves();

  EXPECT_EQ(survey.objects(), 999);
  EXPECT_NEAR(static_cast<double>(survey.points()), 165000.0, 15000.0);
  std::int64_t most = 0;
  std::int64_t least = survey.points();
  for (std::size_t object = 0; object < 999; ++object) {
    most = std::max(most, points_of(survey, object));
    least = std::min(least, points_of(survey, object));
  }
  EXPECT_GT(most, 2000);
  EXPECT_LT(least, 20);
  EXPECT_GE(least, 14);
}

TEST(SimulateLightCurves, StaysInItsRanges) {
  SimulatedSurvey const survey = simulate_light_curves({.objects = 300, .seed = 3});

  for (std::size_t object = 0; object < 300; ++object) {
    EXPECT_GE(survey.rotation_period_h[object], 2.0);
    EXPECT_LE(survey.rotation_period_h[object], 300.0);
    EXPECT_EQ(survey.light_curve_period_d[object], survey.rotation_period_h[object] / 48.0);
    auto const first = survey.time.begin() + survey.offsets[object];
    auto const last = survey.time.begin() + survey.offsets[object + 1];
    EXPECT_EQ(std::adjacent_find(first, last, std::greater_equal<>()), last) << "times ascend";
  }
  auto const [earliest, latest] = std::minmax_element(survey.time.begin(), survey.time.end());
  EXPECT_GE(*earliest, 58600.0);
  EXPECT_LT(*latest, 58720.0);
  for (double const time : survey.time) {
    EXPECT_GE(time - std::floor(time), 0.25);
    EXPECT_LT(time - std::floor(time), 0.25 + 8.0 / 24.0);
  }
  auto const [smallest, largest] = std::minmax_element(survey.error.begin(), survey.error.end());
  EXPECT_GE(*smallest, 0.02);
  EXPECT_LE(*largest, 0.2);
}

TEST(SimulateLightCurves, HasNoiseOfTheStatedErrors) {
  // Without light variation the values scatter about their object's mean by their errors alone.
  SimulatedSurvey const survey = simulate_light_curves({.objects = 200,
                                                        .seed = 11,
                                                        .minimum_points = 100,
                                                        .smallest_amplitude = 0.0,
                                                        .largest_amplitude = 0.0});
  double chi_squared = 0.0;
  double freedom = 0.0;
  for (std::size_t object = 0; object < 200; ++object) {
    double weights = 0.0;
    double mean = 0.0;
    auto const first = static_cast<std::size_t>(survey.offsets[object]);
    auto const last = static_cast<std::size_t>(survey.offsets[object + 1]);
    for (std::size_t j = first; j < last; ++j) {
      double const weight = 1.0 / (survey.error[j] * survey.error[j]);
      weights += weight;
      mean += weight * survey.value[j];
    }
    mean /= weights;
    for (std::size_t j = first; j < last; ++j) {
      chi_squared += std::pow((survey.value[j] - mean) / survey.error[j], 2);
    }
    freedom += static_cast<double>(last - first - 1);
  }
  // Five standard deviations of chi squared.
  EXPECT_NEAR(chi_squared / freedom, 1.0, 5.0 * std::sqrt(2.0 / freedom));
}

TEST(SimulateLightCurves, GivesTheSameObjectsInLargerSurveys) {
  SimulatedSurvey const small = simulate_light_curves({.objects = 5, .seed = 42});
  SimulatedSurvey const large = simulate_light_curves({.objects = 9, .seed = 42});
  SimulatedSurvey const other = simulate_light_curves({.objects = 5, .seed = 43});

  EXPECT_TRUE(std::equal(small.time.begin(), small.time.end(), large.time.begin()));
  EXPECT_TRUE(std::equal(small.value.begin(), small.value.end(), large.value.begin()));
  EXPECT_NE(small.value, other.value);
}

TEST(SimulateLightCurves, GivesTheSameNumbersEverywhere) {
  SimulatedSurvey const survey = simulate_light_curves({.objects = 1, .seed = 1});

  ASSERT_EQ(survey.points(), 29);
  EXPECT_DOUBLE_EQ(survey.rotation_period_h[0], 8.264298);
  EXPECT_DOUBLE_EQ(survey.amplitude[0], 0.1868);
  EXPECT_DOUBLE_EQ(survey.time.front(), 58602.38391);
  EXPECT_DOUBLE_EQ(survey.value.front(), 17.2831);
  EXPECT_DOUBLE_EQ(survey.error.front(), 0.0259);
  EXPECT_DOUBLE_EQ(survey.time.back(), 58719.312724);
  EXPECT_DOUBLE_EQ(survey.value.back(), 17.4728);
  EXPECT_DOUBLE_EQ(survey.error.back(), 0.0276);
}

TEST(SimulateLightCurves, RefusesOptionsOutsideTheirRanges) {
  EXPECT_THROW(simulate_light_curves({.objects = 0}), Error);
  EXPECT_THROW(simulate_light_curves({.window = 0.5}), Error);
  EXPECT_THROW(simulate_light_curves({.minimum_points = 0}), Error);
  EXPECT_THROW(simulate_light_curves({.maximum_points = 120 * 48 + 1}), Error);
  EXPECT_THROW(simulate_light_curves({.shortest_rotation = 10.0}), Error);
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
}  // namespace siderum
