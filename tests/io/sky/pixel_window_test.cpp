// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/pixel_window.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <siderum/io/tables/table_files.hpp>

#include "io/io_support.hpp"

namespace siderum::io {
namespace {

using Numbers = std::vector<double>;

class PixelWindowTest : public testing::Test {
 protected:
  PixelWindow read(std::string_view text) {
    return read_pixel_window(folder_.write("w.csv", text));
  }
  std::string sentence(std::string_view text) {
    return test::sentence_of([&] { read(text); }, folder_);
  }

  test::TemporaryFolder folder_;
};

TEST_F(PixelWindowTest, AsHealpixHasThem) {
  // pixel_window_n0004.fits begins so.
  Table table;
  table.add("TEMPERATURE", Numbers{1.0, 0.9949267, 0.9848414});
  table.add("POLARIZATION", Numbers{0.0, 0.0, 0.9703});
  write_table(table, folder_.path("pixel_window.fits"));
  PixelWindow const window = read_pixel_window(folder_.path("pixel_window.fits"));
  EXPECT_EQ(window.temperature, (Numbers{1.0, 0.9949267, 0.9848414}));
  EXPECT_EQ(window.polarisation, (Numbers{0.0, 0.0, 0.9703}));
}

TEST_F(PixelWindowTest, TellsWhatItTookByPosition) {
  auto const told = [&](std::string_view text) {
    FileNotes notes;
    read_pixel_window(folder_.write("w.csv", text), &notes);
    return notes.sentences();
  };
  ASSERT_EQ(told("0 1\n1 0.5\n").size(), 1U);
  EXPECT_NE(told("0 1\n1 0.5\n")[0].find("were taken as l, temperature."), std::string::npos);
  EXPECT_TRUE(told("# l bl\n0 1\n1 0.5\n").empty());
}

TEST_F(PixelWindowTest, DegreesUnderAnotherNameAreRefused) {
  EXPECT_EQ(sentence("leff,TEMPERATURE\n10,1\n20,0.9\n30,0.8\n"),
            "w.csv: no column is l (its columns are leff, TEMPERATURE, and leff may hold the "
            "degrees). Name the degrees l, or leave out what is not used.");
  EXPECT_NE(sentence("# k bl\n10 1\n20 0.9\n").find("k may hold the degrees"), std::string::npos);
  FileNotes notes;
  std::string const path = folder_.write("b.csv", "T,E,B\n1,1,1\n0.5,0.4,0.4\n");
  EXPECT_EQ(read_pixel_window(path, &notes).temperature, (Numbers{1, 0.5}));
  EXPECT_EQ(notes.sentences(),
            (std::vector{path + ": no column is l, and the rows were taken as those of l = 0, 1, 2,"
                                " ..."}));
}

TEST_F(PixelWindowTest, AsText) {
  EXPECT_EQ(read("1\n0.5\n").temperature, (Numbers{1, 0.5}));
  EXPECT_EQ(read("0 1\n1 0.5\n").temperature, (Numbers{1, 0.5}));
  EXPECT_EQ(read("l,beam\n0,1\n1,0.5\n").temperature, (Numbers{1, 0.5}));
  PixelWindow const both = read("ell,P,T\n0,0,1\n1,0,0.5\n");
  EXPECT_EQ(both.temperature, (Numbers{1, 0.5}));
  EXPECT_EQ(both.polarisation, (Numbers{0, 0}));
  EXPECT_TRUE(read("l,bl\n0,1\n").polarisation.empty());
}

TEST_F(PixelWindowTest, CountsRowsAsReadersOfAllTables) {
  std::string const wrong = " (windows are finite). Correct the row.";
  EXPECT_EQ(sentence("# a comment\nl,bl\n0,1\n\n1,\n"), "w.csv, row 5: bl is empty" + wrong);
  EXPECT_EQ(sentence("# l bl\n0 1\n# more\n1 nan\n"), "w.csv, row 4: bl is nan" + wrong);
  EXPECT_EQ(sentence("0 1\n2 1\n").substr(0, 30), "w.csv, row 2: the degree is 2 ");
  Table table;
  table.add("TEMPERATURE", Numbers{1, 0.5, INFINITY});
  write_table(table, folder_.path("w.fits"));
  EXPECT_EQ(test::sentence_of([&] { read_pixel_window(folder_.path("w.fits")); }, folder_),
            "w.fits, row 3: TEMPERATURE is inf (windows are finite). Correct the row.");
}

TEST_F(PixelWindowTest, SaysWhatIsWrong) {
  EXPECT_EQ(sentence("l,bl\n0,1\n2,1\n"),
            "w.csv, row 3: the degree is 2 (the rows of a window are those of l = 0, 1, ...). Put "
            "1 there.");
  EXPECT_EQ(sentence("l,bl\n0,1\n1,\n"),
            "w.csv, row 3: bl is empty (windows are finite). Correct the row.");
  EXPECT_EQ(
      sentence("l,bl\n0,x\n"),
      "w.csv, row 2: the column 'bl' holds the text 'x' (a window has a factor for each degree). "
      "Give these.");
  EXPECT_EQ(
      sentence("l\n0\n"),
      "w.csv has no window (its columns are l). Give a file with l and TEMPERATURE, bl or beam, "
      "and a factor for each degree.");
  EXPECT_EQ(
      sentence("l,cl\n0,1\n"),
      "w.csv has no window (its columns are l, cl). Give a file with l and TEMPERATURE, bl or "
      "beam, and a factor for each degree.");
}

}  // namespace
}  // namespace siderum::io
