// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/refine_peaks.hpp>

#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/lomb_scargle_support.hpp"
#include "reference/multi_harmonic_model.hpp"
#include "reference/peaks.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

struct RefinedOnHost {
  std::vector<double> frequency;
  std::vector<double> power;
  std::vector<double> uncertainty;
  std::vector<double> amplitude;
};

/// Refines peaks (objects x peaks).
template <class Real>
RefinedOnHost refine(Batch const& batch, FrequencyGrid const& grid,
                     std::vector<std::int64_t> const& index, LombScargleOptions const& options = {},
                     int terms = 1) {
  TestSpace const exec;
  auto const objects = static_cast<std::size_t>(batch.objects());
  auto const peaks = index.size() / objects;
  auto const refined =
      RefinedPeaks<TestSpace>::allocate(exec, batch.objects(), static_cast<std::int64_t>(peaks));
  auto const flat = to_space(index);
  Kokkos::View<std::int64_t const**, Kokkos::LayoutRight, TestMemory> const table(flat.data(),
                                                                                  objects, peaks);
  refine_peaks(exec, to_curves<Real>(batch), grid, table, refined, options, terms);
  exec.fence();
  return {to_host(refined.frequency), to_host(refined.power), to_host(refined.uncertainty),
          to_host(refined.amplitude)};
}

reference::Curve curve_of(Batch const& batch, std::int64_t object) {
  return {batch.points(object), batch.times(object), batch.values(object), batch.errors(object)};
}

template <class Real>
class RefinePeaks : public testing::Test {
 protected:
  // Strengths and weights are rounded to Real; the vertex of a flat maximum is known as well as
  // the square root of the rounding of its height.
  static constexpr double rounding = std::is_same_v<Real, float> ? 1e-6 : 1e-12;
};
TYPED_TEST_SUITE(RefinePeaks, Precisions, PrecisionNames);

TYPED_TEST(RefinePeaks, AgreeWithTheHighestOfTheOracle) {
  auto const batch = draw_batch<TypeParam>({143, 97}, 60.0, 1.37);
  FrequencyGrid const grid{0.1, 0.4 / 60.0, 600};
  auto const near = static_cast<std::int64_t>(std::lround((1.37 - grid.first) / grid.step));
  for (int const terms : {1, 2, 5}) {
    for (FitMean const fit_mean : {FitMean::no, FitMean::yes}) {
      LombScargleOptions const options{.fit_mean = fit_mean};
      auto const found = refine<TypeParam>(batch, grid, {near, near}, options, terms);
      for (std::int64_t object = 0; object < 2; ++object) {
        SCOPED_TRACE(std::to_string(terms) + " terms, object " + std::to_string(object));
        auto const expected =
            reference::highest_between(curve_of(batch, object), grid.frequency(near) - grid.step,
                                       grid.frequency(near) + grid.step, terms, options);
        auto const model =
            reference::fit_multi_harmonic(curve_of(batch, object), expected, terms, options);
        EXPECT_TRUE(near_value(found.frequency[object], expected, 1e-6 / 60.0));
        EXPECT_TRUE(near_value(found.power[object], model.power, this->rounding));
        long double const amplitude = std::hypot(model.cosine[0], model.sine[0]);
        EXPECT_TRUE(near_value(found.amplitude[object], amplitude, 1e-5L * amplitude));
        EXPECT_GE(found.power[object] * (1.0 + 10.0 * this->rounding),
                  reference::fit_multi_harmonic(curve_of(batch, object), grid.frequency(near),
                                                terms, options)
                      .power);
      }
    }
  }
}

