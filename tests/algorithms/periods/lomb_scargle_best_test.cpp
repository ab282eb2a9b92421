// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"

namespace siderum::test {
namespace {

/// The first index of the largest power of each row; -1 where all are NaN.
template <class Real>
std::vector<std::int64_t> first_largest(Periodograms<Real> const& periodograms) {
  std::vector<std::int64_t> indices;
  for (std::size_t object = 0; object < periodograms.status.size(); ++object) {
    auto const row = periodograms.row(static_cast<std::int64_t>(object));
    std::vector<long double> const power(row.begin(), row.end());
    indices.push_back(reference::best_index(static_cast<std::int64_t>(power.size()), power.data()));
  }
  return indices;
}

template <class V>
class LombScargleBest : public testing::Test {
 protected:
  template <class Frequencies>
  void expect_best_of_periodogram(Batch const& batch, Frequencies const& frequencies,
                                  LombScargleOptions const& options) {
    auto const all = search<V>(batch, frequencies, options);
    auto const best = search_best<V>(batch, frequencies, options);
    EXPECT_EQ(best.index, first_largest(all)) << name_of(options);
    EXPECT_EQ(best.status, all.status);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      if (best.index[object] >= 0) {
        EXPECT_EQ(best.power[object], all.row(object)[best.index[object]]) << "object " << object;
      }
    }
  }
};
TYPED_TEST_SUITE(LombScargleBest, Variants, VariantNames);

TYPED_TEST(LombScargleBest, IsTheFirstLargestOfThePeriodogram) {
  auto const batch =
      draw_batch<typename TypeParam::Real>({43, 0, 1, 5, 3, 17, 64, 65, 597}, 300.0, 1.37);
  std::vector<double> frequency;
  CounterRandom random(47, 0);
  for (int k = 0; k < 777; ++k) {
    frequency.push_back(random.uniform(0.0, 9.0));
  }
  for (LombScargleOptions const& options : all_options()) {
    this->expect_best_of_periodogram(batch, FrequencyGrid{0.05, 0.00217, 2049}, options);
    this->expect_best_of_periodogram(batch, to_list(frequency), options);
  }
  this->expect_best_of_periodogram(batch, FrequencyGrid{0.05, 0.00017, 20'001}, {});
  this->expect_best_of_periodogram(batch, FrequencyGrid{0.05, 0.00217, 1}, {});
}

// The strongest frequency stands several times in a list, in different shares of the work.
TYPED_TEST(LombScargleBest, FirstOfEqualFrequenciesInAListWins) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 20, 131}, 300.0, 1.37);
  std::vector<double> frequency(5000, 0.11);
  for (std::size_t const k : {78U, 79U, 1300U, 4321U, 4999U}) {
    frequency[k] = 1.37;
  }
  auto const best = search_best<TypeParam>(batch, to_list(frequency));
  EXPECT_EQ(best.index, (std::vector<std::int64_t>{78, 78, 78}));
  auto const same = search_best<TypeParam>(batch, to_list(std::vector<double>(5000, 1.37)));
  EXPECT_EQ(same.index, (std::vector<std::int64_t>{0, 0, 0}));
}

// Times are whole days and 16,384 steps are 1 1/d: the powers repeat, to the last bit.
TYPED_TEST(LombScargleBest, FirstOfExactAliasesOnAGridWins) {
  constexpr std::int64_t period = 16'384;
  auto batch = draw_batch<typename TypeParam::Real>({24, 90}, 400.0, 0.37);
  for (double& time : batch.time) {
    time = std::floor(time);
  }
  FrequencyGrid const grid{0.0, 1.0 / static_cast<double>(period), 3 * period};
  auto const all = search<TypeParam>(batch, grid);
  for (std::int64_t object = 0; object < 2; ++object) {
    auto const row = all.row(object);
    std::vector const once(row.begin(), row.begin() + period);
    std::vector const again(row.begin() + 2 * period, row.end());
    EXPECT_TRUE(all_equal(again, once));
  }
  auto const best = search_best<TypeParam>(batch, grid);
  EXPECT_EQ(best.index, first_largest(all));
  EXPECT_LT(best.index[0], period);
  EXPECT_LT(best.index[1], period);
}

TYPED_TEST(LombScargleBest, AStretchOfThePeriodogramIsTheSameToTheLastBit) {
  using Real = typename TypeParam::Real;
  auto const batch = draw_batch<Real>({43, 2, 130}, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0003, stretch_unit + 3001};
  FrequencyRange const range{stretch_unit, grid.count};
  TestSpace const exec;
  PowerView<Real, TestSpace> const power("test::power", 3, 3001);
  lomb_scargle_stretch<typename TypeParam::Backend>(exec, to_curves<Real>(batch), grid, range,
                                                    power, StatusView<TestSpace>{});
  exec.fence();
  Periodograms<Real> const whole = search<TypeParam>(batch, grid);
  std::vector<Real> expected;
  for (std::int64_t object = 0; object < 3; ++object) {
    auto const row = whole.row(object);
    expected.insert(expected.end(), row.begin() + range.first, row.end());
  }
  EXPECT_TRUE(all_equal(to_host(power), expected));
}

TYPED_TEST(LombScargleBest, OfAStretchCountsFromTheStartOfTheGrid) {
  using Real = typename TypeParam::Real;
  auto const batch = draw_batch<Real>({43, 2, 130}, 300.0, 2.9);
  FrequencyGrid const grid{0.05, 0.0003, stretch_unit + 3001};
  TestSpace const exec;
  auto const best = BestPeriods<Real, TestSpace>::allocate(exec, 3);
  best_periods_stretch<typename TypeParam::Backend>(exec, to_curves<Real>(batch), grid,
                                                    FrequencyRange{stretch_unit, grid.count}, best);
  exec.fence();
  auto const whole = search_best<TypeParam>(batch, grid);
  ASSERT_GE(whole.index[0], stretch_unit);  // 2.9 lies in the stretch
  EXPECT_EQ(to_host(best.index), whole.index);
  EXPECT_TRUE(all_equal(to_host(best.power), whole.power));
}

}  // namespace
}  // namespace siderum::test
