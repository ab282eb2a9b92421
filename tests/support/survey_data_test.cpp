// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <vector>

#include <gtest/gtest.h>

#include "support/data.hpp"

namespace siderum::test {
namespace {

TEST(SurveyData, HoldsTheLightCurves) {
  std::vector<LightCurve> const stars =
      read_light_curves(survey_data() / "light_curves/stripe82_rr_lyrae_z.csv");

  std::size_t points = 0;
  for (LightCurve const& star : stars) {
    points += star.time.size();
    EXPECT_EQ(star.error.size(), star.time.size());
  }
  EXPECT_EQ(stars.size(), 136U);
  EXPECT_EQ(points, 7064U);
}

}  // namespace
}  // namespace siderum::test
