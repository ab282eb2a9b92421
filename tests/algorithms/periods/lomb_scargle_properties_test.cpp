// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"

namespace siderum::test {
namespace {

FrequencyGrid const grid{0.05, 0.0117, 333};

/// The tolerance between two of our own answers: each may be off by that against the oracle.
template <class Real>
double between_two(std::int64_t points, double cycles) {
  // Phases of some dozens of random points are even within a factor of two or three.
  return 2.0 * lomb_scargle_tolerance<Real>(points, cycles, 6.0);
}

template <class V>
class LombScargleProperties : public testing::Test {
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

  static double tolerance() {
    return between_two<Value>(130, baseline * grid.frequency(grid.count - 1));
  }
};
TYPED_TEST_SUITE(LombScargleProperties, Variants, VariantNames);

TYPED_TEST(LombScargleProperties, ShiftOfAllTimesChangesNothing) {
  Batch const batch = this->on_raster();
  auto const expected = search<TypeParam>(batch, grid).power;
  for (double const shift : {-7.0, 58600.0, 2458000.0}) {
    Batch shifted = batch;
    for (double& time : shifted.time) {
      time += shift;
    }
    EXPECT_TRUE(all_equal(search<TypeParam>(shifted, grid).power, expected)) << shift;
  }
}

TYPED_TEST(LombScargleProperties, UnitOfTheErrorsChangesNothing) {
  Batch const batch = this->on_raster();
  auto const expected = search<TypeParam>(batch, grid).power;
  Batch scaled = batch;
  for (double& error : scaled.error) {
    error *= 1024.0;
  }
  EXPECT_TRUE(all_equal(search<TypeParam>(scaled, grid).power, expected));
  for (double& error : scaled.error) {
    error *= 3.0;
  }
  EXPECT_TRUE(all_near(search<TypeParam>(scaled, grid).power, expected, this->tolerance()));
}

TYPED_TEST(LombScargleProperties, EqualErrorsAreAsNone) {
  Batch batch = this->on_raster();
  batch.error.assign(batch.error.size(), 0.25);
  auto const expected = search<TypeParam>(batch, grid, {.errors = Errors::ignore}).power;
  EXPECT_TRUE(all_equal(search<TypeParam>(batch, grid).power, expected));
}

TYPED_TEST(LombScargleProperties, UnitAndOffsetOfTheValuesChangeNothing) {
  Batch batch = this->on_raster();
  auto const expected = search<TypeParam>(batch, grid).power;
  for (double& value : batch.value) {
    value *= 0.125;
  }
  EXPECT_TRUE(all_equal(search<TypeParam>(batch, grid).power, expected));
  for (double& value : batch.value) {
    value -= 2.0;  // the values are near 2, so this is exact
  }
  EXPECT_TRUE(all_near(search<TypeParam>(batch, grid).power, expected, this->tolerance()));
}

TYPED_TEST(LombScargleProperties, OrderOfThePointsChangesRoundingOnly) {
  Batch const batch = this->on_raster();
  auto const expected = search<TypeParam>(batch, grid).power;
  Batch reversed = batch;
  for (std::int64_t object = 0; object < batch.objects(); ++object) {
    for (std::vector<double>* column : {&reversed.time, &reversed.value, &reversed.error}) {
      std::reverse(column->begin() + batch.offsets[object],
                   column->begin() + batch.offsets[object + 1]);
    }
  }
  EXPECT_TRUE(all_near(search<TypeParam>(reversed, grid).power, expected, this->tolerance()));
}

TYPED_TEST(LombScargleProperties, GridAndListOfTheSameFrequenciesAgree) {
  Batch const batch = this->on_raster();
  std::vector<double> frequency;
  for (std::int64_t k = 0; k < grid.count; ++k) {
    frequency.push_back(grid.frequency(k));
  }
  // A list is summed directly; what other methods of grids are off by has tests of its own.
  LombScargleOptions const direct{.method = Method::direct};
  EXPECT_TRUE(all_near(search<TypeParam>(batch, to_list(frequency)).power,
                       search<TypeParam>(batch, grid, direct).power, this->tolerance()));
}

TYPED_TEST(LombScargleProperties, FindsThePlantedFrequency) {
  FrequencyGrid const fine = half_open_grid(0.1, 8.0, 23'700);
  for (double const planted : {0.31, 1.37, 6.6667}) {
    auto const batch = draw_batch<typename TypeParam::Real>({60, 200}, 300.0, planted);
    for (LombScargleOptions const& options : {generalized_periodogram(), standard_periodogram()}) {
      for (std::int64_t const index : search_best<TypeParam>(batch, fine, options).index) {
        EXPECT_NEAR(fine.frequency(index), planted, 0.5 / 300.0);
      }
    }
  }
}

TYPED_TEST(LombScargleProperties, NormalizationsAreFunctionsOfTheStandardPower) {
  using Real = typename TypeParam::Real;
  Batch const batch = this->on_raster();
  auto const standard = search<TypeParam>(batch, grid).power;
  std::vector<Real> model;
  std::vector<Real> logarithm;
  for (Real const power : standard) {
    model.push_back(power / (Real(1) - power));
    logarithm.push_back(-std::log1p(-power));
  }
  auto const in = [&](Normalization normalization) {
    return search<TypeParam>(batch, grid, {.normalization = normalization}).power;
  };
  EXPECT_TRUE(all_near(in(Normalization::model), model, 1e3 * this->tolerance()));
  EXPECT_TRUE(all_near(in(Normalization::log), logarithm, 1e2 * this->tolerance()));
}

}  // namespace
}  // namespace siderum::test
