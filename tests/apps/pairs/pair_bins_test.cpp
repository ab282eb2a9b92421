// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pairs/pair_bins.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <io/io_support.hpp>
#include <siderum/apps/command_line/usage_error.hpp>
#include <support/sentence.hpp>

namespace siderum::apps {
namespace {

using io::test::TemporaryFolder;
using test::sentence_of;
using testing::ElementsAre;
using testing::HasSubstr;

BinOptions logarithmic(char const* text, AngleUnit unit = AngleUnit::deg) {
  BinOptions options;
  options.logarithmic = parse_bin_range("--bins", text);
  options.unit = unit;
  return options;
}

TEST(ParseBinRange, TakesThreeNumbers) {
  BinRange const range = parse_bin_range("--bins", "0.01:1e1:20");
  EXPECT_EQ(range.minimum, 0.01);
  EXPECT_EQ(range.maximum, 10.0);
  EXPECT_EQ(range.count, 20);
  EXPECT_EQ(parse_bin_range("--linear", "0:180:1").minimum, 0.0);
  for (char const* text : {"", "1", "1:2", "1:2:3:4", "a:2:3", "1:2:x", "1:2:0", "1:2:-3", "2:1:3",
                           "1:1:3", "0:1:3", "nan:1:3", "1:2:1e9"}) {
    EXPECT_THROW(parse_bin_range("--bins", text), Error) << text;
  }
}

TEST(MakePairBins, AreThoseOfTheLibraryInDegrees) {
  PairBins const bins = make_pair_bins(logarithmic("0.01:10:20"));
  EXPECT_EQ(bins.edges, logarithmic_bins(0.01, 10.0, 20).edges);
  EXPECT_EQ(bins.degrees.edges, bins.edges);
  BinOptions linear;
  linear.linear = parse_bin_range("--linear", "0:180:36");
  EXPECT_EQ(make_pair_bins(linear).edges, linear_bins(0.0, 180.0, 36).edges);
}

TEST(MakePairBins, KeepTheEdgesOfTheUnit) {
  PairBins const minutes = make_pair_bins(logarithmic("1:10800:2", AngleUnit::arcmin));
  EXPECT_EQ(minutes.edges.front(), 1.0);
  EXPECT_EQ(minutes.edges.back(), 10800.0);
  EXPECT_EQ(minutes.degrees.edges.front(), 1.0 / 60.0);
  EXPECT_EQ(minutes.degrees.edges.back(), 180.0);
  PairBins const seconds = make_pair_bins(logarithmic("0.1:648000:2", AngleUnit::arcsec));
  EXPECT_EQ(seconds.degrees.edges.front(), 0.1 / 3600.0);
  EXPECT_THAT(sentence_of([] { make_pair_bins(logarithmic("1:10801:2", AngleUnit::arcmin)); }),
              HasSubstr("10801 arcmin"));
}

TEST(MakePairBins, ReadFilesOfEdges) {
  TemporaryFolder const folder;
  BinOptions options;
  for (char const* text : {"1\n2\n4\n", "# a comment\nedge\n1\n2\n4", "1 2 4\n", "1, 2\n4\n",
                           "1,2,4\n", "1,2.0\n4\n"}) {
    options.edges_file = folder.write("edges.txt", text);
    EXPECT_THAT(make_pair_bins(options).edges, ElementsAre(1.0, 2.0, 4.0)) << text;
  }
  options.edges_file = folder.write("edges.txt", "1\n3\n2\n");
  EXPECT_THAT(sentence_of([&] { make_pair_bins(options); }),
              HasSubstr("row 3: the edge of the bins is 2 deg, after 3 deg"));
}

TEST(MakePairBins, RefuseFilesOfOtherSeparators) {
  TemporaryFolder const folder;
  BinOptions options;
  auto const refusal = [&](char const* text) {
    options.edges_file = folder.write("edges.txt", text);
    return io::test::sentence_of([&] { make_pair_bins(options); }, folder);
  };
  for (char const* text : {"0;1;3\n", "theta\n0;1\n2;3\n", "0,1;0,3;0,5\n"}) {
    EXPECT_EQ(refusal(text),
              "edges.txt: the columns are separated by semicolons (commas, tabs or blanks are "
              "read, and decimals have a point). Write commas, and points in decimals, for example "
              "with tr ',;' '.,'.")
        << text;
  }
  EXPECT_EQ(refusal("0,1\n2,3\n4,5\n"),
            "edges.txt, row 1: '0,1' may be two edges or one with a decimal comma (decimals have a "
            "point). Write points in decimals, or one edge a line.");
  EXPECT_THAT(refusal("theta\n0\n1,5\n10\n"), HasSubstr("row 3: '1,5' may be two edges"));
  EXPECT_THAT(refusal("0,1\n0,2\n0,3\n"), HasSubstr("row 1: '0,1' may be two edges"));
  options.edges_file = folder.write("edges.txt", "0,5\n");
  EXPECT_THAT(make_pair_bins(options).edges, ElementsAre(0.0, 5.0));
}

TEST(MakePairBins, TakeTheUnitOfAFile) {
  TemporaryFolder const folder;
  BinOptions options;
  auto const unit_of = [&](char const* text, std::optional<AngleUnit> asked = {}) {
    options.edges_file = folder.write("edges.txt", text);
    options.unit = asked;
    return make_pair_bins(options).unit;
  };
  auto const wrong = [&](char const* text, std::optional<AngleUnit> asked = {}) {
    return io::test::sentence_of([&] { unit_of(text, asked); }, folder);
  };
  for (char const* text : {"# theta [arcmin]\n1\n2\n", "theta_arcmin\n1\n2\n",
                           "# bins\ntheta (arcmin)\n1\n2\n", "# in arcminutes.\n# theta\n1 2\n"}) {
    EXPECT_EQ(unit_of(text), AngleUnit::arcmin) << text;
    EXPECT_EQ(make_pair_bins(options).degrees.edges.front(), 1.0 / 60.0) << text;
    EXPECT_EQ(unit_of(text, AngleUnit::arcmin), AngleUnit::arcmin) << text;
    EXPECT_EQ(wrong(text, AngleUnit::arcsec),
              "edges.txt: --unit says arcsec, its header arcmin (the header counts). Leave --unit "
              "out, or correct the header.");
  }
  EXPECT_EQ(unit_of("# theta [deg]\n1\n2\n"), AngleUnit::deg);
  EXPECT_EQ(unit_of("# theta\n1\n2 # arcsec\n"), AngleUnit::deg);
  EXPECT_EQ(unit_of("# theta\n1\n2\n", AngleUnit::arcsec), AngleUnit::arcsec);
  EXPECT_EQ(unit_of("# deg, once arcmin\n1\n2\n", AngleUnit::deg), AngleUnit::deg);
  EXPECT_EQ(wrong("# deg, once arcmin\n1\n2\n"),
            "edges.txt: its header names two units (edges have one). Say which with --unit.");
  EXPECT_EQ(wrong("# theta [rad]\n1\n2\n"),
            "edges.txt: its header names a unit that bins do not have (edges are read in deg, "
            "arcmin and arcsec). Convert them, and correct the header.");
  EXPECT_EQ(
      wrong("# r [Mpc]\n1\n2\n"),
      "edges.txt: its header says [Mpc] (edges are read in deg, arcmin and arcsec). Say which "
      "with --unit, or convert them.");
}

TEST(BinsAreMissing, UnlessTheyAreGivenOnce) {
  BinOptions options;
  EXPECT_TRUE(bins_are_missing(options));
  options.edges_file = "a";
  EXPECT_FALSE(bins_are_missing(options));
  options.linear = BinRange{0.0, 1.0, 1};
  EXPECT_THROW(bins_are_missing(options), UsageError);
}

TEST(PairBinsOf, SavedEdgesAreTheSame) {
  PairBins const bins = make_pair_bins(logarithmic("0.7:900:7", AngleUnit::arcmin));
  EXPECT_EQ(pair_bins_of(bins.edges, "arcmin").degrees.edges, bins.degrees.edges);
  EXPECT_THROW(pair_bins_of(bins.edges, "furlong"), Error);
}

}  // namespace
}  // namespace siderum::apps
