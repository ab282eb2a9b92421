// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/multi_harmonic.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <numeric>
#include <string>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"
#include "reference/multi_harmonic_model.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

template <class V>
Periodograms<typename V::Real> search_multi_harmonic(Batch const& batch, FrequencyGrid const& grid,
                                                     MultiHarmonicOptions const& options) {
  using Real = typename V::Real;
  TestSpace const exec;
  auto const objects = static_cast<std::size_t>(batch.objects());
  PowerView<Real, TestSpace> const power("test::power", objects,
                                         static_cast<std::size_t>(grid.count));
  StatusView<TestSpace> const status("test::status", objects);
  multi_harmonic<typename V::Backend>(exec, to_curves<Real>(batch), grid, power, status, options);
  exec.fence();
  return {to_host(power), to_host(status)};
}

template <class V>
BestOnHost<typename V::Real> search_best_multi_harmonic(Batch const& batch,
                                                        FrequencyGrid const& grid,
                                                        MultiHarmonicOptions const& options) {
  using Real = typename V::Real;
  TestSpace const exec;
  auto const best = BestPeriods<Real, TestSpace>::allocate(exec, batch.objects());
  best_multi_harmonic<typename V::Backend>(exec, to_curves<Real>(batch), grid, best, options);
  exec.fence();
  return {to_host(best.index), to_host(best.power), to_host(best.status)};
}

/// Where errors may reach what multi_harmonic.hpp says a frequency may be refused as singular;
/// where they may be all of the power, either judgement will do.
template <class Real>
bool is_judged(Real power, double tolerance) {
  double const refused = std::is_same_v<Real, double> ? 1e-7 : 0.01;
  return tolerance < (std::isnan(power) ? refused : 1.0);
}

template <class V>
class MultiHarmonic : public testing::Test {
 protected:
  static void expect_powers(Batch const& batch, FrequencyGrid const& grid,
                            MultiHarmonicOptions const& options) {
    using Real = typename V::Real;
    auto const found = search_multi_harmonic<V>(batch, grid, options);
    double const highest = grid.frequency(grid.count - 1) + reach_of(grid);
    Normalization const normalization = options.periodogram.normalization;
    double const of_method = options.periodogram.method == Method::nufft
                                 ? tolerance_of<Real>(options.periodogram, grid.count)
                                 : 0.0;
    auto const frequency = frequencies_of(grid);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      auto const row = found.row(object);
      double const largest = largest_number(row);
      for (std::int64_t k = 0; k < grid.count; ++k) {
        auto const model = reference::fit_multi_harmonic(
            {batch.points(object), batch.times(object), batch.values(object), batch.errors(object)},
            frequency[static_cast<std::size_t>(k)], options.terms, options.periodogram);
        auto const x = static_cast<double>(model.power);
        double const expected = normalization == Normalization::model ? x / (1.0 - x) : x;
        double const tolerance = multi_harmonic_tolerance<Real>(
            batch.points(object), options.terms, highest * batch.baseline(object),
            static_cast<double>(model.smallest_axis));
        if (is_judged(row[static_cast<std::size_t>(k)], tolerance)) {
          EXPECT_TRUE(near_value(
              row[static_cast<std::size_t>(k)], expected,
              normalized_tolerance(normalization, x, tolerance, 1.0) + of_method * largest))
              << "object " << object << ", k " << k << ", " << options.terms << " terms";
        }
      }
    }
  }

 private:
  template <class Row>
  static double largest_number(Row const& row) {
    double largest = 0.0;
    for (auto const power : row) {
      largest = std::fmax(largest, static_cast<double>(power));
    }
    return largest;
  }
};
TYPED_TEST_SUITE(MultiHarmonic, Variants, VariantNames);

