// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/peaks.hpp"

#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

namespace siderum::test {
namespace {

using Indices = std::vector<std::int64_t>;
using Powers = std::vector<long double>;

constexpr long double nan = std::numeric_limits<long double>::quiet_NaN();

Indices peaks(Powers const& power, std::int64_t most, double separation,
              std::vector<std::uint8_t> const& allowed = {}) {
  return reference::peaks(static_cast<std::int64_t>(power.size()), power.data(), most, separation,
                          allowed.empty() ? nullptr : allowed.data());
}

TEST(ReferencePeaks, AreTheHighestLocalMaximaHighestFirst) {
  Powers const power{0, 1, 0, 3, 2, 5, 4, 2, 4, 0};

  EXPECT_EQ(peaks(power, 10, 0), (Indices{5, 8, 3, 1}));
  EXPECT_EQ(peaks(power, 2, 0), (Indices{5, 8}));
  EXPECT_EQ(peaks(power, 0, 0), Indices{});
}

TEST(ReferencePeaks, MayBeAtTheEnds) {
  EXPECT_EQ(peaks({3, 1, 2}, 9, 0), (Indices{0, 2}));
  EXPECT_EQ(peaks({7}, 9, 0), Indices{0});
  EXPECT_EQ(peaks({}, 9, 0), Indices{});
}

TEST(ReferencePeaks, ArePlateausByTheirFirstIndex) {
  EXPECT_EQ(peaks({0, 2, 2, 2, 0}, 9, 0), Indices{1});
  EXPECT_EQ(peaks({2, 2, 2}, 9, 0), Indices{0});
}

TEST(ReferencePeaks, GiveTheLowerIndexFirstOnTies) {
  EXPECT_EQ(peaks({0, 2, 0, 2, 0, 3}, 9, 0), (Indices{5, 1, 3}));
}

TEST(ReferencePeaks, GiveManyTiesInOrder) {
  Powers power;
  Indices odd;
  for (std::int64_t k = 0; k < 201; ++k) {
    power.push_back(k % 2);
    if (k % 2 == 1) {
      odd.push_back(k);
    }
  }

  EXPECT_EQ(peaks(power, 1000, 0), odd);
}

TEST(ReferencePeaks, KeepTheirDistanceFromHigherOnes) {
  Powers const power{0, 5, 0, 4, 0, 0, 3, 0};

  EXPECT_EQ(peaks(power, 9, 2.0), (Indices{1, 3, 6}));
  EXPECT_EQ(peaks(power, 9, 2.5), (Indices{1, 6}));
  EXPECT_EQ(peaks(power, 9, 5.0), (Indices{1, 6}));
  EXPECT_EQ(peaks(power, 9, 5.1), Indices{1});
}

TEST(ReferencePeaks, AreNotPushedAwayByRefusedOnes) {
  EXPECT_EQ(peaks({5, 0, 4, 0, 3}, 9, 3.0), (Indices{0, 4}));
}

TEST(ReferencePeaks, AreNeverNanNorBesideIt) {
  EXPECT_EQ(peaks({nan, nan, nan}, 9, 0), Indices{});
  EXPECT_EQ(peaks({0, 9, nan, 9, 0, 1, 0}, 9, 0), Indices{5});
}

TEST(ReferencePeaks, PassOverWhatIsNotAllowed) {
  Powers const power{0, 5, 0, 4, 0, 3, 0};

  EXPECT_EQ(peaks(power, 1, 3.0, {1, 0, 1, 1, 1, 1, 1}), Indices{3});
  EXPECT_EQ(peaks(power, 9, 3.0, {1, 0, 1, 1, 1, 1, 1}), Indices{3});
  EXPECT_EQ(peaks(power, 9, 0.0, {0, 0, 0, 0, 0, 0, 0}), Indices{});
}

}  // namespace
}  // namespace siderum::test