TYPED_TEST(RefinePeaks, UncertaintyIsMontgomerysAndTheScatterOfPlantedFrequencies) {
  // 64 draws of one signal: the scatter of the frequencies is the uncertainty within its own
  // statistical error, 1 / sqrt(128) = 9 %, taken three times.
  Batch batch;
  double const planted = 0.8137;
  constexpr int draws = 64;
  for (std::uint64_t object = 0; object < draws; ++object) {
    CounterRandom random(67, object);
    for (int j = 0; j < 300; ++j) {
      double const t = random.uniform(0.0, 50.0);
      batch.add_point(
          t, 0.7 * std::cos(2.0 * std::numbers::pi * planted * t) + 0.4 * random.normal(), 0.4);
    }
    batch.end_object();
  }
  round_to<TypeParam>(batch);
  FrequencyGrid const grid{0.05, 0.004, 400};
  auto const near = static_cast<std::int64_t>(std::lround((planted - grid.first) / grid.step));
  auto const found = refine<TypeParam>(batch, grid, std::vector<std::int64_t>(draws, near));
  double scatter = 0.0;
  double expected = 0.0;
  for (int object = 0; object < draws; ++object) {
    scatter += (found.frequency[object] - planted) * (found.frequency[object] - planted) / draws;
    expected += found.uncertainty[object] / draws;
    double const residual = std::sqrt((1.0 - found.power[object]) *
                                      static_cast<double>(reference::lomb_scargle_largest_power(
                                          300, batch.times(object), batch.values(object), nullptr,
                                          {.normalization = Normalization::raw})) *
                                      2.0 / 300.0);
    double const formula = std::sqrt(6.0 / 300.0) * residual /
                           (std::numbers::pi * batch.baseline(object) * found.amplitude[object]);
    EXPECT_TRUE(near_value(found.uncertainty[object], formula, 1e-5 * formula));
  }
  EXPECT_NEAR(std::sqrt(scatter) / expected, 1.0, 0.27);
}

TYPED_TEST(RefinePeaks, StayWithinTheGridAndPassOverWhatIsNone) {
  auto const batch = draw_batch<TypeParam>({43, 2, 57}, 60.0, 1.37);
  FrequencyGrid const grid{1.372, 0.002, 50};  // the peak is below its first frequency
  auto const found = refine<TypeParam>(batch, grid, {0, -1, 0, -1, 0, 50});
  EXPECT_EQ(found.frequency[0], grid.first);
  EXPECT_TRUE(std::isnan(found.frequency[1]) && std::isnan(found.power[1]));
  EXPECT_TRUE(std::isnan(found.frequency[2]));  // two points only
  EXPECT_FALSE(std::isnan(found.frequency[4]));
  EXPECT_TRUE(std::isnan(found.frequency[5]));  // beyond the grid
}

TYPED_TEST(RefinePeaks, PeaksOfATwoPeriodSignal) {
  Batch batch;
  CounterRandom random(71, 0);
  for (int j = 0; j < 400; ++j) {
    double const t = random.uniform(0.0, 80.0);
    batch.add_point(t,
                    12.0 + 0.5 * std::cos(2.0 * std::numbers::pi * 1.1234 * t) +
                        0.2 * std::sin(2.0 * std::numbers::pi * 2.7182 * t) +
                        0.02 * random.normal(),
                    0.02);
  }
  batch.end_object();
  round_to<TypeParam>(batch);
  FrequencyGrid const grid{0.05, 0.002, 2000};
  auto const power = search<Variant<backend::Portable, TypeParam>>(batch, grid).power;
  std::vector<long double> const row(power.begin(), power.end());
  auto const peaks = reference::peaks(grid.count, row.data(), 2, 1.0 / (80.0 * grid.step));
  auto const found = refine<TypeParam>(batch, grid, peaks);
  // Each is noise to the other, which the uncertainty counts in.
  EXPECT_NEAR(found.frequency[0], 1.1234, 3.0 * found.uncertainty[0]);
  EXPECT_NEAR(found.frequency[1], 2.7182, 3.0 * found.uncertainty[1]);
  EXPECT_LT(found.uncertainty[1], 0.1 / 80.0);
  EXPECT_NEAR(found.amplitude[0], 0.5, 0.05);
  EXPECT_NEAR(found.amplitude[1], 0.2, 0.07);
}

TYPED_TEST(RefinePeaks, RefuseExtentsAndTermsThatDoNotFit) {
  auto const batch = draw_batch<TypeParam>({43}, 60.0, 1.37);
  EXPECT_EQ(sentence_of([&] {
              refine<TypeParam>(batch, {1.0, 0.01, 50}, {3}, {}, 13);
            }),
            "The model has 13 harmonics (from 1 to 12 can be fitted). Ask for a number in that"
            " range.");
  EXPECT_NE(sentence_of([&] { refine<TypeParam>(batch, {1.0, 0.0, 50}, {3}); }), "");
}

}  // namespace
}  // namespace siderum::test
