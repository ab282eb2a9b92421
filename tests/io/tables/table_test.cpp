// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/table_files.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "io/io_support.hpp"
#include "support/worker_threads.hpp"

namespace siderum::io {
namespace {

using siderum::test::with_threads;

class TableTest : public testing::Test {
 protected:
  test::TemporaryFolder folder_;
};

Table make_table() {
  Table table;
  table.add("id", TextColumn{"plain", "with, comma", "a \"quote\"", "# sharp", " blank "});
  table.add("points", IntegerColumn{0, -1, 9223372036854775807, 3, 4});
  table.add("period", NumberColumn{0.1, 1e300, std::nan(""), -2.5, 2458652.9584375});
  return table;
}

TEST_F(TableTest, CsvIsExact) {
  write_table(make_table(), folder_.path("out.csv"));
  EXPECT_EQ(test::contents_of(folder_.path("out.csv")),
            "id,points,period\n"
            "plain,0,0.1\n"
            "\"with, comma\",-1,1e+300\n"
            "\"a \"\"quote\"\"\",9223372036854775807,nan\n"
            "\"# sharp\",3,-2.5\n"
            "\" blank \",4,2458652.9584375\n");
}

TEST_F(TableTest, RefusesSemicolons) {
  for (char const* text : {"l;cl\n2;1000\n3;900\n", "# l cl\n2;1e3\n", "2;0,5\n3;0,25\n"}) {
    std::string const path = folder_.write("a.csv", text);
    EXPECT_EQ(
        test::sentence_of([&] { read_table(path); }, folder_),
        "a.csv: the columns are separated by semicolons (commas, tabs or blanks are read, and "
        "decimals have a point). Write commas, and points in decimals, for example with tr "
        "',;' '.,'.")
        << text;
  }
}

TEST_F(TableTest, WritesStandardOutput) {
  Table table;
  table.add("a", IntegerColumn{1, 2});
  testing::internal::CaptureStdout();
  write_table(table, "-");
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "a\n1\n2\n");
}

TEST_F(TableTest, WholeNumbersKeepTheSignOfZero) {
  Table written;
  written.add("power", NumberColumn{0.0, -0.0, 3.0});
  for (std::string const name : {"out.csv", "out.fits"}) {
    write_table(written, folder_.path(name));
    Table const table = read_table(folder_.path(name));
    NumberColumn const& numbers = table.numbers("power");
    EXPECT_FALSE(std::signbit(numbers[0])) << name;
    EXPECT_TRUE(std::signbit(numbers[1])) << name;
    EXPECT_EQ(numbers[2], 3.0) << name;
  }
}

TEST_F(TableTest, UnitsStandInFits) {
  Table written;
  written.add("ra", NumberColumn{10.0, 20.0}, "deg");
  written.add("w", NumberColumn{0.5, 1.0});
  write_table(written, folder_.path("out.fits"));
  Table const table = read_table(folder_.path("out.fits"));
  EXPECT_EQ(table.find("ra")->unit, "deg");
  EXPECT_EQ(table.find("w")->unit, "");
}

TEST_F(TableTest, TextsThatFitsWouldCutOffAreRefused) {
  std::string const longer(69, 'x');
  auto const sentence = [&](std::string const& name, std::string const& unit,
                            std::string const& fact) {
    Table table;
    table.add(name, NumberColumn{1.0}, unit);
    table.describe({{"FINDER", fact, "kind"}});
    return test::sentence_of([&] { write_table(table, folder_.path("out.fits")); }, folder_)
        .substr(0, 43);
  };
  EXPECT_EQ(sentence("a", "b", "c"), "no error");
  EXPECT_EQ(sentence(longer, "b", "c"), "The name of a column has 69 letters (a text");
  EXPECT_EQ(sentence("a", longer, "c"), "The unit of a column has 69 letters (a text");
  EXPECT_EQ(sentence("a", "b", longer), "The keyword FINDER has 69 letters (a text o");
}

TEST_F(TableTest, BothFormatsReadBackTheSame) {
  Table const written = make_table();
  for (std::string const name : {"out.csv", "out.fits", "out.FIT"}) {
    write_table(written, folder_.path(name));
    Table const table = read_table(folder_.path(name));
    ASSERT_EQ(table.columns().size(), 3U) << name;
    EXPECT_EQ(table.integers("points"), written.integers("points")) << name;
    NumberColumn const& numbers = table.numbers("period");
    for (std::size_t row : {0U, 1U, 3U, 4U}) {
      EXPECT_EQ(numbers[row], written.numbers("period")[row]) << name;
    }
    EXPECT_TRUE(std::isnan(numbers[2])) << name;
    EXPECT_EQ(table.text("id")[2], "a \"quote\"") << name;
  }
  EXPECT_EQ(read_table(folder_.path("out.csv")).text("id"), written.text("id"));
}

TEST_F(TableTest, TextOfManyLettersReadsBackTheSame) {
  Table written;
  written.add("id", TextColumn{"a\rb", "\r", "\xEF\"\r"});
  written.add("x", IntegerColumn{1, 2, 3});
  write_table(written, folder_.path("out.csv"));
  EXPECT_EQ(read_table(folder_.path("out.csv")).text("id"), written.text("id"));
}

// A mark is one at the start of a file; elsewhere it is a letter, which may not become a mark.
TEST_F(TableTest, ByteOrderMarksInNamesAndTextsAreKept) {
  std::string const mark = "\xEF\xBB\xBF";
  Table const read = read_table(
      folder_.write("in.csv", mark + "# B\n" + mark + mark + "a,b\n" + mark + "x," + mark + "\n"));
  ASSERT_EQ(read.columns()[0].name, mark + mark + "a");
  EXPECT_EQ(read.columns()[1].name, "b");
  EXPECT_EQ(read.text(mark + mark + "a"), TextColumn{mark + "x"});
  EXPECT_EQ(read.text("b"), TextColumn{mark});
  write_table(read, folder_.path("out.csv"));
  Table const again = read_table(folder_.path("out.csv"));
  ASSERT_EQ(again.columns()[0].name, read.columns()[0].name);
  EXPECT_EQ(again.text(mark + mark + "a"), TextColumn{mark + "x"});
  EXPECT_EQ(again.text("b"), TextColumn{mark});
}

TEST_F(TableTest, TextOfOneColumnReadsBackTheSame) {
  Table written;
  written.add("two words", TextColumn{"a b", "c", "d\te"});
  write_table(written, folder_.path("out.csv"));
  Table const table = read_table(folder_.path("out.csv"));
  ASSERT_EQ(table.columns().size(), 1U);
  EXPECT_EQ(table.text("two words"), written.text("two words"));
}

// CFITSIO reads numbers below the normal range as 0, so these are left out.
TEST_F(TableTest, RandomNumbersReadBackTheSame) {
  std::mt19937_64 random(3);
  NumberColumn numbers;
  while (numbers.size() < 20'001) {
    double const number = std::bit_cast<double>(random());
    if (std::isnormal(number)) {
      numbers.push_back(number);
    }
  }
  Table table;
  table.add("x", numbers);
  for (std::string const name : {"x.csv", "x.fits"}) {
    write_table(table, folder_.path(name));
    EXPECT_EQ(read_table(folder_.path(name)).numbers("x"), numbers) << name;
  }
}

/// Of many parts, each of which a thread makes.
Table long_table() {
  std::mt19937_64 random(7);
  TextColumn ids;
  IntegerColumn points;
  NumberColumn numbers;
  for (std::int64_t row = 0; row < 50'001; ++row) {
    ids.push_back(row % 11 == 3 ? "a, b" : "star" + std::to_string(row));
    points.push_back(static_cast<std::int64_t>(random() >> (row % 60)));
    numbers.push_back(std::bit_cast<double>(random()));
  }
  Table table;
  table.add("id", std::move(ids));
  table.add("points", std::move(points));
  table.add("x", std::move(numbers));
  return table;
}

TEST_F(TableTest, CsvIsTheSameForAnyNumberOfThreads) {
  Table const table = long_table();
  siderum::test::WorkerThreads const one(1);
  write_table(table, folder_.path("one.csv"));
  std::string const expected = test::contents_of(folder_.path("one.csv"));
  EXPECT_EQ(std::count(expected.begin(), expected.end(), '\n'), 50'002);
  with_threads({2, 3, 7}, [&](int) {
    write_table(table, folder_.path("several.csv"));
    EXPECT_TRUE(test::contents_of(folder_.path("several.csv")) == expected);
  });
  EXPECT_EQ(read_table(folder_.path("one.csv")).integers("points"), table.integers("points"));
}

TEST_F(TableTest, TellsOfADiskThatIsFullWhileThreadsMakeCsv) {
  Table const table = long_table();
  with_threads({1, 3}, [&](int) {
    EXPECT_EQ(test::sentence_of([&] { write_table(table, "/dev/full"); }, folder_),
              "/dev/full cannot be written (No space left on device). Choose another file, or make"
              " room for it.");
  });
}

TEST_F(TableTest, FormatFollowsTheEnding) {
  EXPECT_EQ(table_format("a.fits"), TableFormat::fits);
  EXPECT_EQ(table_format("A.FIT"), TableFormat::fits);
  EXPECT_EQ(table_format("a.fits.csv"), TableFormat::csv);
  EXPECT_EQ(table_format(""), TableFormat::csv);
  EXPECT_EQ(table_format("-"), TableFormat::csv);
}

TEST_F(TableTest, ReadsTypesFromText) {
  Table const table =
      read_table(folder_.write("t.csv", "i,x,mixed,text\n1,1.5,1,1\n2,2,2.5,b\n3,,3,\n"));
  EXPECT_EQ(table.integers("i"), (IntegerColumn{1, 2, 3}));
  EXPECT_EQ(table.numbers("x")[1], 2.0);
  EXPECT_TRUE(std::isnan(table.numbers("x")[2]));
  EXPECT_EQ(table.numbers("mixed"), (NumberColumn{1, 2.5, 3}));
  EXPECT_EQ(table.text("text"), (TextColumn{"1", "b", ""}));
}

TEST_F(TableTest, NamesColumnsOfATextWithoutHeader) {
  Table const table = read_table(folder_.write("t.txt", "1 2.5\n2 3.5\n"));
  EXPECT_EQ(table.integers("column_1"), (IntegerColumn{1, 2}));
  EXPECT_EQ(table.numbers("column_2"), (NumberColumn{2.5, 3.5}));
}

TEST_F(TableTest, NamesColumnsByACommentBeforeTheData) {
  Table const table = read_table(folder_.write("t.txt", "# CAMB\n#    L    TT     EE\n 2 1.5 3\n"));
  EXPECT_EQ(table.integers("L"), (IntegerColumn{2}));
  EXPECT_EQ(table.numbers("TT"), (NumberColumn{1.5}));
  EXPECT_EQ(test::sentence_of([&] { read_table(folder_.write("t.txt", "# L TT EE BB\n2 1 3\n")); },
                              folder_),
            "t.txt: the comment 'L TT EE BB' seems to name the columns (but has more or fewer "
            "words than the first row has fields). Correct the comment, or delete it.");
}

TEST_F(TableTest, WritesATableWithoutRows) {
  Table table;
  table.add("id", TextColumn{});
  table.add("x", NumberColumn{});
  write_table(table, folder_.path("out.csv"));
  EXPECT_EQ(test::contents_of(folder_.path("out.csv")), "id,x\n");
  write_table(table, folder_.path("out.fits"));
  EXPECT_EQ(read_table(folder_.path("out.fits")).rows(), 0);
}

TEST_F(TableTest, RefusesWhatDoesNotFit) {
  auto const sentence = [&](auto const& action) { return test::sentence_of(action, folder_); };
  Table table = make_table();
  EXPECT_EQ(sentence([&] { table.add("x", NumberColumn{1.0}); }),
            "The column 'x' has 1 rows (the table has 5). Give columns of equal length.");
  EXPECT_EQ(sentence([&] { table.add("id", TextColumn(5)); }),
            "The table has a column 'id' already (names tell columns apart). Name one of them "
            "differently.");
  EXPECT_EQ(
      sentence([&] { (void)table.numbers("x"); }),
      "The table has no column 'x' (names must be the same in every letter). Check the name.");
  EXPECT_EQ(sentence([&] { (void)table.numbers("id"); }),
            "The column 'id' does not hold numbers (it is of another type). Check the file.");
  EXPECT_EQ(sentence([&] { read_table(folder_.write("a.csv", "a,b\n1,2\n3\n")); }),
            "a.csv, row 3: the row has 1 column (the first one has 2). Correct the row.");
}

}  // namespace
}  // namespace siderum::io
