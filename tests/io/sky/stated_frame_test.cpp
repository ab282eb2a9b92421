// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/stated_frame.hpp>

#include <gtest/gtest.h>

namespace siderum::io {
namespace {

TEST(StatedFrame, KnowsTheWordsOfFiles) {
  for (char const* const word : {"G", "GALACTIC", "GAL", "galactic", " g "}) {
    EXPECT_EQ(stated_frame(word), SkyFrame::galactic) << word;
  }
  for (char const* const word : {"E", "ECLIPTIC", "ECL", "Ecliptic", "ecl  "}) {
    EXPECT_EQ(stated_frame(word), SkyFrame::ecliptic) << word;
  }
  for (char const* const word : {"C", "CELESTIAL", "CEL", "EQUATORIAL", "EQ", "Q", "ICRS", "FK5",
                                 "J2000", "fk5", "Icrs", "FK 5", "J2000 "}) {
    EXPECT_EQ(stated_frame(word), SkyFrame::equatorial) << word;
  }
}

TEST(StatedFrame, KnowsNoOtherWords) {
  for (char const* const word : {"", " ", "FK4", "B1950", "EQUATORIAL (B1950)", "GE", "G/E",
                                 "GALACTIC2", "SUPERGALACTIC", "A", "CUSTOM"}) {
    EXPECT_FALSE(stated_frame(word)) << word;
  }
}

}  // namespace
}  // namespace siderum::io
