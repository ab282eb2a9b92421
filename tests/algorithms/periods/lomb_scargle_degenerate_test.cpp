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

/// A good object, each kind that cannot be searched, and a good object again.
Batch good_and_bad() {
  Batch batch;
  auto const add = [&batch](std::vector<double> const& time, std::vector<double> const& value) {
    for (std::size_t j = 0; j < time.size(); ++j) {
      batch.add_point(time[j], value[j], 0.25 + 0.125 * static_cast<double>(j % 3));
    }
    batch.end_object();
  };
  add({0.0, 1.5, 2.25, 7.75, 9.0, 11.5}, {1.0, 0.5, 2.0, 0.25, 1.75, 0.0});
  add({}, {});
  add({1.0}, {3.0});
  add({1.0, 2.0, 4.5}, {1.0, 0.0, 2.0});
  add({5.0, 5.0, 5.0, 5.0, 5.0}, {1.0, 2.0, 3.0, 4.0, 5.0});
  add({0.0, 1.5, 2.25, 7.75, 9.0}, {16.7, 16.7, 16.7, 16.7, 16.7});
  add({2.0, 3.5, 4.25, 9.75, 11.0, 13.5}, {1.0, 0.5, 2.0, 0.25, 1.75, 0.0});
  round_to<float>(batch);
  return batch;
}

template <class V>
class LombScargleDegenerate : public testing::Test {
 protected:
  using Value = typename V::Real;

  /// The oracle's powers, all of them numbers from 0 to 1.
  void expect_powers(Batch const& batch, std::vector<double> const& frequency,
                     LombScargleOptions const& options) {
    auto const actual = search<V>(batch, to_list(frequency), options);
    std::vector<long double> const exact(frequency.begin(), frequency.end());
    EXPECT_TRUE(agrees(actual.power, expected_powers<Value>(batch, exact, options, 0.0)))
        << name_of(options);
    for (Value const power : actual.power) {
      EXPECT_TRUE(power >= Value(0) && power <= Value(1)) << power << ", " << name_of(options);
    }
  }
};
TYPED_TEST_SUITE(LombScargleDegenerate, Variants, VariantNames);

TYPED_TEST(LombScargleDegenerate, EveryObjectGetsItsStatusAndNaN) {
  using Status = std::vector<ObjectStatus>;
  Batch const batch = good_and_bad();
  FrequencyGrid const grid{0.03, 0.01, 45};
  Status const expected{ObjectStatus::ok,
                        ObjectStatus::no_points,
                        ObjectStatus::too_few_points,
                        ObjectStatus::too_few_points,
                        ObjectStatus::no_time_span,
                        ObjectStatus::constant,
                        ObjectStatus::ok};
  auto const found = search<TypeParam>(batch, grid);
  auto const best = search_best<TypeParam>(batch, grid);
  EXPECT_EQ(found.status, expected);
  EXPECT_EQ(best.status, expected);
  for (std::int64_t object = 0; object < batch.objects(); ++object) {
    if (expected[object] == ObjectStatus::ok) {
      EXPECT_GE(best.index[object], 0);
    } else {
      EXPECT_TRUE(all_nan(found.row(object))) << "object " << object;
      EXPECT_EQ(best.index[object], -1) << "object " << object;
      EXPECT_TRUE(std::isnan(best.power[object])) << "object " << object;
    }
  }
}

TYPED_TEST(LombScargleDegenerate, BadObjectsDoNotTouchTheOthers) {
  Batch const batch = good_and_bad();
  FrequencyGrid const grid{0.03, 0.01, 45};
  auto const together = search<TypeParam>(batch, grid);
  for (std::int64_t const object : {std::int64_t{0}, batch.objects() - 1}) {
    EXPECT_TRUE(all_equal(together.row(object), search<TypeParam>(batch.only(object), grid).power));
  }
}

