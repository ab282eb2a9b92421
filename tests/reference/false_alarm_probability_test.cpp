// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/false_alarm_probability.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "algorithms/periods/false_alarm_support.hpp"
#include "support/matchers.hpp"

namespace siderum::test {
namespace {

/// Seven points at the times 0 .. 6: variance 4, so W = 4 f_max sqrt(pi); N_H = 6, N_K = 4.
constexpr double time[] = {0, 1, 2, 3, 4, 5, 6};
constexpr double value[] = {1, -1, 2, 0, 1, 0, -3};

reference::Significance seven_points(Normalization normalization) {
  return {7, time, value, nullptr, 0.5, {.normalization = normalization}};
}

TEST(ReferenceFalseAlarm, NaiveByHand) {
  // F1 = (1 - 0.5)^2 = 1/4, f_max T = 3 frequencies: 1 - (3/4)^3 = 37/64.
  EXPECT_TRUE(
      near_value(reference::false_alarm_probability(reference::FalseAlarm::naive,
                                                    seven_points(Normalization::standard), 0.5L),
                 37.0L / 64.0L, 1e-17));
}

TEST(ReferenceFalseAlarm, CrossingsByHand) {
  // gamma sqrt(N_H / 2) = Gamma(3) / Gamma(5/2) = 8 / (3 sqrt(pi)); W = 2 sqrt(pi);
  // tau = 16/3 (1/2)^(3/2) (1/2)^(1/2) = 4/3, and F1 = 1/4.
  long double const davies = reference::false_alarm_probability(
      reference::FalseAlarm::davies, seven_points(Normalization::standard), 0.5L);
  long double const baluev = reference::false_alarm_probability(
      reference::FalseAlarm::baluev, seven_points(Normalization::standard), 0.5L);
  EXPECT_TRUE(near_value(davies, 0.25L + 4.0L / 3.0L, 1e-17));
  EXPECT_TRUE(near_value(baluev, 1.0L - 0.75L * std::exp(-4.0L / 3.0L), 1e-17));
}

TEST(ReferenceFalseAlarm, ResidualNormalizationsHaveTheRatioOfTheirGammas) {
  auto const crossings = [](Normalization normalization, long double power) {
    return reference::false_alarm_probability(reference::FalseAlarm::davies,
                                              seven_points(normalization), power) -
           0.25L;
  };
  long double const standard = crossings(Normalization::standard, 0.5L);
  EXPECT_TRUE(near_value(crossings(Normalization::model, 1.0L), standard * 3 / 4, 1e-17));
  EXPECT_TRUE(near_value(crossings(Normalization::log, std::numbers::ln2_v<long double>),
                         standard * 3 / 4, 1e-17));
}

TEST(ReferenceFalseAlarm, AgreesWithAstropy) {
  auto const curves = read_golden_lomb_scargle();
  auto const rows = read_golden_false_alarms(curves);
  EXPECT_GT(rows.size(), 600U);
  for (GoldenFalseAlarm const& row : rows) {
    long double const probability = reference::false_alarm_probability(
        oracle_method(row.method), significance_of(*row.curve, row.options, row.maximum_frequency),
        row.power);
    // astropy subtracts squares of the mean of times and takes powers of 1 - Z.
    EXPECT_TRUE(near_value(probability, row.probability, 1e-11L * row.probability))
        << row.method << ", normalization " << static_cast<int>(row.options.normalization)
        << ", power " << row.power;
  }
}

}  // namespace
}  // namespace siderum::test