TYPED_TEST(MultiHarmonic, AgreesWithTheOracleForEveryModel) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 131}, 60.0, 1.37);
  FrequencyGrid const grid{0.21, 0.1913, 17};
  for (int const terms : {2, 3, 4, 5, 8}) {
    for (FitMean const fit_mean : {FitMean::no, FitMean::yes}) {
      for (CenterData const center_data : {CenterData::no, CenterData::yes}) {
        for (Errors const errors : {Errors::ignore, Errors::use}) {
          this->expect_powers(
              batch, grid,
              {.terms = terms,
               .periodogram = {
                   .fit_mean = fit_mean, .center_data = center_data, .errors = errors}});
        }
      }
    }
  }
}

TYPED_TEST(MultiHarmonic, NumbersNextToASingularFitAreRight) {
  if (std::is_same_v<typename TypeParam::Real, float>) {
    GTEST_SKIP() << "sums in FP32 say less than what is looked for";
  }
  // Few points on a lattice of days, so that harmonics replace each other near its frequencies.
  Batch batch;
  CounterRandom random(23, 0);
  for (int object = 0; object < 10; ++object) {
    for (int j = 0; j < 9 + object; ++j) {
      double const time = std::round(100.0 * random.uniform()) + 0.02 * random.uniform();
      double const value = 15.0 + 0.5 * std::sin(7.1 * time) + 1e-3 * random.normal();
      batch.add_point(time, value, 0.02 * (1.0 + random.uniform()));
    }
    batch.end_object();
  }
  FrequencyGrid const grid{0.9, 0.0005, 400};
  auto const frequency = frequencies_of(grid);
  for (int const terms : {2, 3}) {
    for (Method const method : {Method::direct, Method::nufft}) {
      LombScargleOptions const periodogram{.method = method};
      auto const found = search_multi_harmonic<TypeParam>(
          batch, grid, {.terms = terms, .periodogram = periodogram});
      std::int64_t numbers = 0;
      for (std::int64_t object = 0; object < batch.objects(); ++object) {
        auto const row = found.row(object);
        for (std::size_t k = 0; k < row.size(); ++k) {
          auto const model =
              reference::fit_multi_harmonic({batch.points(object), batch.times(object),
                                             batch.values(object), batch.errors(object)},
                                            frequency[k], terms, periodogram);
          if (!std::isnan(row[k]) && !std::isnan(model.power)) {
            EXPECT_NEAR(row[k], static_cast<double>(model.power),
                        multiband_tolerance<double>(batch.points(object), 0.0))
                << "object " << object << ", k " << k << ", " << terms << " terms";
            ++numbers;
          }
        }
      }
      EXPECT_GT(numbers, 2000);
    }
  }
}

// Harmonics of a fraction of a cycle are as good as dependent, in the sums of FP64.
TYPED_TEST(MultiHarmonic, FrequenciesOfLessThanACycleHaveTheirPowers) {
  using Real = typename TypeParam::Real;
  Batch batch;
  CounterRandom random(31, 0);
  for (int const points : {60, 300}) {
    for (int j = 0; j < points; ++j) {
      double const time = 2458000.5 + random.uniform(0.0, 37.0);
      batch.add_point(time, 15.0 + std::sin(2.1 * time) + random.normal(),
                      0.1 * (1.0 + random.uniform()));
    }
    batch.end_object();
  }
  round_to<Real>(batch);
  FrequencyGrid const grid{0.05 / 37.0, 0.05 / 37.0, 24};
  int compared = 0;
  for (FitMean const fit_mean : {FitMean::yes, FitMean::no}) {
    for (int const terms : {2, 3, 4, 5, 6, 8, 12}) {
      for (Method const method : {Method::direct, Method::automatic}) {
        LombScargleOptions const periodogram{.fit_mean = fit_mean, .method = method};
        MultiHarmonicOptions const options{.terms = terms, .periodogram = periodogram};
        auto const found = search_multi_harmonic<TypeParam>(batch, grid, options);
        auto const best = search_best_multi_harmonic<TypeParam>(batch, grid, options);
        for (std::int64_t object = 0; object < batch.objects(); ++object) {
          auto const row = found.row(object);
          for (std::int64_t k = 0; k < grid.count; ++k) {
            double const power = static_cast<double>(row[static_cast<std::size_t>(k)]);
            auto const model =
                reference::fit_multi_harmonic({batch.points(object), batch.times(object),
                                               batch.values(object), batch.errors(object)},
                                              grid.frequency(k), terms, periodogram);
            bool const is_judged = !std::isnan(model.power);
            // With a mean harmonics are combined, and else without an answer below some frequency.
            EXPECT_TRUE(std::isfinite(power) || (fit_mean == FitMean::no && terms > 3))
                << "k " << k << ", " << terms << " terms, " << batch.points(object) << " points";
            if (is_judged && std::isfinite(power)) {
              EXPECT_NEAR(power, static_cast<double>(model.power),
                          multiband_tolerance<Real>(batch.points(object), 0.0))
                  << "k " << k << ", " << terms << " terms";
              ++compared;
            }
          }
          auto const highest = std::max_element(row.begin(), row.end());
          if (fit_mean == FitMean::yes) {
            EXPECT_EQ(best.index[static_cast<std::size_t>(object)], highest - row.begin());
          }
        }
      }
    }
  }
  EXPECT_GT(compared, 1000);
}

