// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/status.hpp>

#include <gtest/gtest.h>

namespace siderum::test {
namespace {

TEST(Status, EveryStatusHasItsWords) {
  EXPECT_EQ(describe(ObjectStatus::ok), "ok");
  EXPECT_EQ(describe(ObjectStatus::no_points), "no points");
  EXPECT_EQ(describe(ObjectStatus::too_few_points), "too few points");
  EXPECT_EQ(describe(ObjectStatus::no_time_span), "no time span");
  EXPECT_EQ(describe(ObjectStatus::constant), "constant values");
  EXPECT_EQ(describe(ObjectStatus::out_of_range), "values out of range");
}

TEST(Status, ANumberThatIsNoStatusIsSaidToBeNone) {
  EXPECT_EQ(describe(static_cast<ObjectStatus>(200)), "unknown status");
}

}  // namespace
}  // namespace siderum::test