TYPED_TEST(LombScargleDegenerate, PointsNeededFollowTheModelOrTheOption) {
  FrequencyGrid const grid{0.03, 0.01, 5};
  Batch const three = good_and_bad().only(3);
  auto const status = [&](Batch const& batch, LombScargleOptions const& options) {
    return search<TypeParam>(batch, grid, options).status[0];
  };
  EXPECT_EQ(status(three, standard_periodogram()), ObjectStatus::ok);
  EXPECT_EQ(status(three, generalized_periodogram()), ObjectStatus::too_few_points);
  EXPECT_EQ(status(three, {.minimum_points = 3}), ObjectStatus::ok);
  EXPECT_EQ(status(good_and_bad().only(0), {.minimum_points = 7}), ObjectStatus::too_few_points);
}

TYPED_TEST(LombScargleDegenerate, WithoutCentringOnlyZerosAreConstant) {
  FrequencyGrid const grid{0.03, 0.01, 5};
  LombScargleOptions const bare{.fit_mean = FitMean::no, .center_data = CenterData::no};
  Batch constant = good_and_bad().only(5);
  EXPECT_EQ(search<TypeParam>(constant, grid, bare).status[0], ObjectStatus::ok);
  constant.value.assign(constant.value.size(), 0.0);
  EXPECT_EQ(search<TypeParam>(constant, grid, bare).status[0], ObjectStatus::constant);
}

TYPED_TEST(LombScargleDegenerate, ZeroFrequencyHasNoSine) {
  Batch const batch = good_and_bad().only(0);
  for (FitMean const fit_mean : {FitMean::no, FitMean::yes}) {
    for (CenterData const center_data : {CenterData::no, CenterData::yes}) {
      this->expect_powers(batch, {0.0, 0.1}, {.fit_mean = fit_mean, .center_data = center_data});
    }
  }
  FrequencyGrid const grid{0.0, 0.01, 40};
  EXPECT_EQ(search<TypeParam>(batch, grid).power[0], typename TypeParam::Real(0));
  EXPECT_EQ(search<TypeParam>(batch, to_list({0.0})).power[0], typename TypeParam::Real(0));
  EXPECT_GT(search_best<TypeParam>(batch, grid).index[0], 0);
}

// On whole days sin(pi t) = 0 for f = 1/2, and all phases are one for f = 1, 2, ...
TYPED_TEST(LombScargleDegenerate, ALatticeOfTimesLosesTheSineOrBoth) {
  Batch batch;
  for (int const day : {0, 1, 3, 4, 8, 13, 14}) {
    batch.add_point(day, std::sqrt(2.0 + day * day % 7), 1.0);
  }
  batch.end_object();
  round_to<typename TypeParam::Real>(batch);
  for (LombScargleOptions const& options :
       {generalized_periodogram(), standard_periodogram(),
        LombScargleOptions{.fit_mean = FitMean::no, .center_data = CenterData::no}}) {
    this->expect_powers(batch, {0.5, 1.0, 1.5, 2.0, 100.5, 101.0, 0.25}, options);
  }
  EXPECT_LT(search<TypeParam>(batch, to_list({1.0})).power[0], 1e-20);
}

TYPED_TEST(LombScargleDegenerate, TwoDifferentTimesAreAnUnderdeterminedFit) {
  Batch batch;
  for (int j = 0; j < 8; ++j) {
    batch.add_point(j % 2 == 0 ? 3.0 : 4.25, 0.5 * j * j - 3.0 * j, 1.0);
  }
  batch.end_object();
  for (LombScargleOptions const& options : {generalized_periodogram(), standard_periodogram()}) {
    this->expect_powers(batch, {0.0, 0.1, 0.4, 0.8, 0.9, 2.4, 3.1}, options);
  }
}

TYPED_TEST(LombScargleDegenerate, VeryUnevenErrorsLetOnePointDominate) {
  auto batch = draw_batch<typename TypeParam::Real>({20}, 100.0, 0.7);
  batch.error[7] = 0x1p-11;
  this->expect_powers(batch, {0.1, 0.7, 3.3}, generalized_periodogram());
}

