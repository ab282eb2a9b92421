// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// What jobs refuse in a sentence, which would otherwise be a wrong answer or the end of a process.
#include <cmath>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/engine/pairs.hpp>
#include <siderum/engine/period_arrays.hpp>
#include <siderum/engine/sky.hpp>
#include <siderum/engine/sky_arrays.hpp>

#include "engine/engine_jobs.hpp"
#include "support/sentence.hpp"

namespace siderum::engine::test {
namespace {

using siderum::test::on_cpu;
using siderum::test::sentence_of;

constexpr FrequencyGrid grid{0.1, 0.003, 300};

/// Shared times, in arrays.
std::string refusal_of_arrays(ArraySearch const& search) {
  std::vector<double> time(40), value(80), power(600);
  for (std::size_t j = 0; j < 80; ++j) {
    value[j] = static_cast<double>(j * j % 7);
    time[j % 40] = static_cast<double>(j % 40);
  }
  return sentence_of([&] {
    periodograms<double>({host_array(std::span<double const>(time)),
                          host_array(std::span<double const>(value), 40),
                          {},
                          {}},
                         search, host_array(std::span(power), 300), {}, on_cpu());
  });
}

TEST(ArraySearches, HaveHarmonics) {
  EXPECT_EQ(refusal_of_arrays({grid, {}, {}}), "");
  std::vector<double> const list(300, 0.5);
  for (int const terms : {0, -3}) {
    std::string const sentence = "The model has " + std::to_string(terms) +
                                 " harmonics (one is the least). Ask for 1 or more.";
    EXPECT_EQ(refusal_of_arrays({grid, {}, {}, terms}), sentence);
    EXPECT_EQ(refusal_of_arrays({host_array(std::span<double const>(list)), {}, {}, terms}),
              sentence);
  }
  EXPECT_EQ(refusal_of_arrays({grid, PhaseDispersionOptions{}, {}, 3}),
            "The search has a finder, and 3 harmonics (these are of Lomb-Scargle alone). Leave out"
            " one of them.");
}

TEST(ArraySearches, HaveBandsOfEveryObject) {
  std::vector<double> const time{1.0, 2.5, 3.0, 4.5, 5.0, 6.0};
  std::vector<double> room(600);
  std::vector<std::int64_t> const offsets{0, 2, 4, 6};
  CurveArrays<double> const curves{
      host_array(std::span(time)), host_array(std::span(time)), {}, offsets};
  auto const refusal = [&](ArraySearch const& search) {
    return sentence_of([&] {
      periodograms<double>(curves, search, host_array(std::span(room), 300), {}, on_cpu());
    });
  };
  EXPECT_EQ(refusal({grid, {}, {}, 1, 0}),
            "There are 0 bands (one is the least). Ask for 1 or more.");
  EXPECT_EQ(refusal({grid, {}, {}, 1, 2}),
            "The offsets have 3 rows (each object has one for each of the 2 bands, empty ones"
            " too). Give those of all.");
  std::string const sentence =
      "Several bands are searched by Lomb-Scargle, with times of each object (no other search knows"
      " them). Ask for one band, or for such a search.";
  EXPECT_EQ(refusal({grid, PhaseDispersionOptions{}, {}, 1, 3}), sentence);
  EXPECT_EQ(refusal_of_arrays({grid, {}, {}, 1, 3}), sentence);
}

TEST(ArraySearches, HaveArraysThatMemoryCouldHold) {
  constexpr std::int64_t many = std::int64_t{1} << 32;
  double one = 1.0;
  EXPECT_EQ(sentence_of([&] {
              best_periods<double>({{&one, many, many, {}}, {&one, 1, 1, {}}, {}, {}},
                                   {grid, {}, {}}, {}, on_cpu());
            }),
            "The array of times has the shape 4294967296 x 4294967296 (no memory has so many"
            " elements). Give the rows and columns that it has.");
}

CatalogueTable four_points(std::vector<std::int64_t> region = {}) {
  return {{10.0, 11.0, 12.0, 13.0}, {1.0, 2.0, 1.5, 0.5}, {}, std::move(region)};
}

PairCounter counter_of(std::vector<std::int64_t> labels) {
  return PairCounter(linear_bins(0.0, 5.0, 4), {}, std::move(labels), on_cpu());
}

TEST(PairCounters, HaveGroupsThatWereAdded) {
  PairCounter counter = counter_of({});
  counter.add(four_points());
  std::string const sentence =
      "There is no group 7 of catalogues (1 were added, counted from 0). Give a number that add has"
      " answered.";
  EXPECT_EQ(sentence_of([&] { counter.count(7); }), sentence);
  EXPECT_EQ(sentence_of([&] { counter.count(0, 7); }), sentence);
  EXPECT_EQ(sentence_of([&] { counter.count(7, 0); }), sentence);
}

TEST(PairCounters, CountAsManySetsWithAsMany) {
  PairCounter counter = counter_of({});
  auto const two = counter.add(std::vector{four_points(), four_points()});
  auto const three = counter.add(std::vector{four_points(), four_points(), four_points()});
  EXPECT_EQ(sentence_of([&] { counter.count(two, three); }),
            "There are 2 catalogues and 3 to count them against (one goes with any number, several"
            " go with as many others). Give as many of each.");
}

TEST(PairCounters, HaveTheLabelsOfEveryPoint) {
  PairCounter counter = counter_of({1, 3});
  EXPECT_EQ(sentence_of([&] { counter.add(four_points({1, 3, 1, 3})); }), "");
  for (std::int64_t const label : {0, 2, 4}) {
    EXPECT_EQ(sentence_of([&] {
                counter.add(four_points({1, 3, label, 3}));
              }),
              "The region of point 2 is " + std::to_string(label) +
                  " (counted from 0; the counter has no such label). Make the counter with the"
                  " labels of all catalogues.");
  }
}

TEST(PairCounters, HaveLabelsThatAscend) {
  EXPECT_EQ(sentence_of([] {
              counter_of({1, 3, 2});
            }),
            "The region labels do not ascend (3 stands before 2). Sort them, and give each once.");
  EXPECT_EQ(sentence_of([] {
              counter_of({1, 1});
            }),
            "The region labels do not ascend (1 stands before 1). Sort them, and give each once.");
}

TEST(PairCounters, HaveLabelsWherePointsHaveRegions) {
  PairCounter counter = counter_of({});
  EXPECT_EQ(sentence_of([&] {
              counter.add(four_points({1, 1, 2, 2}));
            }),
            "The points of a catalogue have regions (the counter was made without their labels)."
            " Make it with the labels of all catalogues, or leave the regions out.");
}

TEST(Coefficients, HaveARange) {
  HarmonicRange const none{-1, -1};
  std::string const sentence =
      "lmax is -1 (degrees go from 0 to 1048576). Give an lmax in this range.";
  std::vector<std::complex<double>> const a_lm(3);
  RingGrid const grid = healpix_grid(2);
  std::vector<double> const map(static_cast<std::size_t>(grid.pixels()));
  EXPECT_EQ(sentence_of([&] { rotate(none, a_lm, {}, on_cpu()); }), sentence);
  EXPECT_EQ(sentence_of([&] { gradient(none, a_lm, on_cpu()); }), sentence);
  EXPECT_EQ(sentence_of([&] { synthesise(grid, none, Field::scalar, a_lm, on_cpu()); }), sentence);
  EXPECT_EQ(sentence_of([&] { analyse(grid, none, Field::scalar, map, {}, on_cpu()); }), sentence);
  EXPECT_EQ(sentence_of([&] { check_memory({grid.pixels(), none}, on_cpu()); }), sentence);
}

TEST(Coefficients, AreTurnedWithAllTheirOrders) {
  HarmonicRange const range = make_harmonic_range(2, 1);
  std::string const sentence =
      "The coefficients have lmax 2 and mmax 1 (rotation mixes all orders of a degree). Give"
      " coefficients of mmax = lmax, with 0 above their mmax.";
  std::vector<std::complex<double>> const a_lm(5);
  RingGrid const sky = healpix_grid(1);
  std::vector<double> const map(12, 1.0);
  EXPECT_EQ(sentence_of([&] { rotate(range, a_lm, {}, on_cpu()); }), sentence);
  EXPECT_EQ(sentence_of([&] { rotate_map(sky, range, Field::scalar, map, {}, {}, {}, on_cpu()); }),
            sentence);
  EXPECT_EQ(
      sentence_of([&] {
        rotate_map(sky, make_harmonic_range(2), Field::scalar, map, {}, {{1.0, 1.0}}, {}, on_cpu());
      }),
      "Filter 0 has 2 factors (lmax is 2, and filters count from 0). Give one for each"
      " degree.");
}

TEST(Skies, HaveNumbers) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  HarmonicRange const range{2, 2};
  RingGrid const sky = healpix_grid(1);
  std::vector<std::complex<double>> a_lm(6, 1.0);
  a_lm[2] = infinity;
  std::vector<double> map(12, 1.0);
  map[4] = std::numeric_limits<double>::quiet_NaN();
  std::string const coefficient =
      "The coefficient of l = 2, m = 0 is inf (coefficients are finite). Correct it.";
  std::string const pixel =
      "Pixel 4 in RING order is nan (a transform needs a number in each). Replace it, or mask it.";
  auto const given = host_array(std::span<std::complex<double> const>(a_lm), 6);
  std::vector<std::complex<double>> found(12);
  SkyTransform<double> const plan(sky, range, Field::scalar, on_cpu());
  EXPECT_EQ(sentence_of([&] { synthesise(sky, range, Field::scalar, a_lm, on_cpu()); }),
            coefficient);
  EXPECT_EQ(sentence_of([&] { rotate(range, a_lm, {}, on_cpu()); }), coefficient);
  EXPECT_EQ(sentence_of([&] { gradient(range, a_lm, on_cpu()); }), coefficient);
  EXPECT_EQ(sentence_of([&] { analyse(sky, range, Field::scalar, map, {}, on_cpu()); }), pixel);
  EXPECT_EQ(sentence_of([&] {
              smooth(sky, range, Field::scalar, map, {{1.0, 1.0, 1.0}}, {}, on_cpu());
            }),
            pixel);
  EXPECT_EQ(sentence_of([&] {
              std::vector<double> made(12);
              plan.synthesise(given, host_array(std::span(made)));
            }),
            coefficient);
  EXPECT_EQ(sentence_of([&] {
              plan.analyse(host_array(std::span<double const>(map)),
                           host_array(std::span(found).first(6)));
            }),
            pixel);
  EXPECT_EQ(sentence_of([&] {
              rotate<double>(range, given, {}, host_array(std::span(found).first(6), 6), on_cpu());
            }),
            coefficient);
  AnalysisMethod masked;
  masked.iterations = 2;
  masked.tolerance = 1e-3;
  std::vector<double> weight(12, 1e300);
  weight[4] = 0.0;
  masked.weight = weight;
  auto const result = analyse(sky, range, Field::scalar, map, masked, on_cpu());
  for (auto const& value : result.a_lm) {
    EXPECT_TRUE(std::isfinite(value.real()) && std::isfinite(value.imag()));
  }
}

TEST(Filters, AreLookedAtBeforeTheAnalysis) {
  RingGrid const grid = healpix_grid(2);
  std::vector<double> const map(static_cast<std::size_t>(grid.pixels()));
  AnalysisMethod method;
  method.iterations = 1;
  bool is_analysed = false;
  method.observe = [&](std::int64_t, double) { is_analysed = true; };
  EXPECT_EQ(
      sentence_of([&] {
        smooth(grid, make_harmonic_range(4), Field::scalar, map, {{1.0, 1.0}}, method, on_cpu());
      }),
      "Filter 0 has 2 factors (lmax is 4, and filters count from 0). Give one for each"
      " degree.");
  EXPECT_FALSE(is_analysed);
}

TEST(Iterations, CanBeCounted) {
  for (std::int64_t const iterations : {std::int64_t{-1}, std::int64_t{1} << 62}) {
    EXPECT_EQ(
        sentence_of([&] { analysis_size(48, make_harmonic_range(4), Field::scalar, iterations); }),
        "There cannot be " + std::to_string(iterations) +
            " iterations (each is two transforms; 0 to 1000000000 can be asked for). Ask for"
            " fewer, or for none.");
  }
}

}  // namespace
}  // namespace siderum::engine::test
