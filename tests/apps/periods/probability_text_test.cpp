// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/probability_text.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

namespace siderum::apps {
namespace {

std::string text_of_logarithm(double log10_probability) {
  double const logarithm = log10_probability * std::numbers::ln10;
  return probability_text(std::exp(logarithm), logarithm);
}

TEST(ProbabilityText, IsTheShortestDecimalOfADouble) {
  EXPECT_EQ(probability_text(0.05, std::log(0.05)), "0.05");
  EXPECT_EQ(probability_text(1.0 / 1001.0, std::log(1.0 / 1001.0)), "0.000999000999000999");
  EXPECT_EQ(probability_text(1e-300, std::log(1e-300)), "1e-300");
  EXPECT_EQ(probability_text(1.0, 0.0), "1");
}

TEST(ProbabilityText, IsThatOfTheLogarithmWhereDoublesEnd) {
  EXPECT_EQ(text_of_logarithm(-310.0), "1e-310");
  EXPECT_EQ(text_of_logarithm(-400.0), "1e-400");
  EXPECT_EQ(text_of_logarithm(-1665.0 + std::log10(3.2)), "3.2e-1665");
  EXPECT_EQ(text_of_logarithm(-4000.5), "3.1622776602e-4001");
  EXPECT_EQ(text_of_logarithm(-4e9), "1e-4000000000");
}

TEST(ProbabilityText, IsThatOfNumbersThatAreNone) {
  double const infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(probability_text(0.0, -infinity), "0");
  EXPECT_EQ(probability_text(std::nan(""), std::nan("")), "nan");
}

}  // namespace
}  // namespace siderum::apps
