// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/spectral_window.hpp>

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"
#include "reference/turn.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

template <class V>
std::vector<typename V::Real> window_of(Batch const& batch, FrequencyGrid const& grid,
                                        Errors errors = Errors::use) {
  using Real = typename V::Real;
  TestSpace const exec;
  PowerView<Real, TestSpace> const window("test::window", static_cast<std::size_t>(batch.objects()),
                                          static_cast<std::size_t>(grid.count));
  spectral_window<typename V::Backend>(exec, to_curves<Real>(batch), grid, window, errors);
  exec.fence();
  return to_host(window);
}

/// The definition, in long double.
std::vector<long double> expected_window(Batch const& batch, FrequencyGrid const& grid,
                                         Errors errors) {
  std::vector<long double> window;
  for (std::int64_t object = 0; object < batch.objects(); ++object) {
    for (long double const frequency : frequencies_of(grid)) {
      long double weights = 0;
      long double cosine = 0;
      long double sine = 0;
      for (std::int64_t j = 0; j < batch.points(object); ++j) {
        long double const sigma = errors == Errors::use ? batch.errors(object)[j] : 1.0L;
        long double const w = 1 / (sigma * sigma);
        reference::Turn const turn =
            reference::turn_by(frequency * (static_cast<long double>(batch.times(object)[j]) -
                                            batch.times(object)[0]));
        weights += w;
        cosine += w * turn.cosine;
        sine += w * turn.sine;
      }
      window.push_back((cosine * cosine + sine * sine) / (weights * weights));
    }
  }
  return window;
}

template <class V>
class SpectralWindow : public testing::Test {};
TYPED_TEST_SUITE(SpectralWindow, Variants, VariantNames);

TYPED_TEST(SpectralWindow, AgreesWithTheDefinition) {
  using Real = typename TypeParam::Real;
  auto const batch = draw_batch<Real>({43, 1, 597, 2}, 60.0, 1.37);
  FrequencyGrid const grid{0.0, 0.0137, 597};
  double const cycles = (grid.frequency(grid.count - 1) + reach_of(grid)) * 60.0;
  for (Errors const errors : {Errors::use, Errors::ignore}) {
    EXPECT_TRUE(all_near(window_of<TypeParam>(batch, grid, errors),
                         expected_window(batch, grid, errors),
                         lomb_scargle_tolerance<Real>(597, cycles)));
  }
}

TYPED_TEST(SpectralWindow, OfNightlyTimesPeaksAtOnePerDay) {
  Batch batch;
  CounterRandom random(79, 0);
  for (int night = 0; night < 60; ++night) {
    batch.add_point(night + random.uniform(0.4, 0.5), 7.0, 1.0);  // constant values
  }
  batch.end_object();
  FrequencyGrid const grid{0.0, 0.25, 9};
  auto const window = window_of<TypeParam>(batch, grid);
  EXPECT_NEAR(window[0], 1.0, 1e-6);
  EXPECT_GT(window[4], 0.9);
  EXPECT_GT(window[8], 0.8);
  for (std::size_t const k : {1U, 2U, 3U, 5U, 6U, 7U}) {
    EXPECT_LT(window[k], 0.05);
  }
}

TYPED_TEST(SpectralWindow, AnObjectWithoutPointsHasNone) {
  auto const batch = draw_batch<typename TypeParam::Real>({0, 5}, 60.0, 1.37);
  auto const window = window_of<TypeParam>(batch, {0.0, 0.1, 3});
  EXPECT_TRUE(std::isnan(window[0]) && std::isnan(window[2]));
  EXPECT_NEAR(window[3], 1.0, 1e-6);
}

TYPED_TEST(SpectralWindow, RefusesABadGrid) {
  auto const batch = draw_batch<typename TypeParam::Real>({5}, 60.0, 1.37);
  EXPECT_NE(sentence_of([&] { window_of<TypeParam>(batch, {0.0, 0.0, 3}); }), "");
}

}  // namespace
}  // namespace siderum::test
