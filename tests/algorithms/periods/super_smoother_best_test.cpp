// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/super_smoother_support.hpp"

namespace siderum::test {
namespace {

/// The first index of the largest power of a row among some; -1 where there is none.
template <class Real>
std::int64_t first_largest(std::vector<Real> const& power, std::vector<IndexRange> const& ranges) {
  std::int64_t best = -1;
  auto const count = static_cast<std::int64_t>(power.size());
  for (std::int64_t k = 0; k < count; ++k) {
    bool inside = false;
    for (IndexRange const& range : ranges) {
      inside = inside || (range.first <= k && k <= range.last);
    }
    if (inside && !std::isnan(power[k]) && (best < 0 || power[k] > power[best])) {
      best = k;
    }
  }
  return best;
}

std::vector<std::int64_t> const ragged{43, 0, 5, 3, 17, 64, 65, 130};

std::vector<SuperSmootherOptions> const smoothers{
    {}, {.ends = PhaseEnds::open}, {.variant = SmootherVariant::single_pass}};

template <class V>
class SuperSmootherBest : public testing::Test {
 protected:
  using Value = typename V::Real;

  static void expect_best(BestOnHost<Value> const& best, Periodograms<Value> const& all,
                          WindowRows const& rows) {
    EXPECT_EQ(best.status, all.status);
    for (std::size_t object = 0; object < all.status.size(); ++object) {
      auto const row = all.row(static_cast<std::int64_t>(object));
      std::int64_t const expected = first_largest(row, rows[object]);
      EXPECT_EQ(best.index[object], expected) << "object " << object;
      if (expected >= 0) {
        EXPECT_EQ(best.power[object], row[expected]) << "object " << object;
      } else {
        EXPECT_TRUE(std::isnan(best.power[object])) << "object " << object;
      }
    }
  }

  static WindowRows whole(Batch const& batch, std::int64_t count) {
    return WindowRows(static_cast<std::size_t>(batch.objects()), {{0, count - 1}});
  }
};
TYPED_TEST_SUITE(SuperSmootherBest, Variants, VariantNames);

TYPED_TEST(SuperSmootherBest, IsTheFirstLargestOfThePeriodogram) {
  auto const batch = draw_batch<typename TypeParam::Real>(ragged, 300.0, 1.37);
  CounterRandom random(47, 0);
  std::vector<double> frequency;
  for (int k = 0; k < 177; ++k) {
    frequency.push_back(random.uniform(0.01, 9.0));
  }
  std::vector<FrequencyGrid> const grids{{0.05, 0.00217, 1027}, {0.05, 0.00217, 1}};
  for (SuperSmootherOptions const& options : smoothers) {
    for (FrequencyGrid const& grid : grids) {
      this->expect_best(best_smooth_search<TypeParam>(batch, grid, options),
                        smooth_search<TypeParam>(batch, grid, options),
                        this->whole(batch, grid.count));
    }
    auto const list = to_list(frequency);
    this->expect_best(best_smooth_search<TypeParam>(batch, list, options),
                      smooth_search<TypeParam>(batch, list, options),
                      this->whole(batch, list.count()));
  }
}

// Windows of one index, overlapping, beyond both ends, empty, and none.
TYPED_TEST(SuperSmootherBest, OfWindowsIsTheFirstLargestInside) {
  auto const batch = draw_batch<typename TypeParam::Real>(ragged, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0217, 211};
  WindowRows const rows{{{3, 9}, {100, 180}},
                        {{0, 210}},
                        {{200, 400}, {-7, 2}},
                        {{0, 210}},
                        {},
                        {{17, 17}},
                        {{50, 99}, {60, 120}, {5, 4}},
                        {{-20, -1}, {211, 300}}};
  for (SuperSmootherOptions const& options : smoothers) {
    this->expect_best(best_in_windows<TypeParam>(batch, grid, rows, options),
                      smooth_search<TypeParam>(batch, grid, options), rows);
  }
}

TYPED_TEST(SuperSmootherBest, OfNoWindowsIsNone) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 17}, 300.0, 1.37);
  FrequencyGrid const grid{0.05, 0.0217, 211};
  std::vector<WindowRows> const nothing{{{}, {}}, {{{5, 4}}, {{-9, -1}}}};
  for (WindowRows const& rows : nothing) {
    auto const best = best_in_windows<TypeParam>(batch, grid, rows);
    EXPECT_EQ(best.index, (std::vector<std::int64_t>{-1, -1}));
    EXPECT_TRUE(all_nan(best.power));
  }
}

// The strongest frequency stands several times in a list, in different shares of the work.
TYPED_TEST(SuperSmootherBest, FirstOfEqualFrequenciesInAListWins) {
  auto const batch = draw_batch<typename TypeParam::Real>({43, 20, 131}, 300.0, 1.37);
  std::vector<double> frequency(2000, 0.11);
  for (std::size_t const k : {78U, 79U, 1300U, 1999U}) {
    frequency[k] = 1.37;
  }
  auto const best = best_smooth_search<TypeParam>(batch, to_list(frequency));
  EXPECT_EQ(best.index, (std::vector<std::int64_t>{78, 78, 78}));
}

}  // namespace
}  // namespace siderum::test
