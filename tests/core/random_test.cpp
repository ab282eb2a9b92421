// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/random.hpp>

#include <array>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

namespace siderum::test {
namespace {

using Words = std::array<std::uint32_t, 4>;

constexpr std::int64_t draws = 1'000'000;
/// Of a mean of `draws` numbers: five standard deviations for a number of variance 1.
constexpr double five_sigma = 5e-3;

// The three vectors that come with the authors' Random123 (kat_vectors, philox4x32 10). The words
// of the counter are ours low and high, then the stream's; the key is the seed.
TEST(CounterRandom, GivesTheAuthorsKnownAnswers) {
  constexpr std::uint64_t ones = ~std::uint64_t{0};
  EXPECT_EQ(CounterRandom(0, 0).at(0), (Words{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(CounterRandom(ones, ones).at(ones),
            (Words{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(CounterRandom(0x299f31d0a4093822, 0x0370734413198a2e).at(0x85a308d3243f6a88),
            (Words{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(CounterRandom, UniformCountsForItself) {
  CounterRandom random(7, 3);
  for (std::uint64_t counter = 0; counter < 100; ++counter) {
    EXPECT_EQ(random.uniform(), CounterRandom(7, 3).uniform_at(counter));
  }
}

TEST(CounterRandom, UniformNumbersAreMultiplesOfTwoToTheMinus53BelowOne) {
  CounterRandom random(11, 0);
  for (int i = 0; i < 10'000; ++i) {
    double const x = random.uniform();
    EXPECT_GE(x, 0.0);
    EXPECT_LT(x, 1.0);
    EXPECT_EQ(x * 0x1p53, std::floor(x * 0x1p53));
  }
}

TEST(CounterRandom, UniformHasItsMomentsAndNoCorrelation) {
  CounterRandom random(1, 0);
  CounterRandom beside(1, 1);
  double first = 0.0;
  double second = 0.0;
  double serial = 0.0;
  double across = 0.0;
  double before = 0.0;
  for (std::int64_t i = 0; i < draws; ++i) {
    double const x = std::sqrt(12.0) * (random.uniform() - 0.5);
    first += x / draws;
    second += x * x / draws;
    serial += x * before / draws;
    across += x * std::sqrt(12.0) * (beside.uniform() - 0.5) / draws;
    before = x;
  }
  EXPECT_NEAR(first, 0.0, five_sigma);
  EXPECT_NEAR(second, 1.0, five_sigma);  // the variance of x^2 is 4/5
  EXPECT_NEAR(serial, 0.0, five_sigma);
  EXPECT_NEAR(across, 0.0, five_sigma);
}

TEST(CounterRandom, UniformFillsItsRange) {
  CounterRandom random(2, 0);
  std::array<int, 20> histogram{};
  for (std::int64_t i = 0; i < draws; ++i) {
    double const x = random.uniform(-3.0, 7.0);
    ASSERT_GE(x, -3.0);
    ASSERT_LT(x, 7.0);
    ++histogram[static_cast<std::size_t>((x + 3.0) * 2.0)];
  }
  double const expected = static_cast<double>(draws) / static_cast<double>(histogram.size());
  for (int const count : histogram) {
    EXPECT_NEAR(count, expected, 5.0 * std::sqrt(expected));
  }
}

TEST(CounterRandom, NormalHasItsMomentsAndTails) {
  CounterRandom random(3, 0);
  double moment[5] = {};
  double beyond_two = 0.0;
  for (std::int64_t i = 0; i < draws; ++i) {
    double const x = random.normal();
    for (int power = 1; power <= 4; ++power) {
      moment[power] += std::pow(x, power) / draws;
    }
    beyond_two += (std::fabs(x) > 2.0 ? 1.0 : 0.0) / draws;
  }
  EXPECT_NEAR(moment[1], 0.0, five_sigma);
  EXPECT_NEAR(moment[2], 1.0, std::sqrt(2.0) * five_sigma);
  EXPECT_NEAR(moment[3], 0.0, std::sqrt(15.0) * five_sigma);
  EXPECT_NEAR(moment[4], 3.0, std::sqrt(96.0) * five_sigma);
  EXPECT_NEAR(beyond_two, std::erfc(std::sqrt(2.0)), 0.21 * five_sigma);
}

TEST(CounterRandom, SeedsAndStreamsGiveOtherNumbers) {
  EXPECT_NE(CounterRandom(1, 0).at(0), CounterRandom(2, 0).at(0));
  EXPECT_NE(CounterRandom(1, 0).at(0), CounterRandom(1, 1).at(0));
  EXPECT_NE(CounterRandom(1, 0).at(0), CounterRandom(1, 0).at(1));
  EXPECT_NE(CounterRandom(1, 0).at(0), CounterRandom(std::uint64_t{1} << 32, 0).at(0));
}

}  // namespace
}  // namespace siderum::test
