// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pairs/pairs_picture.hpp>

#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace siderum::apps {
namespace {

using testing::HasSubstr;
using testing::Not;

PairsPicture picture() {
  PairsPicture picture;
  picture.title = "it's 1_a: 10 points";
  picture.subtitle = "natural, errors by jackknife";
  picture.unit = "arcmin";
  picture.edges = {1.0, 4.0, 16.0, 64.0};
  picture.name = "w";
  picture.value = {0.5, -0.25, std::numeric_limits<double>::quiet_NaN()};
  picture.error = {0.25, 0.5, 1.0};
  picture.correlation = {1.0, -0.5, 0.25, -0.5, 1.0, 0.125, 0.25, 0.125, 1.0};
  return picture;
}

TEST(PairsScript, HoldsTheValuesWithTheirErrorBars) {
  std::string const script = gnuplot_script(picture(), PictureFormat::svg);

  EXPECT_THAT(script, HasSubstr("set terminal svg"));
  EXPECT_THAT(script, HasSubstr("set logscale xy"));
  EXPECT_THAT(script, HasSubstr("$positive << SIDERUM_END\nNaN NaN NaN NaN\n2 0.5 0.25 0.75\nSID"));
  // The lower end of the bar would be below 0: it ends below the axis, at a quarter of the least.
  EXPECT_THAT(script,
              HasSubstr("$negative << SIDERUM_END\nNaN NaN NaN NaN\n8 0.25 0.0625 0.75\nS"));
  EXPECT_THAT(script, HasSubstr("\"natural, errors by jackknife; open circles are negative\""));
  EXPECT_THAT(script, HasSubstr("separation [arcmin]"));
  EXPECT_THAT(script, HasSubstr(R"(title "it\047s 1\137a: 10 points" noenhanced)"));
}

TEST(PairsScript, HoldsTheCovariance) {
  std::string const script = gnuplot_script(picture(), PictureFormat::png);
  EXPECT_THAT(script, HasSubstr("\n1 -0.5 0.25\n-0.5 1 0.125\n0.25 0.125 1\n"));
  EXPECT_THAT(script, HasSubstr("with image"));
}

TEST(PairsScript, HasOnePanelWithoutACovariance) {
  PairsPicture counts = picture();
  counts.name = "dd";
  counts.sum = "pairs";
  counts.value = {10.0, 0.0, 30.0};
  counts.error = {};
  counts.correlation = {};

  std::string const script = gnuplot_script(counts, PictureFormat::pdf);

  EXPECT_THAT(script, Not(HasSubstr("with image")));
  EXPECT_THAT(script, Not(HasSubstr("yerrorbars")));
  EXPECT_THAT(script, HasSubstr("\n2 10 10 10\n32 30 30 30\n"));
  EXPECT_THAT(script, HasSubstr("dd [pairs]"));
  counts.sum = "sum of w_i w_j";
  EXPECT_THAT(gnuplot_script(counts, PictureFormat::pdf),
              HasSubstr(R"(dd [sum of w\137i w\137j])"));
}

TEST(PairsScript, LabelsShortAxesBetweenPowersOfTen) {
  PairsPicture one = picture();
  one.value = {0.5, 0.25, 0.04};
  one.error = {};
  one.correlation = {};
  EXPECT_THAT(gnuplot_script(one, PictureFormat::png),
              HasSubstr("set ytics ('0.02' 0.02, '0.05' 0.05, '0.1' 0.1, '0.2' 0.2, '0.5' 0.5, '1' "
                        "1)\n"));
  one.value = {5.0, 5.0, 4.1};
  EXPECT_THAT(gnuplot_script(one, PictureFormat::png),
              HasSubstr("set ytics ('3' 3, '4' 4, '5' 5, '6' 6, '8' 8, '10' 10)\n"));
  one.value = {3e6, 3e5, 1.1e5};
  EXPECT_THAT(gnuplot_script(one, PictureFormat::png),
              HasSubstr("'10^{5}' 100000, '2·10^{5}' 200000, '5·10^{5}' 500000, '10^{6}' 1e+06"));
  one.value = {5.0, 0.5, 0.005};
  EXPECT_THAT(gnuplot_script(one, PictureFormat::png), Not(HasSubstr("set ytics")));
  one.edges = {10.0, 12.0, 30.0, 60.0};
  EXPECT_THAT(
      gnuplot_script(one, PictureFormat::png),
      HasSubstr("set xtics ('10' 10, '15' 15, '20' 20, '30' 30, '40' 40, '50' 50, '60' 60)"));
}

TEST(PairsScript, StartsABinAtZeroOnALogarithmicAxis) {
  PairsPicture from_zero = picture();
  from_zero.edges = {0.0, 4.0, 16.0, 64.0};
  EXPECT_THAT(gnuplot_script(from_zero, PictureFormat::png), HasSubstr("set xrange [1.6:64]"));
}

}  // namespace
}  // namespace siderum::apps