// What a precision leaves of the others would be a power all the same, or 0 or NaN.
TYPED_TEST(LombScargleDegenerate, FewPointsThatOutweighAllOthersHaveAStatus) {
  bool const single = std::is_same_v<typename TypeParam::Real, float>;
  FrequencyGrid const grid{0.05, 0.01, 99};
  auto batch = draw_batch<typename TypeParam::Real>({41}, 100.0, 0.7);
  std::fill(batch.error.begin(), batch.error.end(), 0x1p-6);
  LombScargleOptions ignored;
  ignored.errors = Errors::ignore;
  for (double const error : {0x1p-17, 0x1p-20, 0x1p-30, 0x1p-60}) {
    batch.error[7] = error;
    bool const is_told = !single && error > 0x1p-25;
    auto const actual = search<TypeParam>(batch, grid, generalized_periodogram());
    EXPECT_EQ(actual.status[0], is_told ? ObjectStatus::ok : ObjectStatus::out_of_range) << error;
    EXPECT_EQ(std::isnan(actual.power[7]), !is_told) << error;
    EXPECT_EQ(search<TypeParam>(batch, grid, ignored).status[0], ObjectStatus::ok);
    for (std::size_t const heavy : {3, 30, 31}) {
      batch.error[heavy] = error;
      EXPECT_EQ(search<TypeParam>(batch, grid, generalized_periodogram()).status[0],
                is_told || heavy == 31 ? ObjectStatus::ok : ObjectStatus::out_of_range)
          << error << ", " << heavy;
    }
    for (std::size_t const heavy : {3, 30, 31}) {
      batch.error[heavy] = 0x1p-6;
    }
  }
  std::fill(batch.value.begin(), batch.value.end(), 7.0);
  EXPECT_EQ(search<TypeParam>(batch, grid, generalized_periodogram()).status[0],
            ObjectStatus::constant);
}

// Squares of 1e200 are infinite in FP64, and 1e-27 squared is no float above zero.
TYPED_TEST(LombScargleDegenerate, ValuesThatOverflowOrUnderflowHaveAStatus) {
  FrequencyGrid const grid{0.05, 0.01, 99};
  Batch batch = draw_batch<double>({43}, 100.0, 0.7);
  LombScargleOptions raw = standard_periodogram();
  raw.normalization = Normalization::raw;
  double const scale = std::is_same_v<typename TypeParam::Real, float> ? 1e-27 : 1e200;
  for (double& value : batch.value) {
    value *= scale;
  }
  auto const actual = search<TypeParam>(batch, grid, raw);
  EXPECT_EQ(actual.status[0], ObjectStatus::out_of_range);
  EXPECT_TRUE(std::isnan(actual.power[7]));
}

// Squares of 1e-300 are 0: no variance is left, though the values differ. Zeros are equal; as a
// float 1e-300 is one.
TYPED_TEST(LombScargleDegenerate, TellsValuesWhoseSquaresAreZeroFromConstantOnes) {
  FrequencyGrid const grid{0.05, 0.01, 99};
  bool const single = std::is_same_v<typename TypeParam::Real, float>;
  for (double const scale : {1e-300, 1e-160}) {
    Batch batch = draw_batch<double>({43}, 100.0, 0.7);
    for (double& value : batch.value) {
      value *= scale;
    }
    for (LombScargleOptions const& options : {generalized_periodogram(), standard_periodogram()}) {
      auto const actual = search<TypeParam>(batch, grid, options);
      EXPECT_EQ(actual.status[0], single ? ObjectStatus::constant : ObjectStatus::out_of_range);
    }
    std::fill(batch.value.begin(), batch.value.end(), 0.0);
    EXPECT_EQ(search<TypeParam>(batch, grid, generalized_periodogram()).status[0],
              ObjectStatus::constant);
  }
}

}  // namespace
}  // namespace siderum::test
