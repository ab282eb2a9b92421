// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/suggested_range.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/fold.hpp>
#include <siderum/core/error.hpp>

namespace siderum {
namespace {

using Times = std::vector<double>;
using Offsets = std::vector<std::int64_t>;

TEST(LongestBaseline, IsThatOfOneObjectInAnyOrder) {
  EXPECT_EQ(longest_baseline(Times{5, 1, 3, 100, 101}, Offsets{0, 3, 5}), 4.0);
  EXPECT_EQ(longest_baseline(Times{7}, Offsets{0, 0, 1}), 0.0);
  EXPECT_EQ(longest_baseline(Times{}, Offsets{0}), 0.0);
}

TEST(MeanNyquistFrequency, IsTheLargestOfAnyObject) {
  EXPECT_EQ(mean_nyquist_frequency(Times{0, 10, 0, 1, 2, 4}, Offsets{0, 2, 6}), 0.5);
  EXPECT_EQ(mean_nyquist_frequency(Times{3, 3}, Offsets{0, 2}), 0.0);
}

TEST(SuggestFrequencyRange, GoesToHalfACycleInTheThirdShortestGap) {
  // Gaps of 0.001, 0.01, 0.02, 1 ... days: a single close pair must not decide.
  Times const time{0, 0.001, 1, 1.01, 2, 2.02, 3, 4, 5, 10};

  SuggestedRange const range = suggest_frequency_range(time, Offsets{0, 10});

  EXPECT_EQ(range.minimum, 0.1);
  EXPECT_EQ(range.maximum, 25.0);
  EXPECT_EQ(range.count, 2500);
}

TEST(SuggestFrequencyRange, TakesGapsInsideObjectsOnly) {
  // The two objects were seen 0.5 days apart, each once in two days.
  SuggestedRange const range =
      suggest_frequency_range(Times{0, 2, 4, 6, 8, 0.5, 2.5, 4.5, 6.5, 8.5}, Offsets{0, 5, 10});

  EXPECT_EQ(range.maximum, 0.25);
}

TEST(SuggestFrequencyRange, RoundsOutwardAndKeepsTheStepBelowATenthOfAnElement) {
  Times time;
  for (int i = 0; i < 500; ++i) {
    time.push_back(0.37 * i + 0.013 * ((i * i) % 17));
  }
  double const baseline = longest_baseline(time, Offsets{0, 500});

  SuggestedRange const range = suggest_frequency_range(time, Offsets{0, 500});

  EXPECT_LE(range.minimum, 1.0 / baseline);
  EXPECT_LE((range.maximum - range.minimum) / static_cast<double>(range.count), 0.1 / baseline);
}

TEST(SuggestFrequencyRange, ComesDownToTenMillionFrequencies) {
  Times time{1e6};
  for (int i = 0; i < 100; ++i) {
    time.push_back(1e-5 * i);
  }

  SuggestedRange const range = suggest_frequency_range(time, Offsets{0, 101});

  EXPECT_LE(range.count, 10'000'000);
  EXPECT_LE((range.maximum - range.minimum) / static_cast<double>(range.count), 0.1 / 1e6 * 1.0001);
}

TEST(SuggestFrequencyRange, HasSmallerStepsForTheNarrowerPeaksOfHarmonics) {
  Times const time{0.0, 0.25, 0.5, 100.0};
  SuggestedRange const one = suggest_frequency_range(time, Offsets{0, 4});
  SuggestedRange const three = suggest_frequency_range(time, Offsets{0, 4}, 3);

  EXPECT_EQ(three.minimum, one.minimum);
  EXPECT_EQ(three.maximum, one.maximum);
  EXPECT_EQ(three.count, 3 * one.count);
  EXPECT_THROW(suggest_frequency_range(time, Offsets{0, 4}, 0), Error);
}

TEST(SuggestFrequencyRange, IsARangeForTwoPoints) {
  SuggestedRange const range = suggest_frequency_range(Times{1, 3}, Offsets{0, 2});

  EXPECT_LT(range.minimum, range.maximum);
  EXPECT_GE(range.count, 1);
}

TEST(SuggestFrequencyRange, NeedsATimeSpan) {
  EXPECT_THROW(suggest_frequency_range(Times{1, 1, 2}, Offsets{0, 2, 3}), Error);
  EXPECT_THROW(suggest_frequency_range(Times{}, Offsets{0}), Error);
}

TEST(Fold, IsTheFractionOfTheCycles) {
  EXPECT_EQ(fold(10.5, 0.5, 10.0), 0.25);
  EXPECT_EQ(fold(9.5, 0.5, 10.0), 0.75);
  EXPECT_EQ(fold(14.0, 0.5, 10.0), 0.0);
}

}  // namespace
}  // namespace siderum
