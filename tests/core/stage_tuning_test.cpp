// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/stage_tuning.hpp>

#include <gtest/gtest.h>

namespace siderum::test {
namespace {

TEST(StageTuning, HasZeroWhereNothingIsSet) {
  StageTuning tuning;
  EXPECT_EQ(tuning.value("width"), 0);
  tuning.set("width", 4);
  EXPECT_EQ(tuning.value("width"), 4);
  EXPECT_EQ(tuning.value("wid"), 0);
}

TEST(StageTuning, IsEqualInAnyOrderAndWithDefaultsSetAgain) {
  StageTuning one;
  one.set("width", 4);
  one.set("depth", 2);
  StageTuning other;
  other.set("depth", 2);
  other.set("height", 8);
  EXPECT_NE(one, other);
  other.set("width", 4);
  other.set("height", 0);
  EXPECT_EQ(one, other);
}

}  // namespace
}  // namespace siderum::test
