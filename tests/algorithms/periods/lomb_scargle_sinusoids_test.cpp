// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"

namespace siderum::test {
namespace {

struct SinusoidsOnHost {
  std::vector<double> amplitude;
  std::vector<double> phase;
  std::vector<double> offset;
  std::vector<double> epoch;
};

template <class Real>
SinusoidsOnHost fit(Batch const& batch, std::vector<double> const& frequency,
                    LombScargleOptions const& options) {
  using View = Kokkos::View<double*, TestMemory>;
  TestSpace const exec;
  auto const objects = static_cast<std::size_t>(batch.objects());
  Sinusoids<TestSpace> const sinusoids{View("test::amplitude", objects),
                                       View("test::phase", objects), View("test::offset", objects),
                                       View("test::epoch", objects)};
  Kokkos::View<double const*, TestMemory> const at = to_space(frequency);
  fit_sinusoids(exec, to_curves<Real>(batch), at, sinusoids, options);
  exec.fence();
  return {to_host(sinusoids.amplitude), to_host(sinusoids.phase), to_host(sinusoids.offset),
          to_host(sinusoids.epoch)};
}

template <class Real>
class LombScargleSinusoids : public testing::Test {
 protected:
  // The fit is solved in FP64 from strengths and weights that Real rounds.
  static constexpr double tolerance = std::is_same_v<Real, float> ? 3e-6 : 1e-11;

  void expect_sinusoids(Batch const& batch, std::vector<double> const& frequency,
                        LombScargleOptions const& options) {
    auto const actual = fit<Real>(batch, frequency, options);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      reference::Sinusoid const expected =
          reference::sinusoid(batch.points(object), batch.times(object), batch.values(object),
                              batch.errors(object), frequency[object], options);
      SCOPED_TRACE("object " + std::to_string(object) + ", " + name_of(options));
      EXPECT_TRUE(near_value(actual.amplitude[object], expected.amplitude, tolerance));
      EXPECT_TRUE(near_value(actual.offset[object], expected.offset, tolerance));
      // Phases are the same modulo one, and known as well as the amplitude allows.
      long double const turn = actual.phase[object] - expected.phase;
      EXPECT_TRUE(std::isnan(turn)
                      ? near_value(actual.phase[object], expected.phase, 0)
                      : near_value(turn - std::nearbyint(turn), 0,
                                   tolerance / static_cast<double>(expected.amplitude)));
      EXPECT_FALSE(actual.phase[object] < 0.0 || actual.phase[object] >= 1.0);
    }
  }
};
TYPED_TEST_SUITE(LombScargleSinusoids, Precisions, PrecisionNames);

TYPED_TEST(LombScargleSinusoids, AgreeWithTheOracle) {
  auto const batch = draw_batch<TypeParam>({43, 17, 0, 131, 1, 8}, 300.0, 1.37);
  for (FitMean const fit_mean : {FitMean::no, FitMean::yes}) {
    for (CenterData const center_data : {CenterData::no, CenterData::yes}) {
      for (Errors const errors : {Errors::ignore, Errors::use}) {
        LombScargleOptions const options{
            .fit_mean = fit_mean, .center_data = center_data, .errors = errors};
        this->expect_sinusoids(batch, {1.37, 0.2, 1.0, 1.37, 1.0, 3.3}, options);
      }
    }
  }
}

TYPED_TEST(LombScargleSinusoids, RecoverWhatWasPlanted) {
  Batch batch;
  CounterRandom random(53, 0);
  for (int j = 0; j < 60; ++j) {
    double const time = 2458000.5 + random.uniform(0.0, 50.0);
    batch.time.push_back(time);
    batch.value.push_back(15.5 + 0.25 * std::cos(6.283185307179586 * (0.75 * time - 0.3)));
  }
  batch.end_object();
  auto const found = fit<TypeParam>(batch, {0.75}, {});
  double const first = *std::min_element(batch.time.begin(), batch.time.end());
  // The values are rounded to Real, Julian dates to 5e-10 d.
  double const rounding = std::is_same_v<TypeParam, float> ? 1e-6 : 1e-8;
  EXPECT_EQ(found.epoch[0], first);
  EXPECT_NEAR(found.amplitude[0], 0.25, rounding);
  EXPECT_NEAR(found.offset[0], 15.5, rounding);
  double const turn = found.phase[0] - (0.3 - 0.75 * first);
  EXPECT_NEAR(turn - std::nearbyint(turn), 0.0, 4 * rounding);
}

TYPED_TEST(LombScargleSinusoids, WhatCannotBeFittedIsNaN) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  auto const batch = draw_batch<TypeParam>({20, 2, 0}, 300.0, 1.37);
  auto const found = fit<TypeParam>(batch, {nan, 1.0, 1.0}, {});
  EXPECT_TRUE(all_nan(found.amplitude));
  EXPECT_TRUE(all_nan(found.phase));
  EXPECT_TRUE(all_nan(found.offset));
  EXPECT_TRUE(std::isnan(found.epoch[2]));
}

}  // namespace
}  // namespace siderum::test
