// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/separation_bins.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/matchers.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

std::string refusal(std::vector<double> const& edges) {
  return sentence_of([&] { make_bins(edges); });
}

TEST(SeparationBins, LogarithmicEdges) {
  SeparationBins const bins = logarithmic_bins(0.01, 10.0, 3);
  ASSERT_EQ(bins.count(), 3);
  EXPECT_TRUE(all_near(bins.edges, std::vector<double>{0.01, 0.1, 1.0, 10.0}, 1e-15));
  EXPECT_EQ(bins.edges.front(), 0.01);
  EXPECT_EQ(bins.edges.back(), 10.0);
}

TEST(SeparationBins, LinearEdges) {
  EXPECT_EQ(linear_bins(0.0, 180.0, 4).edges, (std::vector<double>{0, 45, 90, 135, 180}));
}

TEST(SeparationBins, SquaredChords) {
  auto const chords = squared_chords(make_bins(std::vector<double>{0, 60, 90, 120, 179, 180}));
  EXPECT_EQ(chords[0], 0.0);
  EXPECT_EQ(chords[1], 1.0);
  EXPECT_EQ(chords[2], 2.0);
  EXPECT_EQ(chords[3], 3.0);
  EXPECT_TRUE(near_value(chords[4], 3.99969539031278247823L, 5e-16));
  EXPECT_GT(chords[5], 4.0);
}

TEST(SeparationBins, TinyAnglesKeepTheirDigits) {
  double const arcsecond = 1.0 / 3600.0;
  auto const chords = squared_chords(make_bins(std::vector<double>{arcsecond, 1.0}));
  EXPECT_TRUE(near_value(chords[0] / 2.3504430539e-11, 1.0, 1e-10));
}

TEST(SeparationBins, AnExcessFromRoundingBecomesOneHundredEighty) {
  EXPECT_EQ(make_bins(std::vector<double>{1.0, 180.0 + 1e-11}).edges.back(), 180.0);
}

TEST(SeparationBins, RefusesWhatIsNoBin) {
  EXPECT_EQ(refusal({1.0}), "There are 1 edges of bins (a bin has two). Give at least two.");
  EXPECT_EQ(refusal({1.0, 2.0, 2.0}),
            "Edge 2 of the bins, 2 degrees, is not above the one before it (a bin holds the"
            " separations from its edge to the next). Give increasing edges.");
  EXPECT_EQ(refusal({-1.0, 2.0}),
            "Edge 0 of the bins is -1 degrees (two directions are 0 to 180 degrees apart)."
            " Give edges in that range.");
  EXPECT_EQ(refusal({1.0, 181.0}),
            "Edge 1 of the bins is 181 degrees (two directions are 0 to 180 degrees apart)."
            " Give edges in that range.");
  EXPECT_NE(refusal({1.0, std::numeric_limits<double>::quiet_NaN()}), "");
}

TEST(SeparationBins, RefusesRangesWithoutALogarithm) {
  EXPECT_NE(sentence_of([] { logarithmic_bins(0.0, 10.0, 3); }), "");
  EXPECT_NE(sentence_of([] { logarithmic_bins(1.0, 10.0, 0); }), "");
  EXPECT_NE(sentence_of([] { linear_bins(5.0, 5.0, 3); }), "");
  EXPECT_NE(sentence_of([] { linear_bins(5.0, 181.0, 3); }), "");
}

}  // namespace
}  // namespace siderum::test
