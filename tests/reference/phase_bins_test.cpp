// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/phase_bins.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/matchers.hpp"

namespace siderum::test {
namespace {

using Doubles = std::vector<double>;

/// Every number of these tests is of order 1 and comes from fewer than 100 operations.
constexpr long double rounding = 100 * std::numeric_limits<long double>::epsilon();

long double dispersion(Doubles const& time, Doubles const& value, long double frequency,
                       std::int64_t phase_bins) {
  long double power = 0;
  reference::phase_dispersion(static_cast<std::int64_t>(time.size()), time.data(), value.data(), 1,
                              &frequency, phase_bins, &power);
  return power;
}

long double entropy(Doubles const& time, Doubles const& value, long double frequency,
                    std::int64_t phase_bins, std::int64_t value_bins) {
  long double power = 0;
  reference::conditional_entropy(static_cast<std::int64_t>(time.size()), time.data(), value.data(),
                                 1, &frequency, phase_bins, value_bins, &power);
  return power;
}

// Halves of a day: 1, 2, 6 by day and 3, 5 by night, with means 3 and 4. 14 + 2 over 5 - 2, of the
// 17.2 over 4 about the mean 3.4.
TEST(ReferencePhaseDispersion, TwoBinsByHand) {
  Doubles const time{10.0, 10.5, 11.25, 12.75, 14.25};
  Doubles const value{1, 3, 2, 5, 6};
  EXPECT_TRUE(near_value(dispersion(time, value, 1, 2), 1 - (16.0L / 3) / (17.2L / 4), rounding));
}

TEST(ReferencePhaseDispersion, ValuesThatRepeatHaveNoDispersion) {
  Doubles const time{0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75};
  Doubles const value{4, 1, 3, 7, 4, 1, 3, 7};
  EXPECT_EQ(dispersion(time, value, 1, 4), 1);
  EXPECT_LT(dispersion(time, value, 0.5L, 2), 0.5L);
}

// Three of ten bins hold points, and only they count: the same as with three bins.
TEST(ReferencePhaseDispersion, EmptyBinsDoNotCount) {
  Doubles const time{0.0, 0.375, 0.75, 1.0, 1.375, 1.75};
  Doubles const value{4, 1, 3, 5, 2, 7};
  EXPECT_EQ(dispersion(time, value, 1, 10), dispersion(time, value, 1, 3));
}

TEST(ReferencePhaseDispersion, OnePointInEveryBinIsNoAnswer) {
  EXPECT_EQ(dispersion({0.0, 0.25, 0.5}, {1, 2, 4}, 1, 10), 0);
}

// All in one phase bin, two of six in the upper half of the values: H is the entropy of (2/3, 1/3).
TEST(ReferenceConditionalEntropy, OnePhaseIsTheEntropyOfTheValues) {
  Doubles const time{0, 1, 2, 3, 4, 5};
  Doubles const value{0, 1, 4, 4.9, 5, 10};
  long double const expected = 2.0L / 3 * std::log(1.5L) + 1.0L / 3 * std::log(3.0L);
  EXPECT_TRUE(near_value(entropy(time, value, 1, 10, 2), -expected, rounding));
}

// Two phase bins: lows and highs 3 and 1 in one, 0 and 2 in the other; the second says all.
TEST(ReferenceConditionalEntropy, TwoPhasesByHand) {
  Doubles const time{0, 1, 2, 3, 0.5, 1.5};
  Doubles const value{0, 1, 4, 9, 8, 10};
  long double const expected = 3.0L / 6 * std::log(4.0L / 3) + 1.0L / 6 * std::log(4.0L);
  EXPECT_TRUE(near_value(entropy(time, value, 1, 2, 2), -expected, rounding));
}

TEST(ReferenceConditionalEntropy, OneValueForEveryPhaseIsZero) {
  Doubles const time{0.0, 0.25, 0.5, 0.75, 1.0, 1.25, 1.5, 1.75};
  Doubles const value{4, 1, 3, 7, 4, 1, 3, 7};
  EXPECT_EQ(entropy(time, value, 1, 10, 5), 0);
}

// 2 is the lower edge of the upper bin, the largest value is in the last bin.
TEST(ReferenceConditionalEntropy, EdgesBelongToTheBinAbove) {
  Doubles const time{0, 1, 2, 3};
  EXPECT_TRUE(near_value(entropy(time, {0, 2, 1, 4}, 1, 10, 2), -std::log(2.0L), rounding));
}

}  // namespace
}  // namespace siderum::test
