// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "backends/trig_sums_support.hpp"
#include "support/matchers.hpp"
#include "support/spaces.hpp"

/// Objects of so many points that a backend may sum them in parts, and share those among blocks.
namespace siderum::test {
namespace {

template <class V>
class TrigSumsOfLongObjects : public testing::Test {};
TYPED_TEST_SUITE(TrigSumsOfLongObjects, Variants, VariantNames);

TYPED_TEST(TrigSumsOfLongObjects, AgreeWithPlainLoops) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>({1279, 1280, 43, 1931, 9000}, 700.0);
  FrequencyGrid const grid{0.37, 0.00123, 70};
  for (Sum const which : {yc, s, s2}) {
    ExpectedSums const expected =
        expected_sums<Real>(series, frequencies_of(grid, {0, grid.count}), grid.step, which);
    auto const actual = sums_of<TypeParam>(series, grid, {0, grid.count}, MeanSums::yes, which);
    EXPECT_TRUE(all_near_each(actual, expected.value, expected.tolerance)) << "sum " << which;
  }
}

// Alone they leave a device idle, in a batch of many they do not: the same bits all the same.
TYPED_TEST(TrigSumsOfLongObjects, DoNotDependOnWhatElseThereIsToDo) {
  using Real = typename TypeParam::Real;
  std::vector<std::int64_t> points(1200, 1);
  points[7] = 3001;
  points[900] = 1300;
  Series const batch = draw_series<Real>(points, 700.0);
  FrequencyGrid const grid{0.37, 0.00123, 2 * 8192 + 77};
  FrequencyRange const stretch{8192, 8192 + 2111};
  for (MeanSums const mean : {MeanSums::no, MeanSums::yes}) {
    auto const of_batch = sums_of<TypeParam>(batch, grid, stretch, mean, ys);
    for (std::int64_t const object : {7, 900}) {
      auto const alone = sums_of<TypeParam>(only(batch, object), grid, {0, grid.count}, mean, ys);
      EXPECT_TRUE(all_equal(std::vector<Real>(of_batch.begin() + object * 2111,
                                              of_batch.begin() + (object + 1) * 2111),
                            std::vector<Real>(alone.begin() + 8192, alone.begin() + 8192 + 2111)));
    }
  }
}

TYPED_TEST(TrigSumsOfLongObjects, AreSkippedWhereNotWanted) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>({5, 1500, 1400}, 700.0);
  FrequencyGrid const grid{0.37, 0.00123, 2500};
  auto const all = sums_of<TypeParam>(series, grid, {0, grid.count}, MeanSums::no, yc);
  std::vector<Real> expected = all;
  std::fill_n(expected.begin() + grid.count, grid.count, Real(-77));
  EXPECT_TRUE(
      all_equal(sums_of<TypeParam>(series, grid, {0, grid.count}, MeanSums::no, yc, 1), expected));
}

// The counters of one launch are those of the next.
TYPED_TEST(TrigSumsOfLongObjects, AreTheSameEveryTime) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>({3000}, 700.0);
  FrequencyGrid const grid{0.37, 0.00123, 5000};
  auto const first = sums_of<TypeParam>(series, grid, {0, grid.count}, MeanSums::yes, c2);
  for (int again = 0; again < 3; ++again) {
    EXPECT_TRUE(
        all_equal(sums_of<TypeParam>(series, grid, {0, grid.count}, MeanSums::yes, c2), first));
  }
}

}  // namespace
}  // namespace siderum::test
