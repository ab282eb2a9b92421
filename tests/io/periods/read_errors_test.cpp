// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/io/periods/read_light_curves.hpp>

#include "io/io_support.hpp"

namespace siderum::io {
namespace {

class ReadErrors : public testing::Test {
 protected:
  std::string sentence(std::vector<std::string> const& paths, ReadOptions const& options = {}) {
    return test::sentence_of([&] { read_light_curves(paths, options); }, folder_);
  }

  std::string of_text(std::string_view text, ReadOptions const& options = {}) {
    return sentence({folder_.write("a.csv", text)}, options);
  }

  test::TemporaryFolder folder_;
};

TEST_F(ReadErrors, NumbersThatAreNotFinite) {
  std::string const remedy = " Correct the row, or drop such rows with --invalid drop.";
  EXPECT_EQ(of_text("a,1,2,1\na,NaN,2,1\n"),
            "a.csv, row 2: the time is NaN (times must be finite)." + remedy);
  EXPECT_EQ(of_text("a,1,2,1\n\n# x\na,-inf,2,1\n"),
            "a.csv, row 4: the time is infinite (times must be finite)." + remedy);
  EXPECT_EQ(of_text("a,1,nan,1\n"),
            "a.csv, row 1: the value is NaN (values must be finite)." + remedy);
  EXPECT_EQ(of_text("a,1,1e999,1\n"),
            "a.csv, row 1: the value is infinite (values must be finite)." + remedy);
  EXPECT_EQ(of_text("a,1,2,nan\n"),
            "a.csv, row 1: the error is NaN (errors must be finite). Correct the row, leave "
            "the errors out with --columns id,time,value, or drop such rows with --invalid drop.");
}

TEST_F(ReadErrors, ErrorsThatAreNotPositive) {
  EXPECT_EQ(
      of_text("id,time,value,error\na,1,2,0\n"),
      "a.csv, row 2: the error is 0 (errors must be greater than 0). Correct the row, leave the "
      "errors out with --columns error=-, or drop such rows with --invalid drop.");
  EXPECT_EQ(of_text("id,time,value,error\na,1,2,0\n", {"error=-", InvalidRows::error}), "no error");
  EXPECT_EQ(
      of_text("a,1,2,-0.5\n"),
      "a.csv, row 1: the error is -0.5 (errors must be greater than 0). Correct the row, leave "
      "the errors out with --columns id,time,value, or drop such rows with --invalid drop.");
  EXPECT_EQ(of_text("a,1,2,-0.5\n", {"id,time,value,-", InvalidRows::error}), "no error");
  EXPECT_EQ(of_text("1,2,-0.5\n", {"time,value,error", InvalidRows::error}),
            "a.csv, row 1: the error is -0.5 (errors must be greater than 0). Correct the row, "
            "leave the errors out with --columns time,value, or drop such rows with --invalid "
            "drop.");
}

TEST_F(ReadErrors, NumbersThatNoFloatHolds) {
  std::string const header = "id,time,value,error\na,1e300,2,0.1\n";
  std::string const remedy =
      " Use --precision double, correct the row, or drop such rows with --invalid drop.";
  ReadOptions const floats{.columns = "", .numbers = NumberRange::floats};
  EXPECT_EQ(of_text(header + "a,2,1,1e-200\n", floats),
            "a.csv, row 3: the error is 1e-200 (single precision begins at 1.4e-45)." + remedy);
  EXPECT_EQ(of_text(header + "a,2,1,1e39\n", floats),
            "a.csv, row 3: the error is 1e+39 (single precision ends at 3.4e38)." + remedy);
  EXPECT_EQ(of_text(header + "a,2,-1e40,1\n", floats),
            "a.csv, row 3: the value is -1e+40 (single precision ends at 3.4e38)." + remedy);
  EXPECT_EQ(of_text(header + "a,2,1e-50,1e-44\n", floats), "no error");
  EXPECT_EQ(of_text(header + "a,2,-1e40,1e-200\n"), "no error");
}

TEST_F(ReadErrors, FieldsThatAreNoNumbers) {
  EXPECT_EQ(of_text("a,1,2\na,1.5.2,2\n"),
            "a.csv, row 2: the time '1.5.2' is not a number (the columns are id, time, value). "
            "Correct the row, name the columns with --columns, or drop such rows with --invalid "
            "drop.");
  EXPECT_EQ(of_text("time value\n1 two\n"),
            "a.csv, row 2: the value 'two' is not a number (the columns are time, value). Correct "
            "the row, or drop such rows with --invalid drop.");
  EXPECT_EQ(
      of_text(fmt::format("1,2\n1,\x01{}\n", std::string(50, 'x'))),
      fmt::format("a.csv, row 2: the value '?{}...' is not a number (the columns are time, "
                  "value). Correct the row, name the columns with --columns, or drop such rows "
                  "with --invalid drop.",
                  std::string(39, 'x')));
}

TEST_F(ReadErrors, LimitsAreNoMeasurements) {
  std::string const text = "HJD,mag,mag_err\n1,15.2,0.1\n2,>15.3,99.99\n3,15.1,0.1\n";
  EXPECT_EQ(of_text(text),
            "a.csv, row 3: the value '>15.3' is a limit (a limit is no measurement). Correct the "
            "row, or drop such rows with --invalid drop.");
  EXPECT_EQ(of_text(text, {"", InvalidRows::drop}), "no error");
}

TEST_F(ReadErrors, RowsOfAnotherWidth) {
  std::string const remedy = " Correct the row, or drop such rows with --invalid drop.";
  EXPECT_EQ(of_text("a,1,2\na,3\n"),
            "a.csv, row 2: the row has 2 columns (the columns are id, time, value)." + remedy);
  EXPECT_EQ(of_text("id,t,band,mag\na,1,r,2\na\n"),
            "a.csv, row 3: the row has 1 column (the columns are id, time, -, value)." + remedy);
  EXPECT_EQ(of_text("a,1,2\na,,2\n"),
            "a.csv, row 2: the time is missing (its field is empty)." + remedy);
  EXPECT_EQ(of_text("a,1,2\n,1,2\n"),
            "a.csv, row 2: the id is missing (its field is empty)." + remedy);
  EXPECT_EQ(of_text("a,1,2\n\"a,1,2\n"),
            "a.csv, row 2: a quote is not closed (quoted text ends on its line)." + remedy);
}

TEST_F(ReadErrors, ErrorsThatAreNotThereCanBeLeftOut) {
  std::string const remedy =
      " Correct the row, leave the errors out with --columns error=-, or drop such rows with "
      "--invalid drop.";
  ReadOptions const without{"error=-", InvalidRows::error};
  for (std::string const row : {"1,2,", "1,2,-", "1,2,inf"}) {
    std::string const text = "time,value,error\n0,1,1\n" + row + "\n";
    EXPECT_TRUE(of_text(text).ends_with(remedy)) << of_text(text);
    EXPECT_EQ(of_text(text, without), "no error") << row;
  }
  std::string const shorter = "time,value,error\n0,1,1\n1,2\n";
  EXPECT_EQ(of_text(shorter),
            "a.csv, row 3: the row has 2 columns (the columns are time, value, error). Correct the "
            "row, or drop such rows with --invalid drop.");
  EXPECT_EQ(of_text(shorter, without),
            "a.csv, row 3: the row has 2 columns (the header has 3). Correct the row, or drop such "
            "rows with --invalid drop.");
  EXPECT_EQ(of_text("time,value,error\n1,2,\"1\n"),
            "a.csv, row 2: a quote is not closed (quoted text ends on its line). Correct the row, "
            "or drop such rows with --invalid drop.");
}

TEST_F(ReadErrors, RowsLongerThanTheHeader) {
  std::string const remedy =
      " Correct the row (decimals need a point, text with separators needs double quotes), or "
      "drop such rows with --invalid drop.";
  EXPECT_EQ(of_text("time,value\n1,5,2,5\n2,5,3,5\n"),
            "a.csv, row 2: the row has 4 columns (the header has 2)." + remedy);
  EXPECT_EQ(of_text("id,time,value\na,1,2\na,2,3,\na,3,4,,5\n"),
            "a.csv, row 4: the row has 5 columns (the header has 3)." + remedy);
  EXPECT_EQ(of_text("id time value band\na 1 2 r\na 2 3 r 7\n"),
            "a.csv, row 3: the row has 5 columns (the header has 4)." + remedy);
  EXPECT_EQ(of_text("time\tvalue\tnote\n1\t2\t\n2\t3\tx\ty\n"),
            "a.csv, row 3: the row has 4 columns (the header has 3)." + remedy);
  EXPECT_EQ(of_text("time,value,\n1,2,3\n"),
            "a.csv, row 2: the row has 3 columns (the header has 2)." + remedy)
      << "a comma at the end of a header is no column";
  EXPECT_EQ(of_text("a,b\n1,2,3\n", {"time,value,error", InvalidRows::error}),
            "a.csv, row 2: the row has 3 columns (the header has 2)." + remedy);
  EXPECT_EQ(of_text("a,b,c\n1,2,3\n1,2,3,4\n", {"time=a,value=b", InvalidRows::error}),
            "a.csv, row 3: the row has 4 columns (the header has 3)." + remedy);
}

TEST_F(ReadErrors, RowsLongerThanTheFirst) {
  std::string const remedy =
      " Correct the row (decimals need a point, text with separators needs double quotes), or "
      "drop such rows with --invalid drop.";
  EXPECT_EQ(of_text("a,1,2\na,1,2,0.1\n"),
            "a.csv, row 2: the row has 4 columns (the first row has 3)." + remedy);
  EXPECT_EQ(of_text("1,2,x\n3,4,x,\n5,5,6,5\n", {"time,value", InvalidRows::error}),
            "a.csv, row 3: the row has 4 columns (the first row has 3)." + remedy);
  EXPECT_EQ(of_text("1 2 3\n4 5 6 # 7\n4 5 6 7\n", {"value=2,time=1", InvalidRows::error}),
            "a.csv, row 3: the row has 4 columns (the first row has 3)." + remedy);
}

// A field that is not there may be one before the last, so that the others stand for each other.
TEST_F(ReadErrors, RowsShorterThanTheHeaderOrTheFirst) {
  std::string const remedy = " Correct the row, or drop such rows with --invalid drop.";
  std::string const of_header = "a.csv, row 3: the row has 2 columns (the header has 3)." + remedy;
  EXPECT_EQ(of_text("time,value,flag\n1,2,0\n2,3\n3,4,0\n"), of_header);
  EXPECT_EQ(of_text("time value flag\n1 2 0\n2 3 # 4\n"), of_header);
  EXPECT_EQ(of_text("# time value flag\n1 2 0\n2 3\n"), of_header);
  EXPECT_EQ(of_text("time,value,flag,note\n1,2,0,a\n2,3,\n"),
            "a.csv, row 3: the row has 3 columns (the header has 4)." + remedy);
  ReadOptions const two{"time,value", InvalidRows::error};
  std::string const of_first =
      "a.csv, row 2: the row has 2 columns (the first row has 3)." + remedy;
  EXPECT_EQ(of_text("1,2,0\n2,3\n", two), of_first);
  EXPECT_EQ(of_text("1\t2\t0\n2\t3\n", two), of_first);
  for (std::string_view const text :
       {"time,value,flag\n1,2,0\n2,3,\n", "time\tvalue\tflag\n1\t2\t0\n2\t3\t\r\n",
        "time,value,\n1,2\n2,3,\n", "time,value,flag\n1,2,0  \n2,3, # none\n"}) {
    EXPECT_EQ(of_text(text), "no error") << text;
  }
  EXPECT_EQ(of_text("1,2,,\n2,3\n3,4,\n", two), "no error");

  ReadReport report;
  std::string const path = folder_.write("b.csv", "time,value,flag\n1,2,0\n2,3\n3,4,0\n");
  EXPECT_EQ(read_light_curves({path}, {"", InvalidRows::drop}, &report).time,
            (std::vector<double>{1, 3}));
  EXPECT_EQ(report.first_dropped, path + ", row 3: the row has 2 columns (the header has 3)");
}

TEST_F(ReadErrors, FieldsAfterTheLastUsedOneAreSplitAsTheOthers) {
  std::string const quoted = "time,value,note\n1,2,\"a, b\"\n2,3,\"a\"\"b\" # , c\n3,4,\"x\"y\n";
  EXPECT_EQ(of_text(quoted), "no error");
  EXPECT_EQ(of_text("time,value,note\n1,2,3\" aperture\n"), "no error");
  EXPECT_EQ(of_text("time,value,note,\n1,2,a\n2,3,,,,\n"), "no error");
}

TEST_F(ReadErrors, TextAfterAQuote) {
  std::string const drop = " Correct the row, or drop such rows with --invalid drop.";
  EXPECT_EQ(
      of_text("id,time,mag\n\"a\"x,1,2\n"),
      "a.csv, row 2: text follows the closing quote of \"a\" (quoted text is a whole field)." +
          drop);
  EXPECT_EQ(
      of_text("time,mag,err\n1,2,\"3\"x\n"),
      "a.csv, row 2: text follows the closing quote of \"3\" (quoted text is a whole field)." +
          drop);
  EXPECT_EQ(of_text("id,time,mag\na\"b,1,2\n"), "no error") << "a quote within a field";
}

TEST_F(ReadErrors, FilesOfOneColumn) {
  std::string const remedy = " Separate the columns by commas, tabs or blanks.";
  for (std::string const text : {"1|2\n", "1|2\n2|3\n"}) {
    EXPECT_EQ(of_text(text),
              "a.csv has one column, '1|2' (a light curve needs a time and a value)." + remedy);
    EXPECT_EQ(of_text(text, {"time,value", InvalidRows::drop}), of_text(text));
  }
  EXPECT_EQ(of_text("1\xC2\xA0"
                    "2\n"),
            "a.csv has one column, '1\xC2\xA0"
            "2' (its no-break spaces separate no columns)." +
                remedy);
}

TEST_F(ReadErrors, FilesOfOneNumberALine) {
  EXPECT_EQ(of_text("5\n6\n"),
            "a.csv has one column, '5' (a light curve needs a time and a value). Separate the "
            "columns by commas, tabs or blanks.");
}

TEST_F(ReadErrors, LinesThatEndWithCarriageReturns) {
  std::string const expected =
      "a.csv: the lines end with CR alone (LF or CRLF ends a line). Convert them, for example with "
      "tr '\\r' '\\n'.";
  EXPECT_EQ(of_text("1,2\r2,3\r"), expected);
  EXPECT_EQ(of_text("# note\r1,2\r2,3"), expected);
  EXPECT_EQ(of_text("1,2\r\n2,3\r\n"), "no error");
}

TEST_F(ReadErrors, FilesThatAreNamedTwice) {
  std::string const path = folder_.write("a.csv", "1,2\n2,3\n");
  EXPECT_EQ(sentence({path, folder_.path("./a.csv")}),
            "a.csv and ./a.csv are one file (its points would count twice). Name it once.");
  EXPECT_EQ(sentence({path, path}),
            "a.csv is named twice (its points would count twice). Name it once.");
  EXPECT_EQ(sentence({"-", "-"}),
            "standard input is named twice (it can be read only once). Name it once.");
}

TEST_F(ReadErrors, LongRowsCanBeDropped) {
  ReadReport report;
  std::string const path = folder_.write("a.csv", "time,value\n1,2\n1,5,2,5\n3,4\n");
  LightCurveTable const table = read_light_curves({path}, {"", InvalidRows::drop}, &report);
  EXPECT_EQ(table.time, (std::vector<double>{1, 3}));
  EXPECT_EQ(report.dropped, 1);
  EXPECT_EQ(report.first_dropped, path + ", row 3: the row has 4 columns (the header has 2)");
}

TEST_F(ReadErrors, ColumnsSeparatedBySemicolons) {
  std::string const sentence =
      "a.csv: the columns are separated by semicolons (commas, tabs or blanks are read, and "
      "decimals have a point). Write commas, and points in decimals, for example with tr ',;' "
      "'.,'.";
  for (std::string_view const text :
       {"time;value\n1,5;2,5\n2,5;3,5\n", "1;2\n2;3\n", "a; 1.5; 2\n", "id;t;v;e\na;1;2;0,5\n"}) {
    EXPECT_EQ(of_text(text), sentence) << text;
    EXPECT_EQ(of_text(text, {"time,value", InvalidRows::drop}), sentence) << text;
  }
  EXPECT_EQ(of_text("id,time,value,flags\na;b,1,2,3;4;5\n\"x;1;2\",2,3,\n"), "no error")
      << "semicolons in a field";
}

TEST_F(ReadErrors, FilesThatAreNoText) {
  std::string const remedy =
      " Convert it to what is read: text with columns (CSV), or a FITS table.";
  using namespace std::string_view_literals;
  EXPECT_EQ(of_text("PK\x03\x04 archive"),
            "a.csv is not text (it is a zip archive, as .npz and .xlsx are)." + remedy);
  EXPECT_EQ(of_text("\x93NUMPY\x01"), "a.csv is not text (it is a NumPy array)." + remedy);
  EXPECT_EQ(of_text("\x89HDF\r\n\x1A\n"), "a.csv is not text (it is HDF5)." + remedy);
  for (std::string_view const text :
       {"{\n  \"time\": [1, 2]}", "[{\"time\":1,\"mag\":2}]\n", " [[1,2],[2,3]]"}) {
    EXPECT_EQ(of_text(text), "a.csv is no table (it is JSON)." + remedy) << text;
  }
  for (std::string_view const text :
       {"<?xml version=\"1.0\"?>\n<VOTABLE version=\"1.3\">\n", "\xEF\xBB\xBF\n <votable>\n",
        "<!-- a table -->\n<VOTABLE>\n"}) {
    EXPECT_EQ(of_text(text), "a.csv cannot be read (it is XML, as VOTables are)." + remedy) << text;
  }
  for (std::string_view const text : {"<!DOCTYPE html>\n<html>\n", "<HTML>\n"}) {
    EXPECT_EQ(of_text(text), "a.csv cannot be read (it is a page in HTML)." + remedy) << text;
  }
  EXPECT_EQ(of_text("<time> <mag>\n1 2\n2 3\n3 5\n"), "no error");
  EXPECT_EQ(of_text("[time] [mag]\n1 2\n2 3\n", {"1=time", InvalidRows::error}).find("JSON"),
            std::string::npos);
  EXPECT_EQ(of_text("1,2\n\0"sv), "a.csv is not text (it is binary data)." + remedy);
}

TEST_F(ReadErrors, FilesWithoutData) {
  std::string const remedy = " Give a file with a time and a value in each row.";
  EXPECT_EQ(of_text(""), "a.csv has no data (it is empty)." + remedy);
  EXPECT_EQ(of_text("# a\n\n# b\n"), "a.csv has no data (it has only comments)." + remedy);
  EXPECT_EQ(of_text("id,time,value\n"),
            "a.csv has no data (it has only one line, without a number)." + remedy);
  EXPECT_EQ(sentence({"@" + folder_.write("list", "# none\n")}),
            "list lists no file (it is empty or has only comments). Write one path per line.");
  EXPECT_EQ(sentence({}),
            "There is no file to read (the list of files is empty). Name one, or - for standard "
            "input.");
}

TEST_F(ReadErrors, FilesThatCannotBeRead) {
  EXPECT_EQ(sentence({folder_.path("none.csv")}),
            "none.csv cannot be read (No such file or directory). Check the name and its "
            "permissions.");
  EXPECT_EQ(sentence({"@" + folder_.write("list", "# two\nnone.csv\n")}),
            "none.csv cannot be read (there is no such file; row 2 of list names it). Correct the "
            "list.");
  folder_.write("sub/x", "");
  EXPECT_EQ(
      sentence({folder_.path("sub")}),
      "sub cannot be read (it is a folder). Name the files in it, or a list of them as @LIST.");
  EXPECT_EQ(of_text("\x1F\x8B compressed"),
            "a.csv is compressed (text and FITS tables are read, of these only FITS compressed, as "
            ".fits.gz). Decompress it first, for example into standard input, named -.");
  EXPECT_EQ(of_text("\xFF\xFE"
                    "1"),
            "a.csv is text in UTF-16 (UTF-8 or ASCII is read). Convert it first.");
}

TEST_F(ReadErrors, ColumnsThatAreNotThere) {
  EXPECT_EQ(of_text("id,jd,mag\na,1,2\n", {"time=hjd", InvalidRows::error}),
            "a.csv: there is no column 'hjd' (the header has id, jd, mag). Correct it, for "
            "example by --columns time=jd.");
  EXPECT_EQ(of_text("1.5,2,3,4,5\n"),
            "a.csv has 5 columns and no header (without names only 2, 3 or 4 columns can be told "
            "apart). Name them, for example by --columns time,value.");
}

TEST_F(ReadErrors, AdviceThatWorksWhereAHeaderNamesTooLittle) {
  EXPECT_EQ(of_text("JD,Vmag,Verr\n1,2,0.1\n"),
            "a.csv: no column is the value (the header has JD, Vmag, Verr). Name it, for example "
            "by --columns value=Vmag,error=Verr.");
  EXPECT_EQ(of_text("JD,Vmag,Verr\n1,2,0.1\n", {"value=Vmag,error=Verr", InvalidRows::error}),
            "no error");
  EXPECT_EQ(of_text("x,w\n1,2\n"),
            "a.csv: no column is the time or the value (the header has x, w). Name them, for "
            "example by --columns time=x,value=w.");
  EXPECT_TRUE(of_text("time,\n1,2\n").ends_with("Name it, for example by --columns value=2."));
  EXPECT_EQ(of_text("time,\n1,2\n", {"value=2", InvalidRows::error}), "no error");
}

TEST_F(ReadErrors, EveryObjectWithASinglePoint) {
  EXPECT_EQ(of_text("1.5,10,0.1\n2.5,11,0.1\n"),
            "a.csv: every object has a single point (the columns were taken as id, time, value). "
            "Name the columns, for example by --columns time,value,error.");
  EXPECT_EQ(of_text("a,1,10,0.1\nb,2,11,0.1\n"),
            "a.csv: every object has a single point (the columns were taken as id, time, value, "
            "error). Name the columns, for example by --columns -,time,value,error.");
  EXPECT_EQ(of_text("a,1,10\nb,2,11\n"),
            "a.csv: every object has a single point (the columns were taken as id, time, value). "
            "Name the columns, for example by --columns -,time,value.");
  EXPECT_EQ(of_text("1,2\n"), "no error") << "a single point is not for columns to mend";
}

TEST_F(ReadErrors, DecimalCommasAreThoughtOfFirst) {
  std::string const decimals = " If commas stand in decimals, write points there; if not, ";
  std::string const drop = ", or drop such rows with --invalid drop.";
  EXPECT_EQ(of_text("0,16,277\n1,16,222\n"),
            "a.csv: every object has a single point (the columns were taken as id, time, value)." +
                decimals + "name the columns, for example by --columns time,value,error.");
  EXPECT_EQ(of_text("1,0,2,0\n2,0,1,5\n"),
            "a.csv, row 1: the error is 0 (errors must be greater than 0)." + decimals +
                "correct the row, leave the errors out with --columns id,time,value" + drop);
  EXPECT_EQ(of_text("2458652,1,16,013,2\n"),
            "a.csv has 5 columns and no header (without names only 2, 3 or 4 columns can be told "
            "apart)." +
                decimals + "name them, for example by --columns time,value.");
  EXPECT_EQ(of_text("time,mag\n\"1,0\",\"2,0\"\n"),
            "a.csv, row 2: the time '1,0' is not a number (the columns are time, value)." +
                decimals + "correct the row" + drop);
  for (std::string const blank : {" ", "\t"}) {
    EXPECT_THAT(of_text("time mag\n1,0" + blank + "2,0\n"), testing::HasSubstr(decimals));
  }
}

TEST_F(ReadErrors, NearlyAllIdsDifferentNumbers) {
  std::string text;
  for (int row = 0; row < 10; ++row) {
    text += fmt::format("{}.5,{},1\n", row % 9, row);
  }
  EXPECT_EQ(
      of_text(text),
      "a.csv: nearly all ids are different numbers (the columns were taken as id, time, value). "
      "Name the columns, for example by --columns time,value,error.");
}

TEST_F(ReadErrors, NoRowLeft) {
  EXPECT_EQ(of_text("a,1,nan\na,x,1\n", {"", InvalidRows::drop}),
            "No row is left (all 2 are dropped, the first: a.csv, row 1: the value is NaN (values "
            "must be finite)). Correct the data, or name the columns with --columns.");
}

TEST_F(ReadErrors, ErrorsInSomeFilesOnly) {
  std::string const with = folder_.write("with.csv", "a,1,2,0.1\na,2,2,0.1\n");
  std::string const without = folder_.write("without.csv", "a,3,2\na,4,2\n");
  std::string const expected =
      "with.csv has errors and without.csv has none (a batch has errors for all its points or for "
      "none). Read them apart, or leave the errors out by --columns id,time,value.";
  EXPECT_EQ(sentence({with, without}), expected);
  EXPECT_EQ(sentence({without, with}), expected);
  std::string const named = folder_.write("named.csv", "id,time,value,error\na,3,2,1\n");
  EXPECT_TRUE(sentence({without, named}).ends_with("for none). Read them apart."));
}

TEST_F(ReadErrors, OtherValuesOrDatesOfAnObjectInAnotherFile) {
  std::string const mags = folder_.write("mags.csv", "id,mjd,mag\n1,57000,14\n2,57001,14\n");
  std::string const more = folder_.write("more.csv", "id,mjd,psfmag\n2,57002,14\n1,57003,14\n");
  std::string const fluxes = folder_.write("fluxes.csv", "id,mjd,flux\n3,57000,9\n2,57001,9\n");
  std::string const dates = folder_.write("dates.csv", "id,jd,mag\n2,2457000,14\n2,2457001,14\n");
  std::string const others = folder_.write("others.csv", "id,jd,flux\n7,2457000,9\n7,2457001,9\n");
  std::string const plain = folder_.write("plain.csv", "id,time,value\n2,57004,9\n2,57005,9\n");
  EXPECT_EQ(sentence({mags, more, fluxes}),
            "mags.csv has magnitudes and fluxes.csv has fluxes of the same object, '2' (its points "
            "are searched as one curve). Read the files apart, or convert one of them.");
  EXPECT_TRUE(sentence({fluxes, mags}).starts_with("fluxes.csv has fluxes and mags.csv has mag"));
  EXPECT_TRUE(sentence({plain, mags, dates})
                  .starts_with("mags.csv has dates in MJD and dates.csv has dates in JD of the "
                               "same object, '2' (its"));
  EXPECT_NO_THROW(read_light_curves({mags, more, plain}));
  EXPECT_NO_THROW(read_light_curves({mags, others})) << "no object is in both";
}

TEST_F(ReadErrors, AdviceForFilesOfOtherColumns) {
  std::string const kepler =
      folder_.write("kepler.csv", "TIME,SAP_FLUX,PDCSAP_FLUX\n1,2,3\n2,3,4\n");
  std::string const same = folder_.write("same.csv", "TIME,SAP_FLUX,PDCSAP_FLUX\n1,2,3\n2,3,4\n");
  std::string const ztf = folder_.write("ztf.csv", "mjd,mag\n1,2\n2,3\n");
  std::string const problem =
      "kepler.csv: the columns 'SAP_FLUX' and 'PDCSAP_FLUX' could both be the value (the header "
      "names more than one). ";
  EXPECT_EQ(sentence({kepler, same}),
            problem + "Choose one, for example by --columns value=PDCSAP_FLUX.");
  EXPECT_EQ(sentence({ztf, kepler}),
            problem +
                "Files whose columns have other names are searched apart, this one for "
                "example by --columns value=PDCSAP_FLUX.");
}

}  // namespace
}  // namespace siderum::io
