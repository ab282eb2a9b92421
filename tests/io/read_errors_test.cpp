// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <siderum/io/read_light_curves.hpp>

#include "io_support.hpp"

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
            "a.csv, row 1: the error is NaN (errors must be finite)." + remedy);
}

TEST_F(ReadErrors, ErrorsThatAreNotPositive) {
  EXPECT_EQ(
      of_text("id,time,value,error\na,1,2,0\n"),
      "a.csv, row 2: the error is 0 (errors must be greater than 0). Correct the row, or drop "
      "such rows with --invalid drop.");
  EXPECT_EQ(
      of_text("a,1,2,-0.5\n"),
      "a.csv, row 1: the error is -0.5 (errors must be greater than 0). Correct the row, name "
      "the columns with --columns, or drop such rows with --invalid drop.");
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

TEST_F(ReadErrors, RowsOfAnotherWidth) {
  std::string const remedy = " Correct the row, or drop such rows with --invalid drop.";
  EXPECT_EQ(of_text("a,1,2\na,3\n"),
            "a.csv, row 2: the row has 2 columns (the columns are id, time, value)." + remedy);
  EXPECT_EQ(of_text("id,t,band,mag\na,1,r,2\na\n"),
            "a.csv, row 3: the row has 1 column (the columns are id, time, -, value)." + remedy);
  EXPECT_EQ(of_text("a,1,2\na,1,2,0.1\n"),
            "a.csv, row 2: the row has more columns than the first one (the columns are id, time, "
            "value)." +
                remedy);
  EXPECT_EQ(of_text("a,1,2\na,,2\n"),
            "a.csv, row 2: the time is missing (its field is empty)." + remedy);
  EXPECT_EQ(of_text("a,1,2\n,1,2\n"),
            "a.csv, row 2: the id is missing (its field is empty)." + remedy);
  EXPECT_EQ(of_text("a,1,2\n\"a,1,2\n"),
            "a.csv, row 2: a quote is not closed (quoted text ends on its line)." + remedy);
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
  folder_.write("sub/x", "");
  EXPECT_EQ(
      sentence({folder_.path("sub")}),
      "sub cannot be read (it is a folder). Name the files in it, or a list of them as @LIST.");
  EXPECT_EQ(of_text("\x1F\x8B compressed"),
            "a.csv is compressed (only FITS files may be). Decompress it first, for example into "
            "standard input, named -.");
  EXPECT_EQ(of_text("\xFF\xFE"
                    "1"),
            "a.csv is text in UTF-16 (UTF-8 or ASCII is read). Convert it first.");
}

TEST_F(ReadErrors, ColumnsThatAreNotThere) {
  EXPECT_EQ(of_text("id,jd,mag\na,1,2\n", {"time=hjd", InvalidRows::error}),
            "a.csv: there is no column 'hjd' (the header has id, jd, mag). Correct --columns "
            "time=hjd.");
  EXPECT_EQ(of_text("1,2,3,4,5\n"),
            "a.csv has 5 columns and no header (without names only 2, 3 or 4 columns can be told "
            "apart). Name them with --columns, for example --columns id,time,value,error,-.");
}

TEST_F(ReadErrors, EveryObjectWithASinglePoint) {
  EXPECT_EQ(of_text("1.5,10,0.1\n2.5,11,0.1\n"),
            "a.csv: every object has a single point (the columns were taken as id, time, value). "
            "Name the columns with --columns, for example --columns time,value,error.");
  EXPECT_EQ(of_text("a,1,10,0.1\nb,2,11,0.1\n"),
            "a.csv: every object has a single point (the columns were taken as id, time, value, "
            "error). Name the columns with --columns, for example --columns time,value,error.");
}

TEST_F(ReadErrors, NearlyAllIdsDifferentNumbers) {
  std::string text;
  for (int row = 0; row < 10; ++row) {
    text += fmt::format("{}.5,{},1\n", row % 9, row);
  }
  EXPECT_EQ(
      of_text(text),
      "a.csv: nearly all ids are different numbers (the columns were taken as id, time, value). "
      "Name the columns with --columns, for example --columns time,value,error.");
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
      "none). Read them apart, or leave out the errors with --columns.";
  EXPECT_EQ(sentence({with, without}), expected);
  EXPECT_EQ(sentence({without, with}), expected);
}

}  // namespace
}  // namespace siderum::io
