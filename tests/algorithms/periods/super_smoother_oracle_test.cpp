// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/super_smoother_support.hpp"

namespace siderum::test {
namespace {

// Sizes that no block divides, those at which half widths change, and objects that cannot be
// searched between those that can.
std::vector<std::int64_t> const ragged{43, 0, 1, 5, 4, 9, 10, 64, 65, 25, 7};

/// The library against the oracle, typed over backend and precision.
template <class V>
class SuperSmootherOracle : public testing::Test {
 protected:
  using Value = typename V::Real;

  template <class Frequencies>
  void expect_powers(Batch const& batch, Frequencies const& frequencies,
                     std::vector<long double> const& exact, SuperSmootherOptions const& options,
                     double most_undecided = 0.02) {
    auto const actual = smooth_search<V>(batch, frequencies, options);
    ExpectedPowers const expected = expected_smooth<Value>(batch, exact, options);
    EXPECT_TRUE(agrees(actual.power, expected)) << name_of(options);
    EXPECT_EQ(actual.status, expected.status) << name_of(options);
    EXPECT_LE(undecided_share(expected), most_undecided) << name_of(options);
    worst_ = std::max(worst_, worst_share(actual.power, expected));
  }

  void TearDown() override { this->RecordProperty("worst_of_tolerance", std::to_string(worst_)); }

 private:
  double worst_ = 0.0;
};
TYPED_TEST_SUITE(SuperSmootherOracle, Variants, VariantNames);

TYPED_TEST(SuperSmootherOracle, AgreesForEveryOptionOnAGrid) {
  auto const batch = draw_batch<typename TypeParam::Real>(ragged, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0217, 61};
  for (SuperSmootherOptions const& options : all_smoothers()) {
    this->expect_powers(batch, grid, frequencies_of(grid), options);
  }
}

TYPED_TEST(SuperSmootherOracle, AgreesForEveryOptionOnAList) {
  auto const batch = draw_batch<typename TypeParam::Real>(ragged, 300.0, 1.37);
  CounterRandom random(43, 0);
  std::vector<double> frequency{1.37, 1.37};
  for (int k = 0; k < 20; ++k) {
    frequency.push_back(random.uniform(0.01, 9.0));
  }
  std::vector<long double> const exact(frequency.begin(), frequency.end());
  for (SuperSmootherOptions const& options : all_smoothers()) {
    this->expect_powers(batch, to_list(frequency), exact, options);
  }
}

TYPED_TEST(SuperSmootherOracle, AgreesOnManyFrequencies) {
  auto const batch = draw_batch<typename TypeParam::Real>({53, 17}, 3000.0, 0.77);
  FrequencyGrid const grid{0.1, 0.00111, 1031};
  for (SuperSmootherOptions const& options :
       {SuperSmootherOptions{}, published_multi_pass(), published_single_pass()}) {
    this->expect_powers(batch, grid, frequencies_of(grid), options);
  }
}

// As many points as need other ways of sorting than small objects do.
TYPED_TEST(SuperSmootherOracle, AgreesOnLongObjects) {
  auto const batch = draw_batch<typename TypeParam::Real>({597, 43, 1025, 2049, 5000}, 900.0, 0.77);
  FrequencyGrid const grid{0.3, 0.1173, 7};
  for (SuperSmootherOptions const& options :
       {SuperSmootherOptions{}, published_multi_pass(), published_single_pass(),
        SuperSmootherOptions{.variant = SmootherVariant::single_pass, .alpha = 0.0}}) {
    // Among thousands of points a choice is close for some, in float.
    this->expect_powers(batch, grid, frequencies_of(grid), options, 0.3);
  }
}

TYPED_TEST(SuperSmootherOracle, AgreesWhereTheBatchHasNoErrors) {
  auto batch = draw_batch<typename TypeParam::Real>({43, 20}, 300.0, 1.37);
  batch.error.clear();
  FrequencyGrid const grid{0.05, 0.0217, 60};
  for (SmootherVariant const variant :
       {SmootherVariant::multi_pass, SmootherVariant::single_pass}) {
    this->expect_powers(batch, grid, frequencies_of(grid), {.variant = variant});
  }
}

// Errors over two decades: single points carry their windows.
TYPED_TEST(SuperSmootherOracle, AgreesForVeryUnevenErrors) {
  auto batch = draw_batch<typename TypeParam::Real>({43, 20}, 300.0, 1.37);
  CounterRandom random(53, 0);
  for (double& error : batch.error) {
    error = std::pow(10.0, random.uniform(-2.0, 0.0));
  }
  round_to<typename TypeParam::Real>(batch);
  FrequencyGrid const grid{0.05, 0.0217, 60};
  for (SmootherVariant const variant :
       {SmootherVariant::multi_pass, SmootherVariant::single_pass}) {
    this->expect_powers(batch, grid, frequencies_of(grid), {.variant = variant}, 0.3);
  }
}

}  // namespace
}  // namespace siderum::test
