// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "backends/trig_sums_support.hpp"
#include "support/matchers.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

using Points = std::vector<std::int64_t>;

// No block divides these, and some objects are empty or have one point.
Points const ragged{43, 0, 1, 597, 64, 65, 0};

FrequencyList<TestMemory> to_list(std::vector<double> const& frequency) {
  return mirror_to(TestSpace{}, make_frequency_list(frequency));
}

/// Largest error in units of what the contract allows.
template <class Real>
double worst_share(std::vector<Real> const& actual, ExpectedSums const& expected) {
  double worst = 0.0;
  for (std::size_t i = 0; i < actual.size(); ++i) {
    if (expected.tolerance[i] > 0.0) {
      long double const error = std::fabs(actual[i] - expected.value[i]);
      worst = std::max(worst, static_cast<double>(error) / expected.tolerance[i]);
    }
  }
  return worst;
}

template <class V>
class TrigSums : public testing::Test {
 protected:
  using Value = typename V::Real;

  /// Holds every sum of a batch on the given frequencies against plain loops.
  template <class Frequencies>
  void expect_sums(Series const& series, Frequencies const& frequencies, double step,
                   std::vector<long double> const& exact) {
    FrequencyRange const range{0, static_cast<std::int64_t>(exact.size())};
    double worst = 0.0;
    for (Sum const which : all_sums) {
      ExpectedSums const expected = expected_sums<Value>(series, exact, step, which);
      for (MeanSums const mean : {MeanSums::no, MeanSums::yes}) {
        auto const actual = sums_of<V>(series, frequencies, range, mean, which);
        if (mean == MeanSums::no && (which == c || which == s)) {
          EXPECT_TRUE(all_equal(actual, std::vector<Value>(actual.size(), Value(0))));
          continue;
        }
        EXPECT_TRUE(all_near_each(actual, expected.value, expected.tolerance))
            << "sum " << which << ", mean " << static_cast<int>(mean);
        worst = std::max(worst, worst_share(actual, expected));
      }
    }
    this->RecordProperty("worst_of_contract_" + std::to_string(exact.size()),
                         std::to_string(worst));
  }

  void expect_sums_on_grid(Points const& points, std::int64_t count) {
    FrequencyGrid const grid{0.37, 0.00123, count};
    expect_sums(draw_series<Value>(points, 700.0), grid, grid.step,
                frequencies_of(grid, {0, count}));
  }
};
TYPED_TEST_SUITE(TrigSums, Variants, VariantNames);

TYPED_TEST(TrigSums, OnAGridOfOneFrequency) {
  this->expect_sums_on_grid(ragged, 1);
}

TYPED_TEST(TrigSums, OnGridsThatNoBlockDivides) {
  this->expect_sums_on_grid(ragged, 31);
  this->expect_sums_on_grid(ragged, 33);
}

TYPED_TEST(TrigSums, OnGridsOfSeveralItems) {
  this->expect_sums_on_grid({43, 1}, 2049);
  this->expect_sums_on_grid({43}, 5000);
}

TYPED_TEST(TrigSums, OnAGridFromZero) {
  FrequencyGrid const grid{0.0, 0.004, 100};
  this->expect_sums(draw_series<typename TypeParam::Real>({43, 1}, 30.0), grid, grid.step,
                    frequencies_of(grid, {0, 100}));
}

TYPED_TEST(TrigSums, OnListsOfAnyOrder) {
  CounterRandom random(37, 0);
  for (std::int64_t const count : {1, 31, 33, 500}) {
    std::vector<double> frequency{0.0};
    for (std::int64_t k = 1; k < count; ++k) {
      frequency.push_back(random.uniform(0.0, 12.0));
    }
    this->expect_sums(draw_series<typename TypeParam::Real>(ragged, 700.0), to_list(frequency), 0.0,
                      std::vector<long double>(frequency.begin(), frequency.end()));
  }
}

TYPED_TEST(TrigSums, OfNoObjectAreNone) {
  FrequencyGrid const grid{0.1, 0.1, 50};
  EXPECT_TRUE(sums_of<TypeParam>(Series{}, grid, {0, 50}, MeanSums::yes, yc).empty());
}

