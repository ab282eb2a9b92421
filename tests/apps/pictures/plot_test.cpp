// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/plot.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/apps/pictures/axis_ticks.hpp>
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

TEST(GnuplotScript, GivesTheUnitsOfTimesThatTheFilesSay) {
  PeriodPicture days = picture();
  days.times = io::TimeUnit::days;

  EXPECT_THAT(gnuplot_script(picture(), PictureFormat::svg),
              HasSubstr("[cycles per unit of time]"));
  EXPECT_THAT(gnuplot_script(days, PictureFormat::svg), HasSubstr("[cycles per day]"));
  EXPECT_THAT(gnuplot_script(days, PictureFormat::svg),
              HasSubstr("folded at period 0.666667 days"));
}

TEST(GnuplotScript, ClosesASmoothCurveOverItsEnds) {
  PeriodPicture smooth = picture();
  smooth.shape = FitShape::closed_curve;
  smooth.curve = {{0.0, 0.75}, {10.0, 9.5}};

  std::string const script = gnuplot_script(smooth, PictureFormat::svg);

  EXPECT_THAT(script, HasSubstr("$fit << SIDERUM_END\n-0.25 9.5\n0 10\n0.75 9.5\n1 10\n1.75 9.5"
                                "\n2 10\nSIDERUM_END\n"));
  EXPECT_THAT(script, HasSubstr("$fit using 1:2 with lines"));
  EXPECT_THAT(script, Not(HasSubstr("fit_at(x) with lines")));
}

TEST(GnuplotScript, LeavesAnOpenCurveOpen) {
  PeriodPicture smooth = picture();
  smooth.shape = FitShape::open_curve;
  smooth.curve = {{0.0, 0.75}, {10.0, 9.5}};

  EXPECT_THAT(gnuplot_script(smooth, PictureFormat::svg),
              HasSubstr("$fit << SIDERUM_END\n0 10\n0.75 9.5\n\n1 10\n1.75 9.5\nSIDERUM_END\n"));
}

// Two points in the first of four bins, one in the last.
TEST(GnuplotScript, DrawsALevelForEachBinWithPoints) {
  PeriodPicture binned = picture();
  binned.shape = FitShape::steps;
  binned.phase_bins = 4;
  binned.curve = {{0.0, 0.125, 0.875}, {10.0, 10.0, 9.5}};

  EXPECT_THAT(gnuplot_script(binned, PictureFormat::svg),
              HasSubstr("$fit << SIDERUM_END\n0 10\n0.25 10\n\n0.75 9.5\n1 9.5\n\n\n"
                        "1 10\n1.25 10\n\n1.75 9.5\n2 9.5\n\nSIDERUM_END\n"));
}

TEST(GnuplotScript, DrawsNoCurveWhereThereIsNone) {
  PeriodPicture bare = picture();
  bare.shape = FitShape::none;
  bare.periodogram = {{0, -1.0}, {1, -0.25}};
  bare.peak.power = -0.25;

  std::string const script = gnuplot_script(bare, PictureFormat::svg);

  EXPECT_THAT(script, Not(HasSubstr("$fit")));
  EXPECT_THAT(script, Not(HasSubstr("fit_at(x) with lines")));
  EXPECT_THAT(script, HasSubstr("set yrange [*:*]"));
}

TEST(GnuplotScript, QuotesTheId) {
  PeriodPicture hostile = picture();
  hostile.id = "x'\nset output 'owned";

  EXPECT_THAT(gnuplot_script(picture(), PictureFormat::png),
              HasSubstr(R"(title "it\047s 1\137a: 2 points" noenhanced)"));
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

  EXPECT_THAT(
      gnuplot_script(magnitudes, PictureFormat::png),
      HasSubstr(
          "set ylabel \"magnitude\" noenhanced\nset xrange [0:2]\nset yrange [*:*] reverse\n"));
  EXPECT_THAT(
      gnuplot_script(picture(), PictureFormat::png),
      HasSubstr("set ylabel \"value\" noenhanced\nset xrange [0:2]\nset yrange [*:*] noreverse\n"));
}

TEST(GnuplotScript, NamesAnEndOfTheRange) {
  PeriodPicture at_end = picture();
  at_end.peak = {3, 0.125};

  EXPECT_THAT(gnuplot_script(at_end, PictureFormat::png),
              HasSubstr("\"highest power, at the end of the range, at frequency 2.5\""));
}

TEST(GnuplotScript, ShortensALongId) {
  PeriodPicture with_long_id = picture();
  with_long_id.id = std::string(79, 'x') + "\xC3\xA9 and more";

  EXPECT_THAT(gnuplot_script(with_long_id, PictureFormat::png),
              HasSubstr("title \"" + std::string(79, 'x') + "...: 2 points\""));
}

TEST(GnuplotScript, LabelsNarrowRangesFromANumberBelow) {
  PeriodPicture narrow = picture();
  narrow.grid = {10.3588, 0.00002, 5};
  narrow.value = {1000.25, 1000.5};
  std::string const script = gnuplot_script(narrow, PictureFormat::png);

  EXPECT_THAT(script, HasSubstr("set xlabel \"frequency - 10.3588 [cycles per unit of time]\""));
  EXPECT_THAT(script, HasSubstr("set ylabel \"value - 1000\""));
  EXPECT_THAT(script, HasSubstr("set yrange [1000.225:1000.525]\n"));
  EXPECT_THAT(script, HasSubstr("best peak at frequency 10.35882\""));
  narrow.values = io::ValueKind::magnitudes;
  EXPECT_THAT(gnuplot_script(narrow, PictureFormat::png),
              HasSubstr("set yrange [1000.525:1000.225]\n"));
  EXPECT_THAT(gnuplot_script(picture(), PictureFormat::png),
              HasSubstr("set xlabel \"frequency [cycles"));
}

TEST(AxisTicksOf, AreFewAndRound) {
  EXPECT_EQ(axis_ticks('x', 0.1, 24.1).command, "set xtics 5\n");
  EXPECT_EQ(axis_ticks('x', 1e6, 2e6).command, "set xtics 2e+05\n");
  EXPECT_EQ(axis_ticks('y', 0.0, 0.0).command, "set ytics autofreq\n");
  AxisTicks const narrow = axis_ticks('x', 1000.35, 1000.36);
  EXPECT_EQ(narrow.origin, "1000.35");
  EXPECT_THAT(narrow.command, testing::StartsWith("set xtics ('0' 1000.35, '0.002' 1000.352"));
  AxisTicks const wide = axis_ticks('y', -123456.0, -123400.0);
  EXPECT_EQ(wide.origin, "-123500");
  EXPECT_THAT(wide.command, testing::StartsWith("set ytics ('50' -123450, '60' -123440"));
  EXPECT_EQ(less_origin("value", narrow), "value - 1000.35");
  EXPECT_EQ(less_origin("value", wide), "value + 123500");
  EXPECT_EQ(less_origin("value", axis_ticks('x', 0.1, 24.1)), "value");
}

TEST(GnuplotScript, HasAnAxisOfPowerWhereAllPowersAreZero) {
  PeriodPicture flat = picture();
  flat.peak.power = 0.0;

  EXPECT_THAT(gnuplot_script(flat, PictureFormat::png), HasSubstr("set yrange [0:1]\n"));
}

}  // namespace
}  // namespace siderum::apps
