// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/simulate_variables.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include <siderum/core/error.hpp>

#include "algorithms/periods/simulated_survey_support.hpp"
#include "support/worker_threads.hpp"

namespace siderum::test {
namespace {

constexpr VariableSurvey surveys[] = {VariableSurvey::stripe_82, VariableSurvey::linear,
                                      VariableSurvey::tess_asteroids, VariableSurvey::tess_planets};

double median_points(SimulatedVariables const& survey) {
  return median(points_of_objects(survey));
}

double span(SimulatedVariables const& survey) {
  auto const [first, last] = std::minmax_element(survey.time.begin(), survey.time.end());
  return *last - *first;
}

double share_of(SimulatedVariables const& survey, std::string_view shape) {
  auto const count = std::count(survey.shape.begin(), survey.shape.end(), shape);
  return static_cast<double>(count) / static_cast<double>(survey.objects());
}

TEST(SimulateVariables, HasTheSizesOfItsSurvey) {
  auto const made = [](VariableSurvey survey) {
    return simulate_variables({.survey = survey, .objects = 2000});
  };
  auto const stripe = made(VariableSurvey::stripe_82);
  EXPECT_NEAR(median_points(stripe), 52.0, 2.0);
  EXPECT_NEAR(span(stripe), 3337.0, 40.0);
  EXPECT_NEAR(share_of(stripe, "saw-tooth"), 0.75, 0.04);
  auto const linear = made(VariableSurvey::linear);
  EXPECT_NEAR(median_points(linear), 220.0, 5.0);
  EXPECT_NEAR(span(linear), 2222.0, 20.0);
  EXPECT_NEAR(share_of(linear, "constant"), 0.9, 0.03);
  auto const asteroids = made(VariableSurvey::tess_asteroids);
  EXPECT_NEAR(median_points(asteroids), 125.0, 12.0);
  EXPECT_NEAR(span(asteroids), 270.0, 3.0);
  auto const planets = made(VariableSurvey::tess_planets);
  EXPECT_EQ(median_points(planets), 1973.0);
  EXPECT_NEAR(span(planets), 27.4, 0.02);
}

TEST(SimulateVariables, HasTheErrorsThatInstrumentsPublish) {
  auto const error = [](VariableSurvey survey, double magnitude) {
    auto const made = simulate_variables({.survey = survey, .objects = 3000, .points = 5});
    double nearest = 1e9;
    double found = 0.0;
    for (std::size_t j = 0; j < made.value.size(); ++j) {
      if (std::fabs(made.value[j] - magnitude) < nearest) {
        nearest = std::fabs(made.value[j] - magnitude);
        found = made.error[j];
      }
    }
    return found;
  };
  EXPECT_NEAR(error(VariableSurvey::linear, 18.0), 0.2, 0.06);
  EXPECT_NEAR(error(VariableSurvey::linear, 14.5), 0.031, 0.003);
  // 1 % in an hour is 1.41 % in half of one, and 1.0857 times as many magnitudes.
  EXPECT_NEAR(error(VariableSurvey::tess_asteroids, 16.0), 0.0153, 0.001);
  // 230 ppm in an hour, 398 ppm in 20 minutes.
  EXPECT_NEAR(error(VariableSurvey::tess_planets, 10.0), 1.0857 * 398e-6, 7e-6);
}

TEST(SimulateVariables, HasNoiseOfTheStatedErrors) {
  auto const survey =
      simulate_variables({.survey = VariableSurvey::linear, .objects = 400, .seed = 11});
  expect_noise_of_errors(survey, [&](std::size_t i) { return survey.shape[i] == "constant"; });
}

TEST(SimulateVariables, RepeatsWithItsPeriod) {
  // The noise of a planet's star is small beside its box: what is low is one run of phases.
  auto const survey = simulate_variables(
      {.survey = VariableSurvey::tess_planets, .objects = 1, .period = 3.308960});
  ASSERT_EQ(survey.period.front(), 3.308960);
  double first = 2.0;
  double last = -1.0;
  double const start = survey.time.front();
  double const length = std::asin(1.0 / (4.21 * std::cbrt(3.30896 * 3.30896))) / M_PI;
  double inside = 0.0;
  double zero = -1.0;
  for (std::size_t j = 0; j < survey.time.size(); ++j) {
    double const turns = (survey.time[j] - start) / 3.308960;
    if (survey.value[j] > 10.0 + 0.5 * survey.amplitude.front() && zero < 0.0) {
      zero = turns - 0.25;
    }
  }
  ASSERT_GE(zero, -0.25);
  double const all = static_cast<double>(survey.time.size());
  for (std::size_t j = 0; j < survey.time.size(); ++j) {
    double const turns = (survey.time[j] - start) / 3.308960 - zero;
    if (survey.value[j] > 10.0 + 0.7 * survey.amplitude.front()) {
      first = std::min(first, turns - std::floor(turns));
      last = std::max(last, turns - std::floor(turns));
      inside += 1.0;
    }
  }
  EXPECT_LE(last - first, length + 1e-6);
  EXPECT_GE(inside / all, 0.5 * length);
}

TEST(SimulateVariables, GivesTheSameObjectsInLargerSurveys) {
  for (VariableSurvey const survey : surveys) {
    auto const small = simulate_variables({.survey = survey, .objects = 5, .seed = 42});
    auto const large = simulate_variables({.survey = survey, .objects = 9, .seed = 42});
    auto const other = simulate_variables({.survey = survey, .objects = 5, .seed = 43});
    EXPECT_TRUE(std::equal(small.value.begin(), small.value.end(), large.value.begin()));
    EXPECT_NE(small.value, other.value);
    expect_ascending_times(small);
  }
}

TEST(SimulateVariables, GivesTheSameNumbersByAnyNumberOfThreads) {
  for (VariableSurvey const survey : surveys) {
    VariablesOptions const options{.survey = survey, .objects = 200, .seed = 42};
    WorkerThreads const one(1);
    auto const expected = simulate_variables(options);
    with_threads({2, 3}, [&](int) {
      auto const found = simulate_variables(options);
      EXPECT_EQ(found.offsets, expected.offsets);
      EXPECT_EQ(found.time, expected.time);
      EXPECT_EQ(found.value, expected.value);
      EXPECT_EQ(found.error, expected.error);
      EXPECT_EQ(found.shape, expected.shape);
      EXPECT_EQ(found.period, expected.period);
      EXPECT_EQ(found.amplitude, expected.amplitude);
    });
  }
}

TEST(SimulateVariables, RefusesOptionsOutsideTheirRanges) {
  EXPECT_THROW(simulate_variables({.objects = 0}), Error);
  EXPECT_THROW(simulate_variables({.points = 0}), Error);
  EXPECT_THROW(simulate_variables({.period = 0.0}), Error);
  EXPECT_THROW(simulate_variables({.survey = VariableSurvey::tess_asteroids, .points = 1297}),
               Error);
  EXPECT_THROW(simulate_variables({.survey = VariableSurvey::tess_planets, .points = 1974}), Error);
  EXPECT_NO_THROW(simulate_variables({.survey = VariableSurvey::tess_asteroids, .points = 1296}));
}

}  // namespace
}  // namespace siderum::test
