// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/false_alarm_probability.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/false_alarm_support.hpp"
#include "algorithms/lomb_scargle_support.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

FalseAlarmMethod method_named(std::string const& name) {
  return name == "naive"    ? FalseAlarmMethod::naive
         : name == "davies" ? FalseAlarmMethod::davies
                            : FalseAlarmMethod::baluev;
}

template <class Real>
std::vector<NoiseSearch> describe(Batch const& batch, double maximum_frequency,
                                  LombScargleOptions const& options) {
  TestSpace const exec;
  auto const searches = make_view<NoiseSearch>(static_cast<std::size_t>(batch.objects()));
  describe_noise(exec, to_curves<Real>(batch), maximum_frequency, searches, options);
  exec.fence();
  return to_host(searches);
}

/// A power as `options` have it, from a standard one.
double power_of(double standard, LombScargleOptions const& options, double largest) {
  switch (options.normalization) {
    case Normalization::model:
      return standard / (1.0 - standard);
    case Normalization::log:
      return -std::log1p(-standard);
    case Normalization::standard:
      return standard;
    default:
      return standard * largest;
  }
}

template <class Real>
class FalseAlarmProbability : public testing::Test {};
TYPED_TEST_SUITE(FalseAlarmProbability, Precisions, PrecisionNames);

TYPED_TEST(FalseAlarmProbability, AgreesWithAstropy) {
  auto const curves = read_golden_lomb_scargle();
  for (GoldenFalseAlarm const& row : read_golden_false_alarms(curves)) {
    NoiseSearch const search =
        describe<TypeParam>(to_batch({*row.curve}), row.maximum_frequency, row.options).front();
    FalseAlarmMethod const method = method_named(row.method);
    double const tolerance = std::is_same_v<TypeParam, float> ? 1e-5 : 1e-10;
    double const expected = std::min(row.probability, 1.0);
    EXPECT_TRUE(near_value(std::exp(log_false_alarm_probability(method, search, row.power)),
                           expected, tolerance * expected))
        << row.method << ", normalization " << static_cast<int>(row.options.normalization)
        << ", power " << row.power;
    if (!std::isnan(row.level)) {
      EXPECT_TRUE(near_value(false_alarm_level(method, search, std::log(row.probability)),
                             row.level, 1e-6 * row.level))
          << row.method << ", power " << row.power;
    }
  }
}

TYPED_TEST(FalseAlarmProbability, AgreesWithTheOracleFarBelowWhatADoubleHolds) {
  auto const batch = draw_batch<TypeParam>({29, 131, 500}, 900.0, 1.37);
  double const maximum_frequency = 20.0;
  for (LombScargleOptions const& options : all_options()) {
    auto const searches = describe<TypeParam>(batch, maximum_frequency, options);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      double const largest = static_cast<double>(reference::lomb_scargle_largest_power(
          batch.points(object), batch.times(object), batch.values(object), batch.errors(object),
          options));
      for (double const standard : {1e-9, 0.01, 0.3, 0.9, 0.9999}) {
        double const power = power_of(standard, options, largest);
        for (char const* name : {"naive", "davies", "baluev"}) {
          long double const expected = std::log(reference::false_alarm_probability(
              oracle_method(name),
              {batch.points(object), batch.times(object), batch.values(object),
               batch.errors(object), maximum_frequency, options},
              power));
          double const actual =
              log_false_alarm_probability(method_named(name), searches[object], power);
          if (std::isinf(expected)) {  // below even a long double
            EXPECT_LT(actual, -11000.0);
            continue;
          }
          double const bounded = std::min(static_cast<double>(expected), 0.0);
          EXPECT_TRUE(near_value(
              actual, bounded,
              log_probability_tolerance<TypeParam>(batch.points(object), standard, bounded)))
              << name << ", object " << object << ", power " << power << ", " << name_of(options);
        }
      }
    }
  }
}

TYPED_TEST(FalseAlarmProbability, LevelsAreTheInverse) {
  auto const batch = draw_batch<TypeParam>({29, 1000}, 900.0, 1.37);
  for (LombScargleOptions const& options : all_options()) {
    for (NoiseSearch const& search : describe<TypeParam>(batch, 20.0, options)) {
      for (double const log_probability : {-0.5, -5.0, -20.0}) {
        for (auto const method :
             {FalseAlarmMethod::naive, FalseAlarmMethod::davies, FalseAlarmMethod::baluev}) {
          double const level = false_alarm_level(method, search, log_probability);
          EXPECT_GT(level, 0.0);
          // The slope in Z is N_K / 2 / (1 - Z) at most, and Z is known to eps64.
          EXPECT_TRUE(near_value(log_false_alarm_probability(method, search, level),
                                 log_probability, 1e-10))
              << static_cast<int>(method) << ", " << name_of(options);
        }
      }
    }
  }
}

TYPED_TEST(FalseAlarmProbability, TablesHoldWhatTheFormulasSay) {
  TestSpace const exec;
  auto const batch = draw_batch<TypeParam>({43, 2, 97}, 300.0, 1.37);
  auto const searches = make_view<NoiseSearch>(3);
  describe_noise(exec, to_curves<TypeParam>(batch), 10.0, searches);
  auto const power = make_table<TypeParam>(3, 2);
  Kokkos::deep_copy(power, TypeParam(0.4));
  auto const table = make_table<double>(3, 2);
  log_false_alarm_probabilities(exec, FalseAlarmMethod::baluev, searches, power, table);
  exec.fence();
  auto const on_host = to_host(table);
  auto const described = to_host(searches);
  for (std::size_t object : {0U, 2U}) {
    double const expected = log_false_alarm_probability(FalseAlarmMethod::baluev, described[object],
                                                        static_cast<double>(TypeParam(0.4)));
    EXPECT_TRUE(near_value(on_host[2 * object], expected, 1e-12 * std::fabs(expected)));
    EXPECT_EQ(on_host[2 * object], on_host[2 * object + 1]);
  }
  EXPECT_TRUE(std::isnan(on_host[2]));  // two points only
}

TYPED_TEST(FalseAlarmProbability, EndsOfTheRange) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  NoiseSearch const search{.points = 50.0, .cycles = 100.0, .bandwidth = 150.0};
  for (auto const method :
       {FalseAlarmMethod::naive, FalseAlarmMethod::davies, FalseAlarmMethod::baluev}) {
    EXPECT_EQ(log_false_alarm_probability(method, search, 0.0), 0.0);
    EXPECT_EQ(log_false_alarm_probability(method, search, 1.0), -INFINITY);
    EXPECT_TRUE(std::isnan(log_false_alarm_probability(method, search, nan)));
    EXPECT_TRUE(std::isnan(log_false_alarm_probability(method, search, -0.1)));
    EXPECT_TRUE(std::isnan(log_false_alarm_probability(method, {.points = 3.0}, 0.5)));
    EXPECT_EQ(false_alarm_level(method, search, 0.0), 0.0);
    EXPECT_TRUE(std::isnan(false_alarm_level(method, search, 0.1)));
  }
}

TYPED_TEST(FalseAlarmProbability, RefusesWhatItCannotUse) {
  auto const batch = draw_batch<TypeParam>({43}, 300.0, 1.37);
  EXPECT_EQ(sentence_of([&] { describe<TypeParam>(batch, 0.0, {}); }),
            "The highest frequency of the search is 0 (false alarms are counted from 0 up to it)."
            " Give a finite one above 0.");
}

}  // namespace
}  // namespace siderum::test
