// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/sky/sky_frames.hpp>

#include <gtest/gtest.h>

#include <siderum/io/sky/stated_frame.hpp>

namespace siderum::apps {
namespace {

TEST(SkyFrames, AreWrittenAsTheyAreRead) {
  for (SkyFrame const frame : {SkyFrame::galactic, SkyFrame::ecliptic, SkyFrame::equatorial}) {
    EXPECT_EQ(io::stated_frame(frame_letter(frame)), frame);
  }
  for (Choice<SkyFrame> const& choice : frame_choices) {
    EXPECT_EQ(io::stated_frame(choice.name), choice.value);
  }
}

TEST(SkyFrames, OfTwoFilesAreCompared) {
  EXPECT_EQ(match_frames("G", "C"), FrameMatch::different);
  EXPECT_EQ(match_frames("G", "galactic"), FrameMatch::open);
  EXPECT_EQ(match_frames("", "C"), FrameMatch::open);
  EXPECT_EQ(match_frames("Q", "ICRS"), FrameMatch::open);
  EXPECT_EQ(match_frames("G", "CELESTIAL"), FrameMatch::different);
  EXPECT_EQ(match_frames("ECL", "FK5"), FrameMatch::different);
  EXPECT_EQ(match_frames("B1950", "b1950"), FrameMatch::open);
  EXPECT_EQ(match_frames("B1950", "C"), FrameMatch::unknown);
}

}  // namespace
}  // namespace siderum::apps