TYPED_TEST(MultiHarmonic, ListsHaveThePowersOfGrids) {
  using Real = typename TypeParam::Real;
  TestSpace const exec;
  auto const batch = draw_batch<Real>({43, 3, 131}, 60.0, 1.37);
  FrequencyGrid const grid{0.0, 0.0913, 37};
  auto const list = mirror_to(exec, make_frequency_list(doubles_of(grid)));
  for (int const terms : {1, 2, 6}) {
    MultiHarmonicOptions const options{.terms = terms};
    auto const expected = search_multi_harmonic<TypeParam>(batch, grid, options);
    PowerView<Real, TestSpace> const power("test::power", 3, 37);
    StatusView<TestSpace> const status("test::status", 3);
    multi_harmonic<typename TypeParam::Backend>(exec, to_curves<Real>(batch), list, power, status,
                                                options);
    exec.fence();
    EXPECT_EQ(to_host(status), expected.status);
    std::vector<double> const wanted(expected.power.begin(), expected.power.end());
    EXPECT_TRUE(all_near(to_host(power), wanted, multiband_tolerance<Real>(43, 0.0)))
        << terms << " terms";
  }
}

TYPED_TEST(MultiHarmonic, NormalizationsAreThoseOfTheReduction) {
  using Real = typename TypeParam::Real;
  auto const batch = draw_batch<Real>({97}, 60.0, 1.37);
  FrequencyGrid const grid{0.21, 0.0913, 37};
  auto const standard = search_multi_harmonic<TypeParam>(batch, grid, {.terms = 3}).power;
  for (auto const& options : all_options()) {
    if (options.fit_mean == FitMean::no || options.errors == Errors::ignore) {
      continue;
    }
    double const largest = static_cast<double>(reference::lomb_scargle_largest_power(
        97, batch.times(0), batch.values(0), batch.errors(0), options));
    auto const power =
        search_multi_harmonic<TypeParam>(batch, grid, {.terms = 3, .periodogram = options}).power;
    for (std::size_t k = 0; k < power.size(); ++k) {
      double const x = static_cast<double>(standard[k]);
      double const expected = options.normalization == Normalization::model      ? x / (1.0 - x)
                              : options.normalization == Normalization::log      ? -std::log1p(-x)
                              : options.normalization == Normalization::standard ? x
                                                                                 : x * largest;
      EXPECT_TRUE(near_value(power[k], expected,
                             8.0 * std::numeric_limits<Real>::epsilon() * expected / (1.0 - x)));
    }
  }
}

TYPED_TEST(MultiHarmonic, OneTermIsTheLombScarglePeriodogram) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 3, 131}, 60.0, 1.37);
  FrequencyGrid const grid{0.0, 0.0913, 37};
  EXPECT_TRUE(all_equal(search_multi_harmonic<TypeParam>(batch, grid, {.terms = 1}).power,
                        search<TypeParam>(batch, grid).power));
  EXPECT_EQ(search_best_multi_harmonic<TypeParam>(batch, grid, {.terms = 1}).index,
            search_best<TypeParam>(batch, grid).index);
}

