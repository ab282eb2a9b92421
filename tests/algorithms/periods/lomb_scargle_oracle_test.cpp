// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"

namespace siderum::test {
namespace {

// Sizes that no block divides, and objects that cannot be searched between those that can.
std::vector<std::int64_t> const ragged{43, 0, 1, 5, 3, 17, 64, 65, 2, 4};

/// The library against the oracle, typed over backend and precision.
template <class V>
class LombScargleOracle : public testing::Test {
 protected:
  using Value = typename V::Real;

  template <class Frequencies>
  void expect_powers(Batch const& batch, Frequencies const& frequencies,
                     std::vector<long double> const& exact, LombScargleOptions options) {
    options.method = Method::direct;  // those with a tolerance have tests of their own
    auto const actual = search<V>(batch, frequencies, options);
    ExpectedPowers const expected =
        expected_powers<Value>(batch, exact, options, reach_of(frequencies));
    EXPECT_TRUE(agrees(actual.power, expected)) << name_of(options);
    EXPECT_EQ(actual.status, expected.status) << name_of(options);
    worst_ = std::max(worst_, worst_share(actual.power, expected));
  }

  void TearDown() override { this->RecordProperty("worst_of_tolerance", std::to_string(worst_)); }

 private:
  double worst_ = 0.0;
};
TYPED_TEST_SUITE(LombScargleOracle, Variants, VariantNames);

TYPED_TEST(LombScargleOracle, AgreesForEveryOptionOnAGrid) {
  auto const batch = draw_batch<typename TypeParam::Real>(ragged, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0217, 131};
  for (LombScargleOptions const& options : all_options()) {
    this->expect_powers(batch, grid, frequencies_of(grid), options);
  }
}

TYPED_TEST(LombScargleOracle, AgreesForObjectsOfManyChunks) {
  auto const batch = draw_batch<typename TypeParam::Real>({70'001, 0, 43, 4097}, 300.0, 1.37);
  FrequencyGrid const grid{1.3, 0.0171, 7};
  for (LombScargleOptions const& options : {generalized_periodogram(), standard_periodogram()}) {
    this->expect_powers(batch, grid, frequencies_of(grid), options);
  }
}

TYPED_TEST(LombScargleOracle, AgreesForEveryOptionOnAList) {
  auto const batch = draw_batch<typename TypeParam::Real>(ragged, 300.0, 1.37);
  CounterRandom random(43, 0);
  std::vector<double> frequency{0.0, 1.37, 1.37};
  for (int k = 0; k < 40; ++k) {
    frequency.push_back(random.uniform(0.0, 9.0));
  }
  std::vector<long double> const exact(frequency.begin(), frequency.end());
  for (LombScargleOptions const& options : all_options()) {
    this->expect_powers(batch, to_list(frequency), exact, options);
  }
}

TYPED_TEST(LombScargleOracle, AgreesOnLongObjectsAndSeveralItems) {
  auto const batch = draw_batch<typename TypeParam::Real>({597, 43}, 900.0, 0.77);
  FrequencyGrid const grid{0.01, 0.00111, 2049};
  this->expect_powers(batch, grid, frequencies_of(grid), generalized_periodogram());
  this->expect_powers(batch, grid, frequencies_of(grid), standard_periodogram());
}

TYPED_TEST(LombScargleOracle, AgreesWhereTheBatchHasNoErrors) {
  auto batch = draw_batch<typename TypeParam::Real>({43, 20}, 300.0, 1.37);
  batch.error.clear();
  FrequencyGrid const grid{0.05, 0.0217, 60};
  for (LombScargleOptions options : {generalized_periodogram(), standard_periodogram()}) {
    for (Normalization const normalization : {Normalization::standard, Normalization::psd}) {
      options.normalization = normalization;
      this->expect_powers(batch, grid, frequencies_of(grid), options);
    }
  }
}

TYPED_TEST(LombScargleOracle, OfNoObjectIsNothing) {
  EXPECT_TRUE(search<TypeParam>(Batch{}, FrequencyGrid{0.1, 0.1, 10}).power.empty());
  EXPECT_TRUE(search_best<TypeParam>(Batch{}, FrequencyGrid{0.1, 0.1, 10}).index.empty());
}

TEST(LombScargleCheck, RefusesAWrongModelAndAChangedPoint) {
  using V = Variant<backend::Portable, float>;
  auto batch = draw_batch<float>({43}, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0217, 131};
  auto const expected = expected_powers<float>(batch, frequencies_of(grid), {}, reach_of(grid));
  auto const accepted = [&](LombScargleOptions const& options) {
    return agrees(search<V>(batch, grid, options).power, expected);
  };
  EXPECT_TRUE(accepted({}));
  EXPECT_FALSE(accepted({.fit_mean = FitMean::no}));
  EXPECT_FALSE(accepted({.errors = Errors::ignore}));
  batch.time[11] += 1e-4;
  EXPECT_FALSE(accepted({}));
}

}  // namespace
}  // namespace siderum::test
