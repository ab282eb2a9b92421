// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "support/matchers.hpp"

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace siderum::test {
namespace {

using Doubles = std::vector<double>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(NearValue, AcceptsWhatLiesWithinTheTolerance) {
  EXPECT_TRUE(near_value(1.5, 1.25, 0.25));
  EXPECT_TRUE(near_value(1.0, 1.0, 0.0));
  EXPECT_TRUE(near_value(infinity, infinity, 0.0));
  EXPECT_TRUE(near_value(nan, nan, 0.0));
}

TEST(NearValue, RefusesWhatDoesNot) {
  EXPECT_FALSE(near_value(1.5, 1.25, 0.249));
  EXPECT_FALSE(near_value(1.25, 1.5, 0.249));
  EXPECT_FALSE(near_value(1.0L + 1e-18L, 1.0L, 0.0L));
}

TEST(NearValue, RefusesNanAgainstANumber) {
  EXPECT_FALSE(near_value(nan, 1.0, infinity));
  EXPECT_FALSE(near_value(1.0, nan, infinity));
}

TEST(NearValue, RefusesInfinityAgainstAnythingElse) {
  EXPECT_FALSE(near_value(infinity, 1e300, infinity));
  EXPECT_FALSE(near_value(1e300, infinity, infinity));
  EXPECT_FALSE(near_value(infinity, -infinity, infinity));
}

TEST(NearValue, RefusesAToleranceThatIsNone) {
  EXPECT_FALSE(near_value(1.0, 1.0, nan));
  EXPECT_FALSE(near_value(1.0, 1.0, -1e-300));
}

TEST(NearValue, ShowsTheNumbers) {
  std::string const message = near_value(1.5, 1.25, 0.125).message();

  EXPECT_EQ(message, "actual 1.5, expected 1.25, difference 0.25, tolerance 0.125");
}

TEST(AllNear, AcceptsMixedTypesAndNanWhereExpected) {
  EXPECT_TRUE(all_near(std::vector<float>{1.0F, 2.5F}, Doubles{1.0, 2.75}, 0.25));
  EXPECT_TRUE(all_near(Doubles{nan, 1.0}, Doubles{nan, 1.0}, 0.0));
  EXPECT_TRUE(all_near(Doubles{}, Doubles{}, 0.0));
}

TEST(AllNear, RefusesOtherLengths) {
  EXPECT_FALSE(all_near(Doubles{1.0}, Doubles{1.0, 1.0}, 1.0));
  EXPECT_FALSE(all_near(Doubles{1.0, 1.0}, Doubles{1.0}, 1.0));
  EXPECT_FALSE(all_near(Doubles{}, Doubles{1.0}, 1.0));
}

TEST(AllNear, FindsOneWrongValueAnywhere) {
  Doubles const expected(43, 1.0);
  for (std::size_t i = 0; i < expected.size(); ++i) {
    Doubles wrong = expected;
    wrong[i] = 1.5;
    EXPECT_FALSE(all_near(wrong, expected, 0.25)) << i;
    wrong[i] = nan;
    EXPECT_FALSE(all_near(wrong, expected, 0.25)) << i;
  }
}

TEST(AllNear, ShowsIndexAndCount) {
  std::string const message = all_near(Doubles{1, 1, 3, nan}, Doubles{1, 1, 1, 1}, 0.5).message();

  EXPECT_NE(message.find("[2] actual 3, expected 1, difference 2, tolerance 0.5\n"),
            std::string::npos)
      << message;
  EXPECT_NE(message.find("[3] actual nan, expected 1"), std::string::npos) << message;
  EXPECT_NE(message.find("2 of 4 values are wrong"), std::string::npos) << message;
}

TEST(AllNear, ShowsTheFirstFiveOfManyAndCountsAll) {
  std::string const message = all_near(Doubles(100, 2.0), Doubles(100, 1.0), 0.5).message();

  EXPECT_NE(message.find("[4] "), std::string::npos) << message;
  EXPECT_EQ(message.find("[5] "), std::string::npos) << message;
  EXPECT_NE(message.find("100 of 100 values are wrong"), std::string::npos) << message;
}

TEST(AllNearEach, TakesEveryTolerance) {
  Doubles const expected{1.0, 1.0};

  EXPECT_TRUE(all_near_each(Doubles{1.5, 1.0}, expected, Doubles{0.5, 0.0}));
  EXPECT_FALSE(all_near_each(Doubles{1.5, 1.0}, expected, Doubles{0.0, 0.5}));
  EXPECT_FALSE(all_near_each(expected, expected, Doubles{0.5}));
  EXPECT_FALSE(all_near_each(expected, expected, Doubles{0.5, nan}));
}

TEST(AllEqual, ComparesExactly) {
  std::vector<std::int64_t> const large{(std::int64_t{1} << 62) + 1};
  std::vector<std::int64_t> const larger{(std::int64_t{1} << 62) + 2};

  EXPECT_TRUE(all_equal(large, large));
  EXPECT_FALSE(all_equal(large, larger));
  EXPECT_TRUE(all_equal(Doubles{nan, 0.5}, Doubles{nan, 0.5}));
  EXPECT_FALSE(all_equal(Doubles{0.5}, Doubles{0.5000000000000001}));
}

TEST(AllNan, RefusesNumbersAndEmptyRanges) {
  EXPECT_TRUE(all_nan(Doubles{nan, nan}));
  EXPECT_FALSE(all_nan(Doubles{nan, 0.0}));
  EXPECT_FALSE(all_nan(Doubles{}));
}

}  // namespace
}  // namespace siderum::test
