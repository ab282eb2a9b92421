// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/sin_cos_degrees.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include "support/matchers.hpp"

namespace siderum::test {
namespace {

TEST(SinCosDegrees, ExactAtRightAngles) {
  for (double const turn : {-720.0, 0.0, 360.0, 3.6e9}) {
    EXPECT_EQ(sin_cos_degrees(turn).cosine, 1.0);
    EXPECT_EQ(sin_cos_degrees(turn).sine, 0.0);
    EXPECT_EQ(sin_cos_degrees(turn + 90.0).cosine, 0.0);
    EXPECT_EQ(sin_cos_degrees(turn + 90.0).sine, 1.0);
    EXPECT_EQ(sin_cos_degrees(turn + 180.0).cosine, -1.0);
    EXPECT_EQ(sin_cos_degrees(turn + 270.0).sine, -1.0);
  }
}

TEST(SinCosDegrees, AgreesWithTheLibraryOfC) {
  for (int step = -1000; step < 1000; ++step) {
    double const angle = 0.73 * step;
    long double const radians = 0.0174532925199432957692369076848861L * angle;
    EXPECT_TRUE(near_value(sin_cos_degrees(angle).sine, std::sin(radians), 2e-16));
    EXPECT_TRUE(near_value(sin_cos_degrees(angle).cosine, std::cos(radians), 2e-16));
  }
}

// Beyond the angles that are taken as they are.
TEST(SinCosDegrees, FarAnglesLoseNothing) {
  double const far = 360.0 * 0x1p60;
  ASSERT_FALSE(has_few_turns(far));
  EXPECT_EQ(sin_cos_degrees(far).cosine, 1.0);
  EXPECT_EQ(sin_cos_degrees(far).sine, 0.0);
  for (double const angle : {1e12, std::nextafter(1e12, 2e12), 1e15 + 30.0, 1.7e308}) {
    double const within = std::fmod(angle, 360.0);
    EXPECT_EQ(sin_cos_degrees(angle).sine, sin_cos_degrees(within).sine) << angle;
    EXPECT_EQ(sin_cos_degrees(angle).cosine, sin_cos_degrees(within).cosine) << angle;
    EXPECT_EQ(sin_cos_degrees(-angle).sine, -sin_cos_degrees(within).sine) << angle;
  }
}

}  // namespace
}  // namespace siderum::test
