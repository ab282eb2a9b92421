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
                      " --band-column."),
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

}  // namespace
}  // namespace siderum::io::test
