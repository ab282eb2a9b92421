// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/sky/sky_frames.hpp>

#include <gtest/gtest.h>

namespace siderum::apps {
namespace {

TEST(SkyFrames, AreKnownByLettersAndNames) {
  EXPECT_EQ(stated_frame("G"), SkyFrame::galactic);
  EXPECT_EQ(stated_frame("Ecliptic"), SkyFrame::ecliptic);
  EXPECT_EQ(stated_frame("EQUATORIAL"), SkyFrame::equatorial);
  EXPECT_FALSE(stated_frame(""));
  EXPECT_FALSE(stated_frame("Q"));
  for (SkyFrame const frame : {SkyFrame::galactic, SkyFrame::ecliptic, SkyFrame::equatorial}) {
    EXPECT_EQ(stated_frame(frame_letter(frame)), frame);
  }
}

TEST(SkyFrames, OfTwoFilesAreCompared) {
  EXPECT_EQ(match_frames("G", "C"), FrameMatch::different);
  EXPECT_EQ(match_frames("G", "galactic"), FrameMatch::open);
  EXPECT_EQ(match_frames("", "C"), FrameMatch::open);
  EXPECT_EQ(match_frames("Q", "q"), FrameMatch::open);
  EXPECT_EQ(match_frames("Q", "C"), FrameMatch::unknown);
}

}  // namespace
}  // namespace siderum::apps
