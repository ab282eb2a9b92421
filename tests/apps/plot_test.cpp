// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/plot.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/core/error.hpp>

namespace siderum::apps {
namespace {

using testing::HasSubstr;
using testing::Not;

PeriodPicture picture() {
  PeriodPicture picture;
  picture.id = "it's 1_a";
  picture.grid = {1.0, 0.5, 4};
  picture.periodogram = {{0, 0.25}, {1, 0.75}, {2, 0.5}, {3, 0.125}};
  picture.power_name = "standard";
  picture.peak = {1, 0.75};
  picture.sinusoid = {1.5, 0.25, 0.125, 10.0, 100.0};
  picture.time = {100.0, 100.5};
  picture.value = {10.25, 9.75};
  return picture;
}

TEST(PictureFormat, FollowsFromTheEnding) {
  EXPECT_EQ(picture_format("a.png"), PictureFormat::png);
  EXPECT_EQ(picture_format("a.b/c.SVG"), PictureFormat::svg);
  EXPECT_EQ(picture_format("a.Pdf"), PictureFormat::pdf);
  for (char const* path : {"a.gif", "png", "a.png.txt", ""}) {
    EXPECT_THROW(picture_format(path), Error) << path;
  }
}

TEST(GnuplotScript, HoldsTheDataAndTheFit) {
  std::string const script = gnuplot_script(picture(), PictureFormat::svg);

  EXPECT_THAT(script, HasSubstr("set terminal svg"));
  EXPECT_THAT(script, HasSubstr("\n1 0.25\n1.5 0.75\n2 0.5\n2.5 0.125\n"));
  EXPECT_THAT(script, HasSubstr("\n0 10.25 0\n1 10.25 0\n0.75 9.75 0\n1.75 9.75 0\n"));
  EXPECT_THAT(script, HasSubstr("fit_at(x) = 10 + 0.25*cos(2*pi*(x - 0.125))"));
  EXPECT_THAT(script, HasSubstr("best peak at frequency 1.5"));
  EXPECT_THAT(script, HasSubstr("folded at period 0.666667"));
}

TEST(GnuplotScript, QuotesTheId) {
  PeriodPicture hostile = picture();
  hostile.id = "x'\nset output 'owned";

  EXPECT_THAT(gnuplot_script(picture(), PictureFormat::png),
              HasSubstr("title 'it''s 1_a: 2 points' noenhanced"));
  EXPECT_THAT(gnuplot_script(hostile, PictureFormat::png), Not(HasSubstr("\nset output")));
}

TEST(GnuplotScript, ShadesTheExcludedWindowsInsideTheRange) {
  PeriodPicture with_windows = picture();
  with_windows.excluded = {{1.0, 0.25}, {20.0, 1.0}};

  std::string const script = gnuplot_script(with_windows, PictureFormat::png);

  EXPECT_THAT(script, HasSubstr("set object rectangle from 1, graph 0 to 1.25, graph 1"));
  EXPECT_THAT(script, Not(HasSubstr("rectangle from 19")));
}

TEST(GnuplotScript, DrawsErrorBarsWhereThereAreErrors) {
  PeriodPicture with_errors = picture();
  with_errors.error = {0.5, 0.25};

  EXPECT_THAT(gnuplot_script(with_errors, PictureFormat::png), HasSubstr("yerrorbars"));
  EXPECT_THAT(gnuplot_script(picture(), PictureFormat::png), Not(HasSubstr("yerrorbars")));
}

TEST(GnuplotScript, DrawsBrightMagnitudesOnTop) {
  PeriodPicture magnitudes = picture();
  magnitudes.values = io::ValueKind::magnitudes;

  EXPECT_THAT(gnuplot_script(magnitudes, PictureFormat::png),
              HasSubstr("set ylabel 'magnitude'\nset xrange [0:2]\nset yrange [*:*] reverse\n"));
  EXPECT_THAT(gnuplot_script(picture(), PictureFormat::png),
              HasSubstr("set ylabel 'value'\nset xrange [0:2]\nset yrange [*:*] noreverse\n"));
}

TEST(GnuplotScript, HasAnAxisOfPowerWhereAllPowersAreZero) {
  PeriodPicture flat = picture();
  flat.peak.power = 0.0;

  EXPECT_THAT(gnuplot_script(flat, PictureFormat::png), HasSubstr("set yrange [0:1]\n"));
}

}  // namespace
}  // namespace siderum::apps
