// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/turn.hpp"

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>

namespace siderum::reference {
namespace {

TEST(Turn, IsExactAtQuarters) {
  std::array<Turn, 4> const expected{{{1, 0}, {0, 1}, {-1, 0}, {0, -1}}};
  for (int k = -9; k <= 9; ++k) {
    Turn const turn = turn_by(0.25L * k);
    Turn const& wanted = expected[static_cast<std::size_t>(k & 3)];
    EXPECT_EQ(turn.cosine, wanted.cosine) << k;
    EXPECT_EQ(turn.sine, wanted.sine) << k;
  }
}

TEST(Turn, IsThatOfTheAngle) {
  CounterRandom random(3, 0);
  for (int i = 0; i < 10'000; ++i) {
    long double const cycles = random.uniform(-2.0, 2.0);
    long double const angle = 2 * std::numbers::pi_v<long double> * cycles;
    Turn const turn = turn_by(cycles);
    long double const most = 16 * std::numeric_limits<long double>::epsilon();
    EXPECT_NEAR(static_cast<double>(turn.cosine - std::cos(angle)), 0.0, static_cast<double>(most));
    EXPECT_NEAR(static_cast<double>(turn.sine - std::sin(angle)), 0.0, static_cast<double>(most));
  }
}

TEST(Turn, HasThePeriodOfACycle) {
  // All of it is exact, so that nothing is lost far away.
  long double const part = 0x1.8p-10L;
  EXPECT_EQ(turn_by(0x1p50L + part).sine, turn_by(part).sine);
  EXPECT_EQ(turn_by(-0x1p50L + part).cosine, turn_by(part).cosine);
}

}  // namespace
}  // namespace siderum::reference
