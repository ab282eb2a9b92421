// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Jobs that the program has no verb for.
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numbers>
#include <span>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include <siderum/core/random.hpp>
#include <siderum/engine/periods.hpp>
#include <siderum/engine/sky.hpp>

#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/tolerance.hpp"

namespace siderum::engine::test {
namespace {

using siderum::test::all_near;
using siderum::test::near_value;
using siderum::test::sentence_of;

constexpr double frequency_of_objects[] = {0.71, 0.293, 0.4};

/// Two harmonics and noise, seen for 30, 100 and 5 days; the last has two points.
LightCurveTable draw_curves() {
  LightCurveTable table;
  CounterRandom random(5, 0);
  double const days[] = {30.0, 100.0, 5.0};
  for (std::int64_t object = 0; object < 3; ++object) {
    table.id.push_back(std::to_string(object));
    for (int j = 0; j < (object == 2 ? 2 : 80); ++j) {
      double const time = days[object] * random.uniform();
      double const x = 2.0 * std::numbers::pi * frequency_of_objects[object] * time;
      table.time.push_back(time);
      table.value.push_back(3.0 + std::cos(x) - 0.6 * std::sin(2.0 * x) + 0.2 * random.normal());
      table.error.push_back(0.1 + 0.3 * random.uniform());
    }
    table.offsets.push_back(std::ssize(table.time));
  }
  return table;
}

Execution on_cpu() {
  Execution execution;
  execution.device.kind = DeviceKind::cpu;
  return execution;
}

/// What a model takes off the weighted variance of an object.
double reduction(LightCurveTable const& curves, std::int64_t object, HarmonicModel const& model) {
  double weights = 0.0;
  double mean = 0.0;
  for (std::int64_t j = curves.offsets[object]; j < curves.offsets[object + 1]; ++j) {
    double const weight = 1.0 / (curves.error[j] * curves.error[j]);
    weights += weight;
    mean += weight * curves.value[j];
  }
  mean /= weights;
  double before = 0.0;
  double after = 0.0;
  for (std::int64_t j = curves.offsets[object]; j < curves.offsets[object + 1]; ++j) {
    double const weight = 1.0 / (curves.error[j] * curves.error[j]);
    before += weight * std::pow(curves.value[j] - mean, 2);
    after += weight * std::pow(curves.value[j] - model(curves.time[j]), 2);
  }
  return 1.0 - after / before;
}

TEST(HarmonicModels, TakeOffTheVarianceWhatThePowerSays) {
  LightCurveTable const curves = draw_curves();
  constexpr int terms = 2;
  auto const models = fit_harmonics(curves, frequency_of_objects, terms, {}, on_cpu());
  ASSERT_EQ(models.size(), 3U);
  for (std::int64_t object : {0, 1}) {
    PeriodSearch search;
    search.grid = {frequency_of_objects[object], 0.01, 1};
    search.terms = terms;
    auto const found = search_periods(curves, search, on_cpu());
    double const tolerance = siderum::test::multi_harmonic_tolerance<double>(80, terms, 100.0, 0.1);
    EXPECT_TRUE(near_value(reduction(curves, object, models[object]), found.peaks[object].power,
                           tolerance));
    EXPECT_GT(found.peaks[object].power, 0.9);
    EXPECT_EQ(models[object].frequency, frequency_of_objects[object]);
    EXPECT_EQ(models[object].coefficient.size(), 2U * terms);
  }
  EXPECT_TRUE(std::isnan(models[2].offset));
  EXPECT_TRUE(std::isnan(models[2](1.0)));
}

TEST(HarmonicModels, AreRefusedInSentences) {
  LightCurveTable const curves = draw_curves();
  EXPECT_EQ(sentence_of([&] {
              fit_harmonics(curves, std::vector{0.1, 0.2}, 2);
            }),
            "There are 2 frequencies and 3 objects (each is fitted at one of its own). Give as many"
            " of each.");
  for (int const terms : {-1, 0, 13}) {
    EXPECT_EQ(sentence_of([&] { fit_harmonics(curves, frequency_of_objects, terms); }),
              "The model has " + std::to_string(terms) +
                  " harmonics (from 1 to 12 can be fitted). Ask for a number in that range.");
  }
}

TEST(OwnGrids, HaveThePeaksOfSearchesOneByOne) {
  LightCurveTable const curves = draw_curves();
  for (std::int64_t const peaks : {1, 3}) {
    OwnGridSearch search{{0.05, 2.0, 0.1}, {}, peaks};
    search.options.method = Method::direct;
    OwnGridResult const found = search_on_own_grids(curves, search, on_cpu());
    ASSERT_EQ(found.grids.size(), 3U);
    EXPECT_LT(2 * found.grids[0].count, found.grids[1].count);
    EXPECT_EQ(found.status[2], ObjectStatus::too_few_points);
    EXPECT_EQ(found.peaks[2 * peaks].index, -1);
    for (std::int64_t const object : {0, 1}) {
      PeriodSearch common;
      common.grid = found.grids[object];
      common.options = search.options;
      common.peaks = peaks;
      auto const expected = search_periods(curves, common, on_cpu());
      for (std::int64_t i = object * peaks; i < (object + 1) * peaks; ++i) {
        EXPECT_EQ(found.peaks[i].index, expected.peaks[i].index);
        EXPECT_EQ(found.peaks[i].power, expected.peaks[i].power);
      }
    }
  }
}

TEST(OwnGrids, HaveAsManyPeaksAsASearch) {
  EXPECT_EQ(sentence_of([] {
              search_on_own_grids(draw_curves(), OwnGridSearch{{0.05, 2.0, 0.1}, {}, 0});
            }),
            "There cannot be 0 peaks of each object (each costs a pass; 10000 are the most). Write"
            " the periodogram and sort it.");
}

TEST(Gradients, AreThoseOfTheCosineOfTheColatitude) {
  constexpr std::int64_t lmax = 4;
  HarmonicRange const range = make_harmonic_range(lmax, lmax);
  std::vector<std::complex<double>> a_lm(static_cast<std::size_t>(range.count()));
  a_lm[static_cast<std::size_t>(range.index(1, 0))] = std::sqrt(4.0 * std::numbers::pi / 3.0);
  auto const gradients = gradient(range, a_lm);
  RingGrid const grid = healpix_grid(4);
  auto const map = synthesise(grid, range, Field::spin_one, gradients, on_cpu());
  std::vector<double> expected(2 * static_cast<std::size_t>(grid.pixels()), 0.0);
  for (Ring const& ring : grid.rings()) {
    for (std::int64_t i = 0; i < ring.nphi; ++i) {
      expected[static_cast<std::size_t>(ring.first + i * ring.stride)] = -std::sin(ring.theta);
    }
  }
  EXPECT_TRUE(all_near(map, expected, siderum::test::harmonic_transform_tolerance<double>(lmax)));
  EXPECT_EQ(
      sentence_of([&] { gradient(range, std::vector<std::complex<double>>(3)); }),
      "The array of coefficients has the shape 1 x 3 (1 x 15 is needed, rows and columns). Give"
      " one of this shape.");
}

/// Numbers that look random, in FP32 too.
std::vector<double> many_numbers(std::size_t count) {
  std::vector<double> numbers(count);
  for (std::size_t i = 0; i < count; ++i) {
    numbers[i] = static_cast<double>((i * 7919 + i * i % 104729) % 65537) / 65536.0 - 0.5;
  }
  return numbers;
}

TEST(Transforms, InPiecesAreWholeOnes) {
  RingGrid const grid = healpix_grid(32);
  HarmonicRange const range = make_harmonic_range(64);
  auto const map = many_numbers(static_cast<std::size_t>(3 * grid.pixels()));
  auto weight = many_numbers(static_cast<std::size_t>(grid.pixels()));
  for (double& value : weight) {
    value = std::abs(value);
  }
  for (Precision const precision : {Precision::double_precision, Precision::single_precision}) {
    Execution whole = on_cpu();
    whole.precision = precision;
    Execution pieces = whole;
    pieces.memory_fraction = 1e-12;
    for (std::int64_t const iterations : {0, 2}) {
      for (bool const has_weight : {false, true}) {
        AnalysisMethod method;
        method.iterations = iterations;
        method.weight = has_weight ? std::span<double const>(weight) : std::span<double const>();
        AnalysisResult const expected = analyse(grid, range, Field::polarised, map, method, whole);
        AnalysisResult const found = analyse(grid, range, Field::polarised, map, method, pieces);
        EXPECT_EQ(found.a_lm, expected.a_lm);
        EXPECT_EQ(found.residual, expected.residual);
        EXPECT_EQ(found.iterations, iterations);
        EXPECT_EQ(synthesise(grid, range, Field::polarised, found.a_lm, pieces),
                  synthesise(grid, range, Field::polarised, found.a_lm, whole));
      }
    }
  }
}

TEST(Transforms, LeaveWhatTheyAreGiven) {
  RingGrid const grid = healpix_grid(16);
  HarmonicRange const range = make_harmonic_range(32);
  auto const map = many_numbers(static_cast<std::size_t>(grid.pixels()));
  for (Precision const precision : {Precision::double_precision, Precision::single_precision}) {
    Execution execution = on_cpu();
    execution.precision = precision;
    AnalysisMethod method;
    method.iterations = 2;
    auto const same_map = map;
    auto const a_lm = analyse(grid, range, Field::scalar, same_map, method, execution).a_lm;
    EXPECT_EQ(same_map, map);
    auto const same_a_lm = a_lm;
    auto const turned = rotate(range, same_a_lm, {0.1, 0.7, -0.4}, execution);
    EXPECT_NE(turned, a_lm);
    EXPECT_EQ(same_a_lm, a_lm);
    synthesise(grid, range, Field::scalar, same_a_lm, execution);
    EXPECT_EQ(same_a_lm, a_lm);
    // One plan, whatever memory it is given.
    EXPECT_EQ(rotate(range, same_a_lm, {0.1, 0.7, -0.4}, execution), turned);
  }
}

TEST(Transforms, AreOfWholeFields) {
  RingGrid const grid = healpix_grid(2);
  HarmonicRange const range = make_harmonic_range(4);
  EXPECT_EQ(sentence_of([&] {
              synthesise(grid, range, Field::scalar, std::vector<std::complex<double>>(30),
                         on_cpu());
            }),
            "There are 30 coefficients (there is room for 15). Give as many.");
  EXPECT_EQ(sentence_of([&] {
              analyse(grid, range, Field::scalar, std::vector<double>(96), {}, on_cpu());
            }),
            "There are 96 pixels (there is room for 48). Give as many.");
  EXPECT_EQ(
      sentence_of([&] { rotate(range, std::vector<std::complex<double>>(7), {}, on_cpu()); }),
      "There are 7 coefficients (one map has 15). Give those of whole maps, one after the other.");
}

TEST(Transforms, TakeAShareOfTheMemory) {
  Execution execution = on_cpu();
  execution.memory_fraction = 1.5;
  std::vector<std::complex<double>> const a_lm(3);
  EXPECT_THAT(sentence_of([&] {
                synthesise(healpix_grid(1), make_harmonic_range(1), Field::scalar, a_lm, execution);
              }),
              testing::HasSubstr("The memory fraction is 1.5"));
}

}  // namespace
}  // namespace siderum::engine::test