TYPED_TEST(MultiHarmonic, SingularFrequenciesAreNaNOneByOne) {
  using Real = typename TypeParam::Real;
  Batch batch;
  CounterRandom random(5, 0);
  for (int j = 0; j < 64; ++j) {  // every two hours
    double const t =
        12.0 * std::floor(random.uniform(0.0, 30.0)) + std::floor(random.uniform(0.0, 12.0));
    batch.add_point(t / 12.0, random.normal(), 1e-9);
  }
  batch.end_object();
  for (double const unit : {1.0, 1e9, 1e18}) {
    Batch scaled = batch;
    for (double& error : scaled.error) {
      error *= unit;
    }
    round_to<Real>(scaled);
    FrequencyGrid const grid{0.0, 0.25, 14};
    auto const found = search_multi_harmonic<TypeParam>(scaled, grid, {.terms = 6});
    EXPECT_EQ(found.status.front(), ObjectStatus::ok);
    for (std::size_t k = 0; k < 14; ++k) {
      // The times are multiples of 1/12, so there are 48 / gcd(48, k) phases, and 13 coefficients.
      bool const singular = 48 / std::gcd(48, static_cast<int>(k)) < 13;
      EXPECT_EQ(std::isnan(found.power[k]), singular) << "k " << k << ", unit " << unit;
    }
    auto const best = search_best_multi_harmonic<TypeParam>(scaled, grid, {.terms = 6});
    EXPECT_GE(best.index.front(), 0);
    EXPECT_EQ(best.power.front(), found.power[static_cast<std::size_t>(best.index.front())]);
  }
}

TYPED_TEST(MultiHarmonic, ObjectsNeedMorePointsThanCoefficients) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 7, 8, 0}, 60.0, 1.37);
  FrequencyGrid const grid{0.21, 0.0913, 7};
  auto const found = search_multi_harmonic<TypeParam>(batch, grid, {.terms = 3});
  EXPECT_EQ(found.status, (std::vector<ObjectStatus>{ObjectStatus::ok, ObjectStatus::too_few_points,
                                                     ObjectStatus::ok, ObjectStatus::no_points}));
  EXPECT_TRUE(all_nan(found.row(1)));
  EXPECT_TRUE(all_nan(found.row(3)));
  EXPECT_FALSE(std::isnan(found.row(2).front()));
}

TYPED_TEST(MultiHarmonic, PiecesChangeNothingAndBestIsTheFirstLargest) {
  using Real = typename TypeParam::Real;
  auto const batch = draw_batch<Real>({43, 131, 0, 29, 61}, 60.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0007, 20001};  // more than two units of 8192
  auto const whole = search_multi_harmonic<TypeParam>(batch, grid, {.terms = 2});
  for (std::int64_t const bytes : {1, 1000000, 4000000}) {
    MultiHarmonicOptions const options{.terms = 2, .work_bytes = bytes};
    EXPECT_TRUE(
        all_equal(search_multi_harmonic<TypeParam>(batch, grid, options).power, whole.power));
    auto const best = search_best_multi_harmonic<TypeParam>(batch, grid, options);
    EXPECT_EQ(best.status, whole.status);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      auto const row = whole.row(object);
      std::vector<long double> const powers(row.begin(), row.end());
      auto const expected = reference::best_index(grid.count, powers.data());
      EXPECT_EQ(best.index[static_cast<std::size_t>(object)], expected);
      if (expected >= 0) {
        EXPECT_EQ(best.power[static_cast<std::size_t>(object)],
                  row[static_cast<std::size_t>(expected)]);
      }
    }
  }
}

