// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/significance.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

#include <gtest/gtest.h>

#include <siderum/core/light_curve_table.hpp>
#include <siderum/engine/periods.hpp>

#include "support/sentence.hpp"

namespace siderum::engine {
namespace {

using test::sentence_of;

LightCurveTable noise(int points) {
  std::vector<double> time;
  std::vector<double> value;
  for (int i = 0; i < points; ++i) {
    time.push_back(i + 0.3 * std::sin(1.7 * i));
    value.push_back(std::sin(12.9898 * i * i));
  }
  return light_curve(time, value);
}

TEST(FalseAlarms, OfAFormulaAreThoseOfASearch) {
  LightCurveTable const curves = noise(60);
  PeriodSearch search;
  search.grid = half_open_grid(0.01, 2.0, 2000);
  search.false_alarm = FalseAlarm::davies;
  Peak const peak = search_periods(curves, search).peaks[0];
  NoiseQuestion const question{0, search.grid.frequency(1999), FalseAlarmFormula::davies, {}};
  std::vector<double> const power{peak.power};
  double const logarithm = log_false_alarms(curves, question, power)[0];
  EXPECT_DOUBLE_EQ(logarithm, peak.log_false_alarm);
  std::vector<double> const asked{logarithm};
  EXPECT_NEAR(false_alarm_levels(curves, question, asked)[0], peak.power, 1e-12);
}

TEST(FalseAlarms, AtOneFrequencyAreTheIntegralOfTheDensity) {
  LightCurveTable const curves = noise(23);
  for (Normalization const normalization :
       {Normalization::standard, Normalization::model, Normalization::log, Normalization::psd}) {
    NoiseQuestion question{0, 1.0, FalseAlarmFormula::single, {}};
    question.options.normalization = normalization;
    std::vector<double> const half{std::log(0.5)};
    double const median = false_alarm_levels(curves, question, half)[0];
    std::vector<double> const ends{0.0, median};
    std::vector<double> const logarithm = log_false_alarms(curves, question, ends);
    EXPECT_DOUBLE_EQ(logarithm[0], 0.0);
    EXPECT_NEAR(logarithm[1], half[0], 1e-12);
    std::vector<double> middle;
    constexpr int steps = 4000;
    for (int k = 0; k < steps; ++k) {
      middle.push_back(median * (k + 0.5) / steps);
    }
    double integral = 0.0;
    for (double const density : noise_densities(curves, question, middle)) {
      integral += density * median / steps;
    }
    EXPECT_NEAR(integral, 0.5, 1e-6);
  }
}

TEST(BootstrapMaxima, AscendAndFollowFromTheSeed) {
  LightCurveTable const curves = noise(30);
  BootstrapQuestion question;
  question.grid = half_open_grid(0.01, 1.0, 300);
  question.samples = 50;
  std::vector<double> const maxima = bootstrap_maxima(curves, question);
  ASSERT_EQ(maxima.size(), 50U);
  EXPECT_TRUE(std::is_sorted(maxima.begin(), maxima.end()));
  EXPECT_GT(maxima.front(), 0.0);
  EXPECT_LE(maxima.back(), 1.0);
  EXPECT_EQ(bootstrap_maxima(curves, question), maxima);
  question.seed = 1;
  EXPECT_NE(bootstrap_maxima(curves, question), maxima);
}

class Told final : public ProgressObserver {
 public:
  void advance(std::int64_t done, std::int64_t total) override { told.emplace_back(done, total); }
  std::vector<std::pair<std::int64_t, std::int64_t>> told;
};

TEST(BootstrapMaxima, AreToldInPiecesThatChangeNothing) {
  LightCurveTable const curves = noise(30);
  BootstrapQuestion question;
  question.grid = half_open_grid(0.01, 1.0, 300);
  for (std::int64_t const samples : {1, 50}) {
    question.samples = samples;
    Told observer;
    Execution execution;
    execution.progress = &observer;
    EXPECT_EQ(bootstrap_maxima(curves, question, execution), bootstrap_maxima(curves, question));
    ASSERT_FALSE(observer.told.empty());
    EXPECT_GE(std::ssize(observer.told), std::min<std::int64_t>(samples, 16));
    EXPECT_EQ(observer.told.back(), std::pair(samples, samples));
  }
}

TEST(QuestionsAboutNoise, AreAboutAnObjectAndASearch) {
  LightCurveTable const curves = noise(10);
  std::vector<double> const power{0.5};
  EXPECT_EQ(sentence_of([&] {
              log_false_alarms(curves, {1, 1.0}, power);
            }),
            "There is no object 1 (the table has 1, counted from 0). Give the number of one of"
            " them.");
  EXPECT_EQ(sentence_of([&] {
              noise_densities(curves, {0, 0.0}, power);
            }),
            "The highest frequency of the search is 0 (false alarms are counted from 0 up to it)."
            " Give a finite one above 0.");
  LightCurveTable const constant =
      light_curve(std::vector{0.0, 1.0, 2.5, 3.0, 4.2}, std::vector{2.0, 2.0, 2.0, 2.0, 2.0});
  EXPECT_EQ(sentence_of([&] {
              bootstrap_maxima(constant, {0, half_open_grid(0.1, 1.0, 10)});
            }),
            "The object cannot be searched, nor what is drawn of it (its values are equal, or too"
            " few). Leave the bootstrap out.");
  BootstrapQuestion none{0, half_open_grid(0.1, 1.0, 10)};
  none.samples = 0;
  EXPECT_EQ(sentence_of([&] { bootstrap_maxima(curves, none); }),
            "The bootstrap has 0 samples (a probability needs one at least). Ask for more.");
}

}  // namespace
}  // namespace siderum::engine
