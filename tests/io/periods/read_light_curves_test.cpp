// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/read_light_curves.hpp>

#include <sys/stat.h>

#include <fstream>
#include <thread>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/io_support.hpp"
#include "support/worker_threads.hpp"

namespace siderum::io {
namespace {

using siderum::test::with_threads;
using siderum::test::WorkerThreads;

using Ids = std::vector<std::string>;
using Numbers = std::vector<double>;
using Offsets = std::vector<std::int64_t>;

class ReadLightCurves : public testing::Test {
 protected:
  LightCurveTable read(std::string_view text, std::string const& columns = "") {
    return read_light_curves({folder_.write("star.csv", text)}, {columns, InvalidRows::error},
                             &report_);
  }

  test::TemporaryFolder folder_;
  ReadReport report_;
};

TEST_F(ReadLightCurves, TwoColumnsAreTimeAndValueOfTheFile) {
  LightCurveTable const table = read("1.5,10\n2.5,11\n");
  EXPECT_EQ(table.id, Ids{"star"});
  EXPECT_EQ(table.offsets, (Offsets{0, 2}));
  EXPECT_EQ(table.time, (Numbers{1.5, 2.5}));
  EXPECT_EQ(table.value, (Numbers{10, 11}));
  EXPECT_TRUE(table.error.empty());
  EXPECT_EQ(report_.rows, 2);
  EXPECT_EQ(report_.dropped, 0);
  EXPECT_EQ(report_.notes, Ids{folder_.path("star.csv") +
                               ": without a header the columns were taken as time, value. Name "
                               "them with --columns if they are others."});
}

TEST_F(ReadLightCurves, TellsThatAFirstRowMayBeNumbersOfColumns) {
  EXPECT_EQ(read("0,1\n1.5,10\n2.5,11\n").time, (Numbers{0, 1.5, 2.5}));
  EXPECT_EQ(report_.notes.back(),
            folder_.path("star.csv") +
                ": the first row, 0 and 1 and so on, was read as data; if it numbers the columns,"
                " as pandas does, remove it.");
}

TEST_F(ReadLightCurves, ThreeColumnsAreIdTimeValue) {
  LightCurveTable const table = read("a,1,10\na,2,11\nb b,3,12\n");
  EXPECT_EQ(table.id, (Ids{"a", "b b"}));
  EXPECT_EQ(table.offsets, (Offsets{0, 2, 3}));
  EXPECT_EQ(table.time, (Numbers{1, 2, 3}));
  EXPECT_TRUE(table.error.empty());
}

TEST_F(ReadLightCurves, FourColumnsHaveErrors) {
  LightCurveTable const table = read("7 1 10 0.5\n7 2 11 0.25\n");
  EXPECT_EQ(table.id, Ids{"7"});
  EXPECT_EQ(table.error, (Numbers{0.5, 0.25}));
}

TEST_F(ReadLightCurves, SeparatorsLineEndsCommentsAndQuotes) {
  std::string const rows[] = {"a,1,10,0.5\nb,2,11,0.25\na,3,12,1\n",
                              "\xEF\xBB\xBF"
                              "a,1,10,0.5\r\nb,2,11,0.25\r\na,3,12,1",
                              "# note\n\na , 1, 10 ,0.5 # good\n\n  b,2,11,0.25#\n#x\na,3,12,1,\n",
                              "a\t1\t10\t0.5\nb\t2\t11\t0.25\na\t3\t12\t1\n",
                              "  a 1   10 0.5\nb\t2 11 0.25  \n a 3 12 1 # end",
                              "\"a\",1,\"10\",0.5\n\"b\",2,11,0.25\na,3,12,+1.0D0\n"};
  for (std::string const& text : rows) {
    LightCurveTable const table = read(text);
    EXPECT_EQ(table.id, (Ids{"a", "b"})) << text;
    EXPECT_EQ(table.offsets, (Offsets{0, 2, 3})) << text;
    EXPECT_EQ(table.time, (Numbers{1, 3, 2})) << text;
    EXPECT_EQ(table.value, (Numbers{10, 12, 11})) << text;
    EXPECT_EQ(table.error, (Numbers{0.5, 1, 0.25})) << text;
  }
}

TEST_F(ReadLightCurves, AHeaderNamesTheColumns) {
  LightCurveTable const table =
      read("band,MJD,mag_err,Mag,ObjID\nr,1,0.5,10,a\n,2,0.25,11,a\nr,3,1,12,a\n");
  EXPECT_EQ(table.id, Ids{"a"});
  EXPECT_EQ(table.time, (Numbers{1, 2, 3}));
  EXPECT_EQ(table.value, (Numbers{10, 11, 12}));
  EXPECT_EQ(table.error, (Numbers{0.5, 0.25, 1}));
}

TEST_F(ReadLightCurves, ACommentMayNameTheColumns) {
  for (char const* header :
       {"# mag mjd magerr\n", "#mag,mjd,magerr\n", "###mag   mjd   magerr\n"}) {
    LightCurveTable const table = read(std::string(header) + "10 1 0.5\n11 2 0.25\n");
    EXPECT_EQ(table.time, (Numbers{1, 2})) << header;
    EXPECT_EQ(table.value, (Numbers{10, 11})) << header;
    EXPECT_EQ(table.error, (Numbers{0.5, 0.25})) << header;
    EXPECT_TRUE(report_.notes.empty()) << header;
  }
  EXPECT_EQ(read("# photometry 2021\n1 10\n2 11\n").time, (Numbers{1, 2}));
  EXPECT_EQ(read("# time mag\n1 10 0.5\n2 11 0.5\n", "time,value,error").error, (Numbers{0.5, 0.5}))
      << "whoever names the columns needs no header";
}

TEST_F(ReadLightCurves, TimesWithAUnitBecomeDays) {
  for (char const* header : {"time [s],mag\n", "# time mag\n# s mag\n",
                             "# %ECSV 1.0\n# ---\n# datatype:\n# - {name: time, unit: s}\n"
                             "time mag\n"}) {
    EXPECT_EQ(read(std::string(header) + "43200,10\n86400,11\n").time, (Numbers{0.5, 1})) << header;
    EXPECT_EQ(report_.notes, Ids{folder_.path("star.csv") +
                                 ": the times 'time [s]' were converted to days: frequencies are "
                                 "per day, periods in days."});
  }
  EXPECT_EQ(read("time [BJD - 2457000],mag\n1.5,10\n2,11\n").time, (Numbers{1.5, 2}));
  EXPECT_TRUE(report_.notes.empty());
  EXPECT_EQ(test::sentence_of([&] { read("time [furlong],mag\n1,10\n"); }, folder_),
            "star.csv: the column 'time [furlong]' is in 'furlong' (times are read in d, h, min, s,"
            " ms, us, ns, yr and Julian dates). Convert it, or correct its unit.");
}

TEST_F(ReadLightCurves, TimesWithoutAUnitBesideOthersWithOneAreTold) {
  auto const notes_of = [&](std::vector<std::string> const& headers) {
    std::vector<std::string> files;
    for (std::string const& header : headers) {
      std::size_t const n = files.size();
      files.push_back(
          folder_.write(fmt::format("{}.csv", "abc"[n]),
                        fmt::format("id,{},mag\nx,{},10\nx,{},11\n", header, n + 1, n + 100)));
    }
    read_light_curves(files, {}, &report_);
    return report_.notes.empty() ? std::string() : report_.notes.back();
  };
  std::string const a = folder_.path("a.csv");
  std::string const b = folder_.path("b.csv");
  std::string const told =
      ": the times have no unit and were taken as days, since {} says the unit of its times. Give "
      "them theirs if they are in another.";
  EXPECT_EQ(notes_of({"time [h]", "time"}), b + fmt::format(fmt::runtime(told), a));
  EXPECT_EQ(notes_of({"time", "time [h]"}), a + fmt::format(fmt::runtime(told), b));
  EXPECT_EQ(notes_of({"time", "time [d]", "t"}),
            a + " and 1 more file" + fmt::format(fmt::runtime(told), b));
  for (std::vector<std::string> const& headers :
       {std::vector<std::string>{"time [d]", "mjd"}, {"time [d]", "time (d)"}, {"time", "mjd"}}) {
    EXPECT_EQ(notes_of(headers), "") << headers[1];
  }
}

TEST_F(ReadLightCurves, AHeaderMayBeSeparatedInAnotherWay) {
  LightCurveTable const table = read("time, value\n1 10\n2 11\n");
  EXPECT_EQ(table.value, (Numbers{10, 11}));
}

TEST_F(ReadLightCurves, WordsNameTheColumns) {
  EXPECT_EQ(read("9,1,x,10\n8,2,y,11\n", "-,time,-,value").value, (Numbers{10, 11}));
  EXPECT_EQ(read("a,b,c\n1,10,5\n2,11,5\n", "time=a,value=b").time, (Numbers{1, 2}));
  EXPECT_EQ(read("a,b,c\n1,10,5\n2,11,5\n", "time,value,error").error, (Numbers{5, 5}));
  EXPECT_EQ(read("1,2,3,4,5,6\n1,2,3,4,5,7\n", "value=6,time=5").value, (Numbers{6, 7}));
}

TEST_F(ReadLightCurves, GroupsInOrderOfFirstAppearanceAndKeepsTheOrderOfRows) {
  LightCurveTable const table = read("id,t,y\nb,5,1\na,4,2\nb,3,3\nc,2,4\na,1,5\nb,0,6\n");
  EXPECT_EQ(table.id, (Ids{"b", "a", "c"}));
  EXPECT_EQ(table.offsets, (Offsets{0, 3, 5, 6}));
  EXPECT_EQ(table.time, (Numbers{5, 3, 0, 4, 1, 2}));
  EXPECT_EQ(table.value, (Numbers{1, 3, 6, 2, 5, 4}));
  EXPECT_EQ(report_.notes,
            Ids{folder_.path("star.csv") +
                ": the rows of an object are not contiguous; they are grouped by id."});
}

TEST_F(ReadLightCurves, GroupsManyScatteredObjects) {
  constexpr int objects = 3000;
  std::string text = "id,time,value,error\n";
  for (int point = 0; point < 3; ++point) {
    for (int object = 0; object < objects; ++object) {
      text += fmt::format("star{},{},{},{}\n", object, point, 10 * object + point, 1 + object);
    }
  }
  LightCurveTable const table = read(text);
  ASSERT_EQ(table.objects(), objects);
  ASSERT_EQ(table.points(), 3 * objects);
  for (int object = 0; object < objects; ++object) {
    std::size_t const i = static_cast<std::size_t>(object);
    ASSERT_EQ(table.id[i], fmt::format("star{}", object));
    ASSERT_EQ(table.offsets[i + 1], 3 * (object + 1));
    for (std::size_t point = 0; point < 3; ++point) {
      ASSERT_EQ(table.time[3 * i + point], static_cast<double>(point));
      ASSERT_EQ(table.value[3 * i + point], 10.0 * object + static_cast<double>(point));
      ASSERT_EQ(table.error[3 * i + point], 1.0 + object);
    }
  }
}

TEST_F(ReadLightCurves, TimesKeepTheirLastDigit) {
  LightCurveTable const table = read("2458652.95843750,1\n2458652.958437501,2\n");
  EXPECT_EQ(table.time, (Numbers{2458652.95843750, 2458652.958437501}));
}

TEST_F(ReadLightCurves, IdsAreText) {
  EXPECT_EQ(read("007,1,1\n007,2,1\n7,1,1\n1e1,3,1\n1e1,4,1\n").id, (Ids{"007", "7", "1e1"}));
}

TEST_F(ReadLightCurves, NotesAHeaderThatNamesNoId) {
  LightCurveTable const table = read("asteroid_number,jd,mag\n1,1,10\n2,2,11\n");
  EXPECT_EQ(table.id, Ids{"star"});
  EXPECT_EQ(report_.notes, Ids{folder_.path("star.csv") +
                               ": the header names no id; all rows are one object, 'star'."});
}

TEST_F(ReadLightCurves, NotesThatAnIdWasGuessed) {
  std::string const first = folder_.write("first.csv", "a,1,10\na,2,20\nb,2,21\nb,3,2\n");
  std::string const second = folder_.write("second.dat", "b 3 22\na 2 11\n");
  read_light_curves({first, second}, {}, &report_);
  EXPECT_EQ(report_.notes,
            Ids{first + " and 1 more file: without a header the columns were taken as id, time, "
                        "value, which makes 2 objects. Name them with --columns if they are "
                        "others."});
  read("2458652,10000,16,013\n2458652,20000,16,015\n");
  EXPECT_EQ(report_.notes,
            Ids{folder_.path("star.csv") +
                ": without a header the columns were taken as id, time, value, error, which makes "
                "1 object. If commas stand in decimals, write points there; if not, name them with "
                "--columns if they are others."});
  read("a,1,10\na,2,11\n", "id,time,value");
  EXPECT_TRUE(report_.notes.empty()) << "nothing is guessed";
}

TEST_F(ReadLightCurves, SeveralFilesAreOneBatch) {
  std::string const first = folder_.write("first.csv", "id,t,y\na,1,10\nb,1,20\nb,2,21\n");
  std::string const second = folder_.write("second.dat", "id t y\nb 3 22\na 2 11\n");
  LightCurveTable const table = read_light_curves({first, second}, {}, &report_);
  EXPECT_EQ(table.id, (Ids{"a", "b"}));
  EXPECT_EQ(table.value, (Numbers{10, 11, 20, 21, 22}));
  EXPECT_TRUE(report_.notes.empty()) << "an object may go on in another file";
}

TEST_F(ReadLightCurves, FilesWithoutIdsNameTheirObjects) {
  std::vector<std::string> paths;
  for (std::string const name : {"x.csv", "y.tar.dat", "star.0001", "star.0002", "noending"}) {
    paths.push_back(folder_.write(name, "1 2\n3 4\n"));
  }
  EXPECT_EQ(read_light_curves(paths).id, (Ids{"x", "y.tar", "star.0001", "star.0002", "noending"}));
}

TEST_F(ReadLightCurves, NotesFilesWithoutIdsOfTheSameName) {
  std::string const first = folder_.write("g/x.csv", "1,2\n3,4\n");
  std::string const second = folder_.write("r/x.csv", "5,6\n");
  LightCurveTable const table = read_light_curves({first, second}, {}, &report_);
  EXPECT_EQ(table.time, (Numbers{1, 3, 5}));
  ASSERT_EQ(report_.notes.size(), 2U);
  EXPECT_TRUE(report_.notes[0].starts_with(first + " and 1 more file: without a header"));
  EXPECT_EQ(Ids{report_.notes[1]},
            Ids{first + " and " + second +
                ": neither has ids, both are named 'x'; their points are one object."});
}

TEST_F(ReadLightCurves, TellsMagnitudesByTheNameOfTheirColumn) {
  auto const kind = [&](std::string_view text, std::string const& columns = "") {
    read(text, columns);
    return report_.values;
  };
  EXPECT_EQ(kind("time,mag\n1,2\n"), ValueKind::magnitudes);
  EXPECT_EQ(kind("psfMag [mag],time\n1,2\n"), ValueKind::magnitudes);
  EXPECT_EQ(kind("1,2\n", "time,magnitude"), ValueKind::magnitudes);
  EXPECT_EQ(kind("a,b,V_mag\n1,2,3\n", "time=a,value=3"), ValueKind::magnitudes);
  EXPECT_EQ(kind("time,flux\n1,2\n"), ValueKind::unknown);
  EXPECT_EQ(kind("time,flux,magerr\n1,2,3\n"), ValueKind::unknown);
  EXPECT_EQ(kind("time,mag,flux\n1,2,3\n", "value=flux"), ValueKind::unknown);
  EXPECT_EQ(kind("1,2\n3,4\n"), ValueKind::unknown);
}

TEST_F(ReadLightCurves, ValuesAreMagnitudesWhereTheyAreInEveryFile) {
  std::string const magnitudes = folder_.write("a.csv", "time,mag\n1,2\n");
  std::string const fluxes = folder_.write("b.csv", "time,flux\n1,2\n");
  auto const kind = [&](std::vector<std::string> const& paths) {
    read_light_curves(paths, {}, &report_);
    return report_.values;
  };
  std::string const others = folder_.write("c.csv", "time,psfmag\n1,2\n");
  EXPECT_EQ(kind({magnitudes, others}), ValueKind::magnitudes);
  EXPECT_EQ(kind({magnitudes, fluxes}), ValueKind::unknown);
  EXPECT_EQ(kind({fluxes, magnitudes}), ValueKind::unknown);
}

TEST_F(ReadLightCurves, ReadsListsOfFiles) {
  folder_.write("sub/a.csv", "1,2\n3,4\n");
  folder_.write("sub/b c.csv", "5,6\n7,8\n");
  std::string const list = folder_.write(
      "sub/list", "# files\n\na.csv\n  b c.csv \n" + folder_.write("c.csv", "9,1\n") + "\n");
  LightCurveTable const table = read_light_curves({"@" + list});
  EXPECT_EQ(table.id, (Ids{"a", "b c", "c"}));
  EXPECT_EQ(table.time, (Numbers{1, 3, 5, 7, 9}));
}

TEST_F(ReadLightCurves, ReadsStandardInput) {
  test::StandardInput const input(folder_.write("in", "1,2\n3,4\n"));
  EXPECT_EQ(read_light_curves({"-"}).id, Ids{"stdin"});
}

TEST_F(ReadLightCurves, ReadsAListFromStandardInput) {
  std::string const file = folder_.write("a.csv", "1,2\n3,4\n");
  test::StandardInput const input(folder_.write("in", file + "\n"));
  EXPECT_EQ(read_light_curves({"@-"}).id, Ids{"a"});
}

TEST_F(ReadLightCurves, DropsBadRowsOnDemand) {
  std::string const path = folder_.write(
      "bad.csv",
      "id,time,value,error\na,1,10,0.5\na,nan,10,0.5\na,2,inf,0.5\na,3,10,0\na,4,10,-1\na,5,10\n"
      "a,6,x,1\na,7,,1\n,8,10,1\na,9,10,nan\n\"a,9,1,1\na,10,11,1\n");
  LightCurveTable const table = read_light_curves({path}, {"", InvalidRows::drop}, &report_);
  EXPECT_EQ(table.id, Ids{"a"});
  EXPECT_EQ(table.time, (Numbers{1, 10}));
  EXPECT_EQ(table.error, (Numbers{0.5, 1}));
  EXPECT_EQ(report_.rows, 12);
  EXPECT_EQ(report_.dropped, 10);
  EXPECT_EQ(report_.first_dropped, path + ", row 3: the time is NaN (times must be finite)");
}

TEST_F(ReadLightCurves, TheGuessIsTrustedWhenTheUserMadeIt) {
  std::string const text = "1,10,5\n2,11,5\n3,12,5\n";
  EXPECT_EQ(read(text, "id,time,value").objects(), 3);
  EXPECT_EQ(read("id,time,value\n" + text).objects(), 3);
}

TEST_F(ReadLightCurves, NineIdsOfElevenAreNotNearlyAll) {
  std::string text;
  for (int row = 0; row < 11; ++row) {
    text += fmt::format("{},{},1\n", row % 9, row);
  }
  EXPECT_EQ(read(text).objects(), 9);
}

TEST_F(ReadLightCurves, ManyIdsThatAreNoNumbersAreFine) {
  std::string text;
  for (int row = 0; row < 20; ++row) {
    text += fmt::format("star{},{},1\n", row % 19, row);
  }
  EXPECT_EQ(read(text).objects(), 19);
}

TEST_F(ReadLightCurves, AreTheSameForAnyNumberOfThreads) {
  std::string text = "id,time,value,error,filter\n";
  for (int row = 0; row < 60'000; ++row) {
    std::string const id =
        row % 3 == 0 ? "\"star \"\"A\"\", b\"" : "star" + std::to_string(row / 50);
    text += id + "," + std::to_string(row) + ",1" + (row == 41'234 ? "x" : "") + ",0.5,\"g\"\"" +
            std::to_string(row % 2) + "\"\n";
  }
  std::string const path = folder_.write("star.csv", text);
  ReadOptions options;
  options.band_column = "filter";
  options.invalid = InvalidRows::drop;
  WorkerThreads const one(1);
  LightCurveTable const expected = read_light_curves({path}, options, &report_);
  EXPECT_EQ(report_.dropped, 1);
  EXPECT_EQ(expected.points(), 59'999);
  EXPECT_EQ(expected.id.front(), "star \"A\", b");
  EXPECT_EQ(expected.band_names, (Ids{"g\"0", "g\"1"}));
  with_threads({2, 5}, [&](int) {
    ReadReport report;
    LightCurveTable const table = read_light_curves({path}, options, &report);
    EXPECT_EQ(table.id, expected.id);
    EXPECT_EQ(table.offsets, expected.offsets);
    EXPECT_EQ(table.time, expected.time);
    EXPECT_EQ(table.band, expected.band);
    EXPECT_EQ(report.first_dropped, report_.first_dropped);
    options.invalid = InvalidRows::error;
    EXPECT_EQ(test::sentence_of([&] { read_light_curves({path}, options); }, folder_).substr(0, 18),
              "star.csv, row 4123");
    options.invalid = InvalidRows::drop;
  });
}

/// A list of small files, with large ones and bad rows among them.
TEST_F(ReadLightCurves, ManyFilesAreTheSameForAnyNumberOfThreads) {
  std::string list;
  for (int file = 0; file < 200; ++file) {
    std::string const name = "star" + std::to_string(file % 150);
    std::string text = file % 3 == 0 ? "# a comment\nid,time [h],value\n" : "id,time,value\n";
    int const rows = file % 40 == 7 ? 9000 : 1 + file % 17;
    for (int row = 0; row < rows; ++row) {
      text += fmt::format("{},{}.5,{}\n", name, row, row == 3 && file > 30 ? "x" : "1");
    }
    std::string const path = folder_.write(std::to_string(file / 150) + name, text);
    list += path + "\n";
  }
  std::string const path = folder_.write("list", list);
  ReadOptions const drop{.columns = "", .invalid = InvalidRows::drop};
  WorkerThreads const one(1);
  LightCurveTable const expected = read_light_curves({"@" + path}, drop, &report_);
  EXPECT_EQ(expected.objects(), 150);
  EXPECT_GT(report_.dropped, 0);
  with_threads({1, 2, 5}, [&](int) {
    ReadReport report;
    LightCurveTable const table = read_light_curves({"@" + path}, drop, &report);
    EXPECT_EQ(table.id, expected.id);
    EXPECT_EQ(table.offsets, expected.offsets);
    EXPECT_EQ(table.time, expected.time);
    EXPECT_EQ(report.rows, report_.rows);
    EXPECT_EQ(report.first_dropped, report_.first_dropped);
    EXPECT_EQ(report.notes, report_.notes);
    EXPECT_EQ(test::sentence_of([&] { read_light_curves({"@" + path}); }, folder_).substr(0, 14),
              "0star31, row 5");
  });
}

TEST_F(ReadLightCurves, OfSeveralBadFilesTheFirstIsNamed) {
  WorkerThreads const four(4);
  std::vector<std::string> files;
  for (int file = 0; file < 64; ++file) {
    files.push_back(folder_.write(std::to_string(file), "time,value\n1,2\n2,3\n"));
  }
  auto const sentence = [&] {
    return test::sentence_of([&] { read_light_curves(files); }, folder_);
  };
  folder_.write("63", "");
  EXPECT_TRUE(sentence().starts_with("63 has no data"));
  files[60] = folder_.path("none");
  EXPECT_TRUE(sentence().starts_with("none cannot be read"));
  folder_.write("50", "\xFF\xFEtext");
  EXPECT_TRUE(sentence().starts_with("50 is text in UTF-16"));
  folder_.write("40", "time,value,error\n1,2,3\n");
  EXPECT_TRUE(sentence().starts_with("40 has errors and 39 has none"));
  folder_.write("33", "time,value\n1,2\nx,3\n");
  EXPECT_TRUE(sentence().starts_with("33, row 3: "));
  folder_.write("20", "time,flux,sap_flux\n1,2,3\n");
  EXPECT_TRUE(sentence().starts_with("20: the columns 'flux' and 'sap_flux' could both be"));
  folder_.write("10", "time [kg],value,error\n1,2,3\n");
  EXPECT_TRUE(sentence().starts_with("10 has errors and 9 has none"));
  folder_.write("9", "time [kg],value\n1,2\n");
  EXPECT_TRUE(sentence().starts_with("9: ")) << sentence();
}

/// Its writer comes only when the files before it are read: it is not waited for.
TEST_F(ReadLightCurves, APipeIsOpenedInItsTurn) {
  WorkerThreads const four(4);
  std::vector<std::string> files;
  for (int file = 0; file < 40; ++file) {
    files.push_back(folder_.write(std::to_string(file), "time,value\n1,2\n"));
  }
  files.push_back(folder_.path("pipe"));
  ASSERT_EQ(::mkfifo(files.back().c_str(), 0600), 0);
  folder_.write("3", "time,value\n1,x\n");
  EXPECT_EQ(test::sentence_of([&] { read_light_curves(files); }, folder_).substr(0, 8), "3, row 2");
  folder_.write("3", "time,value\n1,2\n");
  std::jthread const writer([&] { std::ofstream(files.back()) << "time,value\n1,2\n"; });
  EXPECT_EQ(read_light_curves(files).objects(), 41);
}

}  // namespace
}  // namespace siderum::io