TYPED_TEST(MultiHarmonic, FindsASignalWhoseFirstHarmonicIsWeak) {
  using Real = typename TypeParam::Real;
  Batch batch;
  CounterRandom random(73, 0);
  for (int j = 0; j < 200; ++j) {
    double const t = random.uniform(0.0, 60.0);
    double const x = 2.0 * std::numbers::pi * 0.4321 * t;
    batch.add_point(t,
                    0.05 * std::cos(x) + 0.5 * std::cos(2.0 * x) + 0.3 * std::sin(3.0 * x) +
                        0.05 * random.normal(),
                    0.05);
  }
  batch.end_object();
  round_to<Real>(batch);
  FrequencyGrid const grid{0.05, 0.001, 2000};
  auto const one = search_best_multi_harmonic<TypeParam>(batch, grid, {.terms = 1}).index.front();
  auto const three = search_best_multi_harmonic<TypeParam>(batch, grid, {.terms = 3}).index.front();
  EXPECT_NEAR(grid.frequency(one), 2.0 * 0.4321, 0.003);
  EXPECT_NEAR(grid.frequency(three), 0.4321, 0.001);
}

TYPED_TEST(MultiHarmonic, AgreesWithAstropy) {
  using Real = typename TypeParam::Real;
  FrequencyGrid const grid{0.31, 0.173, 40};
  auto const curves = read_golden_lomb_scargle();
  int rows = 0;
  for (auto const& row : read_rows(std::string(SIDERUM_GOLDEN) + "/multi_harmonic.txt")) {
    auto const curve = std::find_if(curves.begin(), curves.end(), [&](auto const& golden) {
      return golden.curve.id == "lomb_scargle_" + row[0] + ".txt";
    });
    ASSERT_NE(curve, curves.end());
    MultiHarmonicOptions options{.terms = std::stoi(row[1])};
    options.periodogram.errors = row[2] == "yes" ? Errors::use : Errors::ignore;
    options.periodogram.fit_mean = row[3] == "yes" ? FitMean::yes : FitMean::no;
    options.periodogram.normalization =
        row[4] == "psd" ? Normalization::psd : Normalization::standard;
    std::vector<double> expected;
    for (std::size_t k = 5; k < row.size(); ++k) {
      expected.push_back(std::stod(row[k]));
    }
    auto actual = search_multi_harmonic<TypeParam>(to_batch({curve->curve}), grid, options).power;
    double const largest = *std::max_element(expected.begin(), expected.end());
    Batch const batch = to_batch({curve->curve});
    std::vector<double> tolerance;
    for (std::int64_t k = 0; k < grid.count; ++k) {
      // Eleven coefficients of 17 points: astropy loses digits to the condition as we do.
      auto const model = reference::fit_multi_harmonic(
          {batch.points(0), batch.times(0), batch.values(0), batch.errors(0)}, grid.frequency(k),
          options.terms, options.periodogram);
      double const ours = multi_harmonic_tolerance<Real>(batch.points(0), options.terms,
                                                         (7.1 + reach_of(grid)) * batch.baseline(0),
                                                         static_cast<double>(model.smallest_axis));
      tolerance.push_back(outside_program_tolerance(largest) + 2.0 * largest * ours);
      if (!is_judged(actual[static_cast<std::size_t>(k)], ours)) {
        actual[static_cast<std::size_t>(k)] =
            static_cast<Real>(expected[static_cast<std::size_t>(k)]);
      }
    }
    EXPECT_TRUE(all_near_each(actual, expected, tolerance))
        << row[0] << ", " << options.terms << " terms, errors " << row[2];
    ++rows;
  }
  EXPECT_EQ(rows, 2 * 5 * 8);
}

