// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/distributed/shares.hpp>

#include <vector>

#include <gmock/gmock.h>

namespace siderum::distributed {
namespace {

using testing::ElementsAre;
using Costs = std::vector<double>;

TEST(Divide, GivesBlocksOfEqualCost) {
  EXPECT_THAT(divide(Costs{1, 1, 1, 1, 1, 1}, Costs{1, 1, 1}), ElementsAre(0, 2, 4, 6));
  EXPECT_THAT(divide(Costs{4, 1, 1, 1, 1}, Costs{1, 1}), ElementsAre(0, 1, 5));
  EXPECT_THAT(divide(Costs{1, 1, 1, 1, 4}, Costs{1, 1}), ElementsAre(0, 4, 5));
}

TEST(Divide, GivesFasterRanksMore) {
  EXPECT_THAT(divide(Costs{1, 1, 1, 1, 1, 1}, Costs{2, 1}), ElementsAre(0, 4, 6));
}

TEST(Divide, LeavesRanksWithoutWork) {
  EXPECT_THAT(divide(Costs{}, Costs{1, 1}), ElementsAre(0, 0, 0));
  // One item goes to the rank in whose share its middle lies.
  EXPECT_THAT(divide(Costs{5}, Costs{1, 1, 1}), ElementsAre(0, 0, 1, 1));
  EXPECT_THAT(divide(Costs{0, 0}, Costs{1, 1}), ElementsAre(0, 0, 2));
}

TEST(Divide, BeginsAtMultiplesOfTheUnit) {
  EXPECT_THAT(divide(10, 4, Costs{1, 1}), ElementsAre(0, 8, 10));
  EXPECT_THAT(divide(100, 1, Costs{1, 3}), ElementsAre(0, 25, 100));
  EXPECT_THAT(divide(3, 4, Costs{1, 1, 1}), ElementsAre(0, 0, 3, 3));
  EXPECT_THAT(divide(0, 4, Costs{1, 1}), ElementsAre(0, 0, 0));
}

TEST(Imbalance, IsThatOfTheCostliestBlock) {
  EXPECT_DOUBLE_EQ(imbalance(Costs{1, 1, 1, 1}, std::vector<std::int64_t>{0, 2, 4}), 1.0);
  EXPECT_DOUBLE_EQ(imbalance(Costs{3, 1}, std::vector<std::int64_t>{0, 1, 2}), 1.5);
  EXPECT_DOUBLE_EQ(imbalance(Costs{3}, std::vector<std::int64_t>{0, 0, 1}), 2.0);
  EXPECT_DOUBLE_EQ(imbalance(Costs{}, std::vector<std::int64_t>{0, 0, 0}), 1.0);
}

}  // namespace
}  // namespace siderum::distributed
