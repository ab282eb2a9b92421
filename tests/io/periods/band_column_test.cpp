// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/io/periods/read_light_curves.hpp>
#include <siderum/io/tables/table_files.hpp>

#include "io/io_support.hpp"
#include "support/sentence.hpp"

namespace siderum::io::test {
namespace {

using Bands = std::vector<std::int32_t>;
using Names = std::vector<std::string>;
using siderum::test::sentence_of;

LightCurveTable read(std::string const& text, ReadOptions const& options) {
  TemporaryFolder const folder;
  return read_light_curves({folder.write("curves.csv", text)}, options);
}

TEST(BandColumn, IsReadByNameOrNumberAndGroupedWithThePoints) {
  std::string const text =
      "id,time,filter,value,error\n"
      "a,1,g,10,0.1\n"
      "b,1,r,20,0.1\n"
      "a,2,r,11,0.1\n"
      "a,3,g,12,0.1\n";
  for (char const* const column : {"filter", "FILTER", "3"}) {
    auto const table = read(text, {.columns = "", .band_column = column});
    EXPECT_EQ(table.value, (std::vector<double>{10, 11, 12, 20})) << column;
    EXPECT_EQ(table.band, (Bands{0, 1, 0, 1})) << column;
    EXPECT_EQ(table.band_names, (Names{"g", "r"})) << column;
  }
  EXPECT_TRUE(read(text, {}).band.empty());
}

TEST(BandColumn, StandsBesideColumnsThatAreNamed) {
  auto const table = read("1,5.0,10,0.1,V\n2,6.0,11,0.1,B\n",
                          {.columns = "-,time,value,error", .band_column = "5"});
  EXPECT_EQ(table.band, (Bands{0, 1}));
  EXPECT_EQ(table.band_names, (Names{"V", "B"}));
}

TEST(BandColumn, IsReadFromFits) {
  TemporaryFolder const folder;
  Table made;
  made.add("time", NumberColumn{1.0, 2.0, 3.0});
  made.add("value", NumberColumn{5.0, 6.0, 7.0});
  made.add("band", TextColumn{"r", "r", "i"});
  std::string const path = folder.path("curves.fits");
  OutputFile file(path);
  write_table(made, file);
  file.commit();
  auto const table = read_light_curves({path}, {.columns = "", .band_column = "band"});
  EXPECT_EQ(table.band, (Bands{0, 0, 1}));
  EXPECT_EQ(table.band_names, (Names{"r", "i"}));
}

TEST(BandColumn, RefusesABandWhoseRowsAreAllDropped) {
  ReadOptions const options{.columns = "", .invalid = InvalidRows::drop, .band_column = "band"};
  std::string const text =
      "id,time,value,error,band\na,1,2,0.1,g\na,2,1,0,z\na,3,2,0.1,r\nb,4,nan,0.1,z\n"
      "b,5,1,0.1,g\nb,x,2,0.1,z\nb,7,nan,1,r\n";
  std::string const sentence = sentence_of([&] { read(text, options); });
  EXPECT_EQ(sentence.substr(0, 67),
            "The band 'z' has no points (all 3 rows of it were dropped, the firs");
  EXPECT_NE(sentence.find("curves.csv, row 3: the error is 0 (errors must be greater than 0))."
                          " Correct the data, or take the band out of them."),
            std::string::npos)
      << sentence;
  auto const table = read(text + "c,8,1,0.1,z\n", options);
  EXPECT_EQ(table.band_names, (Names{"g", "r", "z"}));
}

TEST(BandColumn, RefusesABandOfFitsWhoseOnlyRowIsDropped) {
  TemporaryFolder const folder;
  Table made;
  made.add("time", NumberColumn{1.0, 2.0, std::nan("")});
  made.add("value", NumberColumn{5.0, 6.0, 7.0});
  made.add("band", TextColumn{"r", "r", "i"});
  std::string const path = folder.path("curves.fits");
  write_table(made, path);
  std::string const sentence = sentence_of([&] {
    read_light_curves({path}, {.columns = "", .invalid = InvalidRows::drop, .band_column = "band"});
  });
  EXPECT_EQ(sentence.substr(0, 60),
            "The band 'i' has no points (its only row was dropped, " + path.substr(0, 6));
}

TEST(BandColumn, RefusesWhatIsNoColumnOrHasAnotherRole) {
  std::string const text = "time,value,filter\n1,2,g\n2,3,\n";
  EXPECT_NE(sentence_of([&] { read(text, {.columns = "", .band_column = "colour"}); })
                .find("there is no column 'colour' (the header has time, value, filter). Correct"
                      " it, for example by --band-column filter."),
            std::string::npos);
  EXPECT_NE(sentence_of([&] {
              read(text, {.columns = "", .band_column = "2"});
            }).find("column '2' is both the value and the band (a column has one role)."),
            std::string::npos);
  EXPECT_NE(sentence_of([&] {
              read(text, {.columns = "", .band_column = "filter"});
            }).find("row 3: the band is missing (its field is empty)."),
            std::string::npos);
}

/// What is told about a file's bands; the file is called FILE.
std::string told(std::string const& text, ReadOptions const& options = {}) {
  TemporaryFolder const folder;
  std::string const path = folder.write("curves.csv", text);
  ReadReport report;
  auto const table = read_light_curves({path}, options, &report);
  EXPECT_EQ(table.band.empty(), options.band_column.empty());
  std::string notes;
  for (std::string const& note : report.notes) {
    if (note.find("bands") != std::string::npos) {
      notes += "FILE" + note.substr(path.size());
    }
  }
  return notes;
}

TEST(BandNotes, TellThatBandsAreSearchedAsOne) {
  std::string const rows = "a,1,g,10,0.1\na,2,r,11,0.1\na,3,g,12,0.1\n";
  for (std::string const name :
       {"filter", "Band", "fid", "filtercode", "passband", "phot_filter", "band_name", "flt"}) {
    EXPECT_EQ(
        told("id,time," + name + ",value,error\n" + rows),
        "FILE: the points of 2 bands (g, r) are searched as if they were of one, although the "
        "column '" +
            name +
            "' tells them apart. Give each band its own mean with "
            "--band-column " +
            name + ", or search one band at a time.");
  }
  EXPECT_EQ(told("id,time,filter,value,error\n" + rows, {.columns = "", .band_column = "filter"}),
            "");
  EXPECT_EQ(told("id,time,flag,value,error\n" + rows), "");
}

TEST(BandNotes, NameAColumnThatAShellWouldChangeByItsNumber) {
  std::string const note = told("time,value,Filter [s]\n1,2,g\n2,3,r\n3,3,r\n");
  EXPECT_NE(note.find("--band-column 3,"), std::string::npos) << note;
}

TEST(BandNotes, TellThatIdsHoldABandEach) {
  std::string const text =
      "oid,hjd,mag,magerr,filtercode\n1,1,15,.1,zg\n1,2,15,.1,zg\n"
      "2,1,14,.1,zr\n2,3,14,.1,zr\n";
  std::string const expected =
      "FILE: each object has points of a single band, although there are 2 (zg, zr): the bands are "
      "searched apart. Where the bands of a star have ids of their own, name a column that they "
      "share with --columns id=NAME, and that of the bands with --band-column filtercode.";
  EXPECT_EQ(told(text), expected);
  EXPECT_EQ(told(text, {.columns = "", .band_column = "filtercode"}), expected);
  EXPECT_NE(told(text + "2,5,14,.1,zg\n").find("as if they were of one"), std::string::npos);
}

TEST(BandNotes, AreSilentWhereAllRowsShareABandOrHaveNone) {
  EXPECT_EQ(told("id,time,filter,value\na,1,g,10\na,2,g,11\nb,2,g,11\n"), "");
  EXPECT_EQ(told("id,time,filter,value\na,1,,10\na,2,,11\n"), "");
  EXPECT_EQ(told("time,value,filter\n1,2,\n2,3,\n"), "") << "rows that end before the bands";
  EXPECT_EQ(told("time,m,F\n1,2,3\n2,3,4\n"), "") << "numbers called F are no filters";
  EXPECT_NE(told("time,m,F\n1,2,o\n2,3,c\n"), "");
  std::string text = "time,value,filter\n";
  for (int row = 0; row < 1500; ++row) {
    text += std::to_string(row) + ",1," + std::to_string(row) + "\n";
  }
  EXPECT_EQ(told(text), "") << "too many for bands";
}

TEST(BandNotes, DoNotRefuseRowsForABandThatWasNotAskedFor) {
  ReadOptions const drop{.columns = "", .invalid = InvalidRows::drop};
  EXPECT_EQ(told("time,value,filter\n1,2,g\n2,nan,r\n3,2,g\n", drop), "");
  EXPECT_EQ(told("time,value,filter\n1,2,\"g\"x\n2,3,\"r\n3,4,g\n"), "");
}

TEST(BandNotes, TellOfTheBandsOfFits) {
  TemporaryFolder const folder;
  Table made;
  made.add("time", NumberColumn{1.0, 2.0, 3.0});
  made.add("value", NumberColumn{5.0, 6.0, 7.0});
  made.add("fid", IntegerColumn{1, 2, 1});
  std::string const path = folder.path("curves.fits");
  write_table(made, path);
  ReadReport report;
  read_light_curves({path}, {}, &report);
  ASSERT_FALSE(report.notes.empty());
  EXPECT_EQ(report.notes[0].substr(path.size(), 29), ": the points of 2 bands (1, 2");
}

TEST(BandNotes, CountTheFilesOfABatch) {
  TemporaryFolder const folder;
  std::string const text = "time,value,filter\n1,2,g\n2,3,r\n";
  ReadReport report;
  std::string const first = folder.write("a.csv", text);
  read_light_curves(
      {first, folder.write("plain.csv", "time,value\n1,2\n"), folder.write("b.csv", text)}, {},
      &report);
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_EQ(report.notes[0].substr(0, first.size() + 17), first + " and 1 more file:");
}

}  // namespace
}  // namespace siderum::io::test
