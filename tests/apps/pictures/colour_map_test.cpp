// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/colour_map.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace siderum::apps {
namespace {

std::uint32_t hex(Colour colour) {
  return static_cast<std::uint32_t>(colour.red << 16 | colour.green << 8 | colour.blue);
}

/// Whether each component is that of the other colour, or next to it.
bool close(Colour colour, std::uint32_t other) {
  return std::abs(colour.red - static_cast<int>(other >> 16)) <= 1 &&
         std::abs(colour.green - static_cast<int>(other >> 8 & 255)) <= 1 &&
         std::abs(colour.blue - static_cast<int>(other & 255)) <= 1;
}

TEST(ColourScale, PassesThroughTheColoursOfMatplotlib) {
  ColourScale const viridis(ColourMap::viridis);
  EXPECT_EQ(hex(viridis(0.0)), 0x440154u);
  EXPECT_EQ(hex(viridis(1.0)), 0xfde725u);
  EXPECT_TRUE(close(viridis(1.0 / 3), 0x31688e));
  // Between given ones: matplotlib 3.10 has these at 0.5.
  EXPECT_LE(std::abs(viridis(0.5).green - 0x90), 3);
  EXPECT_LE(std::abs(ColourScale(ColourMap::magma)(0.5).red - 0xb6), 4);
  EXPECT_LE(std::abs(ColourScale(ColourMap::inferno)(0.5).red - 0xbb), 4);
}

TEST(ColourScale, GreyIsGreyFromBlackToWhite) {
  ColourScale const grey(ColourMap::grey);
  EXPECT_EQ(hex(grey(0.0)), 0u);
  EXPECT_EQ(hex(grey(1.0)), 0xffffffu);
  int before = -1;
  for (int step = 0; step <= 10; ++step) {
    Colour const colour = grey(step / 10.0);
    EXPECT_LE(std::abs(colour.red - colour.green), 1);
    EXPECT_LE(std::abs(colour.red - colour.blue), 1);
    EXPECT_GT(colour.red, before);
    before = colour.red;
  }
}

TEST(ColourScale, TheMiddleOfSkyIsPale) {
  ColourScale const sky(ColourMap::sky);
  Colour const middle = sky(0.5);
  EXPECT_GT(std::min({middle.red, middle.green, middle.blue}), 220);
  EXPECT_GT(sky(0.2).blue, sky(0.2).red);
  EXPECT_GT(sky(0.8).red, sky(0.8).blue);
}

TEST(ColourScale, EndsHoldBeyondTheRange) {
  ColourScale const sky(ColourMap::sky);
  double const infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(hex(sky(-infinity)), hex(sky(0.0)));
  EXPECT_EQ(hex(sky(1.5)), hex(sky(1.0)));
  EXPECT_EQ(hex(sky(std::numeric_limits<double>::quiet_NaN())), hex(sky(0.0)));
}

}  // namespace
}  // namespace siderum::apps
