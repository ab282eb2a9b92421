// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/super_smoother_support.hpp"

namespace siderum::test {
namespace {

FrequencyGrid const grid{0.05, 0.0117, 93};

std::vector<SuperSmootherOptions> const smoothers{
    {}, {.ends = PhaseEnds::open}, {.variant = SmootherVariant::single_pass}, {.alpha = 0.0}};

template <class V>
class SuperSmootherProperties : public testing::Test {
 protected:
  using Value = typename V::Real;
  static constexpr double baseline = 300.0;

  // Times on a raster of 2^-10 d, so that a shift by whole days is exact.
  static Batch on_raster() {
    Batch batch = draw_batch<Value>({43, 17, 130}, baseline, 1.37);
    for (double& time : batch.time) {
      time = std::floor((time - 2458000.5) * 1024.0) / 1024.0;
    }
    return batch;
  }

  /// Two answers of ours, each of which may be off the oracle's by its tolerance.
  static void expect_same(Batch const& batch, std::vector<Value> const& actual,
                          std::vector<Value> const& expected, SuperSmootherOptions const& options) {
    auto tolerance = expected_smooth<Value>(batch, frequencies_of(grid), options).tolerance;
    for (double& each : tolerance) {
      each *= 2.0;
    }
    EXPECT_TRUE(all_near_each(actual, expected, tolerance)) << name_of(options);
  }
};
TYPED_TEST_SUITE(SuperSmootherProperties, Variants, VariantNames);

TYPED_TEST(SuperSmootherProperties, ShiftOfAllTimesChangesNothing) {
  Batch const batch = this->on_raster();
  for (SuperSmootherOptions const& options : smoothers) {
    auto const expected = smooth_search<TypeParam>(batch, grid, options).power;
    for (double const shift : {-7.0, 58600.0, 2458000.0}) {
      Batch shifted = batch;
      for (double& time : shifted.time) {
        time += shift;
      }
      EXPECT_TRUE(all_equal(smooth_search<TypeParam>(shifted, grid, options).power, expected))
          << shift;
    }
  }
}

// The published program gives other periods for errors times 1e5.
TYPED_TEST(SuperSmootherProperties, UnitOfTheErrorsChangesNothing) {
  Batch const batch = this->on_raster();
  for (SuperSmootherOptions const& options : smoothers) {
    auto const expected = smooth_search<TypeParam>(batch, grid, options).power;
    auto const best = best_smooth_search<TypeParam>(batch, grid, options).index;
    for (double const unit : {1e5, 1e-5}) {
      Batch scaled = batch;
      for (double& error : scaled.error) {
        error *= unit;
      }
      this->expect_same(batch, smooth_search<TypeParam>(scaled, grid, options).power, expected,
                        options);
      EXPECT_EQ(best_smooth_search<TypeParam>(scaled, grid, options).index, best);
    }
  }
}

TYPED_TEST(SuperSmootherProperties, EqualErrorsAreAsNone) {
  Batch batch = this->on_raster();
  batch.error.assign(batch.error.size(), 0.25);
  auto const expected = smooth_search<TypeParam>(batch, grid, {.errors = Errors::ignore}).power;
  EXPECT_TRUE(all_equal(smooth_search<TypeParam>(batch, grid).power, expected));
  batch.error.clear();
  EXPECT_TRUE(all_equal(smooth_search<TypeParam>(batch, grid).power, expected));
}

TYPED_TEST(SuperSmootherProperties, UnitAndOffsetOfTheValuesChangeNothing) {
  Batch batch = this->on_raster();
  for (SuperSmootherOptions const& options : smoothers) {
    auto const expected = smooth_search<TypeParam>(batch, grid, options).power;
    Batch changed = batch;
    for (double& value : changed.value) {
      value *= 0.125;
    }
    EXPECT_TRUE(all_equal(smooth_search<TypeParam>(changed, grid, options).power, expected));
    for (double& value : changed.value) {
      value -= 2.0;  // the values are near 2, so this is exact
    }
    this->expect_same(batch, smooth_search<TypeParam>(changed, grid, options).power, expected,
                      options);
  }
}

// Times are all different, so that no two phases are one.
TYPED_TEST(SuperSmootherProperties, OrderOfThePointsChangesRoundingOnly) {
  Batch const batch = draw_batch<typename TypeParam::Real>({43, 17, 130}, this->baseline, 1.37);
  Batch reversed = batch;
  for (std::int64_t object = 0; object < batch.objects(); ++object) {
    for (std::vector<double>* column : {&reversed.time, &reversed.value, &reversed.error}) {
      std::reverse(column->begin() + batch.offsets[object],
                   column->begin() + batch.offsets[object + 1]);
    }
  }
  for (SuperSmootherOptions const& options : smoothers) {
    this->expect_same(batch, smooth_search<TypeParam>(reversed, grid, options).power,
                      smooth_search<TypeParam>(batch, grid, options).power, options);
  }
}

TYPED_TEST(SuperSmootherProperties, GridAndListOfTheSameFrequenciesAgree) {
  Batch const batch = this->on_raster();
  std::vector<double> frequency;
  for (std::int64_t k = 0; k < grid.count; ++k) {
    frequency.push_back(grid.frequency(k));
  }
  for (SuperSmootherOptions const& options : smoothers) {
    this->expect_same(batch, smooth_search<TypeParam>(batch, to_list(frequency), options).power,
                      smooth_search<TypeParam>(batch, grid, options).power, options);
  }
}

TYPED_TEST(SuperSmootherProperties, ObjectsDoNotTouchEachOther) {
  Batch const batch = this->on_raster();
  auto const together = smooth_search<TypeParam>(batch, grid);
  for (std::int64_t object = 0; object < batch.objects(); ++object) {
    EXPECT_TRUE(
        all_equal(together.row(object), smooth_search<TypeParam>(batch.only(object), grid).power));
  }
}

TYPED_TEST(SuperSmootherProperties, NormalizedPowerIsTheShareOfTheLargest) {
  using Real = typename TypeParam::Real;
  Batch const batch = this->on_raster().only(0);
  auto power = smooth_search<TypeParam>(batch, grid).power;
  for (Real& each : power) {
    each /= Real(21.5);
    EXPECT_LE(each, Real(1));
  }
  SuperSmootherOptions const options{.score = SmootherScore::normalized};
  this->expect_same(batch, smooth_search<TypeParam>(batch, grid, options).power, power, options);
}

TYPED_TEST(SuperSmootherProperties, FindsThePlantedFrequency) {
  FrequencyGrid const fine = half_open_grid(0.2, 4.0, 11'400);
  for (double const planted : {0.31, 1.37, 3.6667}) {
    auto const batch = draw_batch<typename TypeParam::Real>({60, 200}, 300.0, planted);
    for (SuperSmootherOptions const& options : smoothers) {
      if (options.alpha > 0.0) {
        for (std::int64_t const index : best_smooth_search<TypeParam>(batch, fine, options).index) {
          double const cycles = fine.frequency(index) / planted;
          // Two humps a turn, at half the frequency, are as good a description of one each.
          EXPECT_NEAR(cycles * std::round(1.0 / cycles), 1.0, 0.5 / 300.0 / planted)
              << name_of(options);
        }
      }
    }
  }
}

}  // namespace
}  // namespace siderum::test