// Gaps in the phases of an RR Lyrae star let twelve harmonics replace each other near whole
// frequencies: pivots there are far above rounding, but no more than what errors leave in FP64.
TYPED_TEST(MultiHarmonic, NearlyDependentHarmonicsAreNoPerfectFit) {
  using Real = typename TypeParam::Real;
  Batch batch;
  CounterRandom random(5, 9);
  for (int j = 0; j < 59; ++j) {
    double const night = std::floor(random.uniform(0.0, 3000.0));
    batch.add_point(2458000.5 + night + random.uniform(0.0, 0.15), 16.0 + random.normal(), 0.02);
  }
  batch.end_object();
  round_to<Real>(batch);
  FrequencyGrid const grid{2.99, 0.0001, 200};
  auto const power = search_multi_harmonic<TypeParam>(batch, grid, {.terms = 12}).power;
  int compared = 0;
  for (std::int64_t k = 0; k < grid.count; ++k) {
    auto const model = reference::fit_multi_harmonic(
        {batch.points(0), batch.times(0), batch.values(0), batch.errors(0)}, grid.frequency(k), 12,
        {});
    double const actual = static_cast<double>(power[static_cast<std::size_t>(k)]);
    if (!std::isnan(model.power) && !std::isnan(actual)) {
      EXPECT_NEAR(actual, static_cast<double>(model.power), multiband_tolerance<Real>(59, 0.0))
          << grid.frequency(k);
      ++compared;
    }
  }
  EXPECT_GT(compared, 150);
}

// Phases at a multiple of a frequency are those at the multiple of a rounded time: over 9,000
// cycles they are off by 1e-11, each harmonic by another amount, which large coefficients magnify.
TYPED_TEST(MultiHarmonic, ManyCyclesOfFewPointsHaveTheirPowers) {
  if (std::is_same_v<typename TypeParam::Real, float>) {
    GTEST_SKIP() << "sums in FP32 say less than what is looked for";
  }
  Batch batch;
  CounterRandom random(34, 0);
  for (int object = 0; object < 4; ++object) {
    for (int j = 0; j < 15 + object; ++j) {
      double const time = random.uniform(0.0, 3000.0);
      batch.add_point(time, 15.0 + 0.2 * std::sin(8.2 * time) + 0.05 * random.normal(), 0.05);
    }
    batch.end_object();
  }
  FrequencyGrid const grid{2.6, 0.4 / 300, 300};
  for (Method const method : {Method::direct, Method::automatic}) {
    auto const found = search_multi_harmonic<TypeParam>(
        batch, grid, {.terms = 6, .periodogram = {.method = method}});
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      for (std::int64_t k = 0; k < grid.count; ++k) {
        auto const actual = static_cast<double>(found.row(object)[static_cast<std::size_t>(k)]);
        auto const model = reference::fit_multi_harmonic(
            {batch.points(object), batch.times(object), batch.values(object), batch.errors(object)},
            grid.frequency(k), 6, {});
        EXPECT_TRUE(model.smallest_axis < 1e-9L || std::isnan(model.power) ||
                    near_value(actual, model.power, 5e-7))
            << "object " << object << ", k " << k;
      }
    }
  }
}

// Objects with hardly more points than the model has coefficients magnify errors most, and powers
// that are infinite where a fit is perfect magnify them once more.
TYPED_TEST(MultiHarmonic, NufftHoldsItsTolerance) {
  using Real = typename TypeParam::Real;
  if (!has_transforms<TypeParam> || std::is_same_v<Real, float>) {
    GTEST_SKIP() << "There are no transforms, or they round to more than the tolerance.";
  }
  auto const batch = draw_batch<Real>({8, 10, 12, 15, 20, 40, 150}, 60.0, 1.37);
  FrequencyGrid const grid{0.1, 0.0033, 1001};
  for (auto const normalization : {Normalization::standard, Normalization::model}) {
    for (double const asked : {0.0, 4e-12}) {
      for (int const terms : {2, 3}) {
        MultiHarmonicOptions options{.terms = terms};
        options.periodogram.normalization = normalization;
        options.periodogram.method = Method::nufft;
        options.periodogram.tolerance = asked;
        this->expect_powers(batch, grid, options);
      }
    }
  }
}

TYPED_TEST(MultiHarmonic, RefusesTermsOutOfRange) {
  auto const batch = draw_batch<typename TypeParam::Real>({43}, 60.0, 1.37);
  EXPECT_EQ(sentence_of([&] {
              search_multi_harmonic<TypeParam>(batch, {1.0, 0.1, 5}, {.terms = 0});
            }),
            "The model has 0 harmonics (from 1 to 12 can be fitted). Ask for a number in that"
            " range.");
}

}  // namespace
}  // namespace siderum::test
