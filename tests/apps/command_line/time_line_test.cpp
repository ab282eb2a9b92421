// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/time_line.hpp>

#include <gtest/gtest.h>

namespace siderum::apps {
namespace {

TEST(SharesText, TellsOfAGpuThatWasWaitedFor) {
  EXPECT_EQ(shares_text(0.310, 0.2404), " (GPU 0.240 s, host 0.070 s)");
  EXPECT_EQ(shares_text(0.310, 0.310), " (GPU 0.310 s, host 0.000 s)");
}

TEST(SharesText, IsEmptyWithoutOne) {
  EXPECT_EQ(shares_text(0.310, 0.0), "");
  EXPECT_EQ(shares_text(0.310, 0.0004), "");
}

TEST(SharesText, GivesAGpuNoMoreThanAll) {
  EXPECT_EQ(shares_text(0.310, 0.3107), " (GPU 0.310 s, host 0.000 s)")
      << "the clock was read after";
}

}  // namespace
}  // namespace siderum::apps
