// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/periods_values.hpp>

#include <gtest/gtest.h>

#include <siderum/core/error.hpp>

namespace siderum::apps {
namespace {

TEST(OptionWindows, AreFrequencyAndHalfWidth) {
  std::vector<engine::FrequencyWindow> const windows = parse_windows("--exclude", "1:0.02,2.5:0");

  ASSERT_EQ(windows.size(), 2u);
  EXPECT_EQ(windows[0].frequency, 1.0);
  EXPECT_EQ(windows[0].half_width, 0.02);
  EXPECT_EQ(windows[1].frequency, 2.5);
  EXPECT_EQ(windows[1].half_width, 0.0);
}

TEST(OptionWindows, AreRefusedWhenIncompleteOrNegative) {
  for (char const* text : {"", "1", "1:", ":1", "1:0.1,", ",1:0.1", "1:-0.1", "-1:0.1", "1:2:3"}) {
    EXPECT_THROW(parse_windows("--exclude", text), Error) << text;
  }
}

TEST(OptionSpans, AreThreeNumbers) {
  EXPECT_EQ(parse_spans("--spans", "0.05,0.2,0.5"), (std::array<double, 3>{0.05, 0.2, 0.5}));
  EXPECT_EQ(parse_spans("--spans", "1e-2,3,-1"), (std::array<double, 3>{0.01, 3.0, -1.0}));
}

TEST(OptionSpans, AreRefusedWhenNotThreeNumbers) {
  for (char const* text : {"", "0.1", "0.1,0.2", "0.1,0.2,", ",,", "0.1,0.2,0.3,0.4", "a,b,c",
                           "0.1,0.2,nan", "0.1;0.2;0.3"}) {
    EXPECT_THROW(parse_spans("--spans", text), Error) << text;
  }
}

}  // namespace
}  // namespace siderum::apps