TYPED_TEST(TrigSums, AStretchIsTheSameToTheLastBit) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>({43, 0, 130}, 700.0);
  FrequencyGrid const grid{0.37, 0.00123, 2 * 8192 + 777};
  for (Sum const which : {ys, c2, s}) {
    auto const whole = sums_of<TypeParam>(series, grid, {0, grid.count}, MeanSums::yes, which);
    for (FrequencyRange const range :
         {FrequencyRange{8192, grid.count}, FrequencyRange{2 * 8192, 2 * 8192 + 5}}) {
      auto const stretch = sums_of<TypeParam>(series, grid, range, MeanSums::yes, which);
      std::vector<Real> expected;
      for (std::int64_t object = 0; object < series.objects(); ++object) {
        auto const row = whole.begin() + object * grid.count;
        expected.insert(expected.end(), row + range.first, row + range.last);
      }
      EXPECT_TRUE(all_equal(stretch, expected));
    }
  }
}

TYPED_TEST(TrigSums, OfAnObjectDoNotDependOnItsBatch) {
  using Real = typename TypeParam::Real;
  Series const batch = draw_series<Real>(ragged, 700.0);
  FrequencyGrid const grid{0.37, 0.00123, 5000};
  std::vector<double> frequency;
  for (int k = 0; k < 700; ++k) {
    frequency.push_back(grid.frequency(7 * k));
  }
  auto const list = to_list(frequency);
  for (Sum const which : {yc, s2}) {
    auto const grid_sums = sums_of<TypeParam>(batch, grid, {0, 5000}, MeanSums::no, which);
    auto const list_sums = sums_of<TypeParam>(batch, list, {0, 700}, MeanSums::no, which);
    for (std::int64_t const object : {0, 2, 3}) {
      Series const alone = only(batch, object);
      std::vector<Real> const on_grid(grid_sums.begin() + object * 5000,
                                      grid_sums.begin() + (object + 1) * 5000);
      std::vector<Real> const on_list(list_sums.begin() + object * 700,
                                      list_sums.begin() + (object + 1) * 700);
      EXPECT_TRUE(
          all_equal(sums_of<TypeParam>(alone, grid, {0, 5000}, MeanSums::no, which), on_grid));
      EXPECT_TRUE(
          all_equal(sums_of<TypeParam>(alone, list, {0, 700}, MeanSums::no, which), on_list));
    }
  }
}

TYPED_TEST(TrigSums, SkipsAnObjectThatIsNotWanted) {
  using Real = typename TypeParam::Real;
  Series const series = draw_series<Real>({5, 7, 6}, 700.0);
  FrequencyGrid const grid{0.37, 0.00123, 333};
  auto const all = sums_of<TypeParam>(series, grid, {0, 333}, MeanSums::no, yc);
  auto const without = sums_of<TypeParam>(series, grid, {0, 333}, MeanSums::no, yc, 1);
  std::vector<Real> expected = all;
  std::fill_n(expected.begin() + 333, 333, Real(-77));
  EXPECT_TRUE(all_equal(without, expected));
  auto const list = to_list({1.0, 2.0, 3.0});
  auto const listed = sums_of<TypeParam>(series, list, {0, 3}, MeanSums::no, yc, 1);
  EXPECT_TRUE(all_equal(std::vector<Real>(listed.begin() + 3, listed.begin() + 6),
                        std::vector<Real>(3, Real(-77))));
}

TEST(TrigSumsCheck, RefusesASumWithAPhaseErrorOfAMillionthOfACycle) {
  using V = Variant<backend::Portable, double>;
  Series series = draw_series<double>({43}, 700.0);
  FrequencyGrid const grid{0.37, 0.00123, 40};
  ExpectedSums const expected =
      expected_sums<double>(series, frequencies_of(grid, {0, 40}), grid.step, yc);
  series.time[7] += 1e-6;
  auto const actual = sums_of<V>(series, grid, {0, 40}, MeanSums::no, yc);
  EXPECT_FALSE(all_near_each(actual, expected.value, expected.tolerance));
  EXPECT_GT(worst_share(actual, expected), 1.0);
}

}  // namespace
}  // namespace siderum::test
