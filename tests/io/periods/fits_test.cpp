// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <fitsio.h>
#include <sys/stat.h>

#include <cmath>
#include <thread>

#include <gtest/gtest.h>

#include <siderum/io/files/input_file.hpp>
#include <siderum/io/periods/read_light_curves.hpp>
#include <siderum/io/tables/fits_table.hpp>
#include <siderum/io/tables/table_files.hpp>

#include "io/io_support.hpp"
#include "support/worker_threads.hpp"

namespace siderum::io {
namespace {

using Ids = std::vector<std::string>;
using Numbers = std::vector<double>;

class FitsTest : public testing::Test {
 protected:
  std::string sentence(std::string const& path, ReadOptions const& options = {}) {
    return test::sentence_of([&] { read_light_curves({path}, options); }, folder_);
  }

  /// A file of columns that siderum does not write: ASCII table, floats, scaled and undefined ones.
  std::string write_foreign(int table_type, std::vector<char const*> names,
                            std::vector<char const*> forms) {
    std::string const path = folder_.path("foreign.fits");
    std::filesystem::remove(path);
    fitsfile* file = nullptr;
    int status = 0;
    fits_create_file(&file, path.c_str(), &status);
    fits_create_tbl(file, table_type, 3, static_cast<int>(names.size()),
                    const_cast<char**>(names.data()), const_cast<char**>(forms.data()), nullptr,
                    "CURVES", &status);
    std::vector<double> const numbers = {1.5, 2.5, 3.5};
    for (std::size_t i = 0; i < names.size(); ++i) {
      std::vector<double> values = numbers;
      fits_write_col(file, TDOUBLE, static_cast<int>(i) + 1, 1, 1, 3, values.data(), &status);
    }
    fits_close_file(file, &status);
    EXPECT_EQ(status, 0);
    return path;
  }

  /// A column of times and one of magnitudes.
  std::string write_with_key(char const* time, char const* keyword, char const* value) {
    std::string const path = write_foreign(BINARY_TBL, {time, "MAG"}, {"D", "D"});
    fitsfile* file = nullptr;
    int status = 0;
    fits_open_table(&file, path.c_str(), READWRITE, &status);
    fits_update_key(file, TSTRING, keyword, const_cast<char*>(value), nullptr, &status);
    fits_close_file(file, &status);
    EXPECT_EQ(status, 0);
    return path;
  }

  std::string fits_bytes(Table const& table) const {
    std::string const path = folder_.path("bytes.fits");
    write_table(table, path);
    return test::contents_of(path);
  }

  test::TemporaryFolder folder_;
};

TEST_F(FitsTest, TimesAreConvertedFromTheirUnit) {
  auto const with_unit = [&](char const* unit, char const* keyword = "TUNIT1") {
    return write_with_key("TIME", keyword, unit);
  };
  Numbers const days = {1.5, 2.5, 3.5};
  for (char const* unit : {"d", "Days", "BJD - 2454833, days", "JD", "unknown"}) {
    EXPECT_EQ(read_light_curves({with_unit(unit)}).time, days) << unit;
  }
  EXPECT_EQ(read_light_curves({with_unit("h")}).time, (Numbers{1.5 / 24, 2.5 / 24, 3.5 / 24}));
  EXPECT_EQ(read_light_curves({with_unit("s", "TIMEUNIT")}).time[0], 1.5 / 86400);
  ReadReport report;
  EXPECT_EQ(read_light_curves({with_unit("s")}, {}, &report).time[0], 1.5 / 86400);
  ASSERT_EQ(report.notes.size(), 1U);
  EXPECT_NE(report.notes[0].find("the times 'TIME [s]' were converted to days"), std::string::npos);
  for (char const* unit : {"K", "furlong", "deg", "1000 s", "s-1"}) {
    EXPECT_NE(sentence(with_unit(unit)).find("the column 'TIME' is in '" + std::string(unit)),
              std::string::npos)
        << unit;
  }
}

TEST_F(FitsTest, TimeunitIsThatOfTimesWithoutTheirOwn) {
  ReadReport report;
  auto const first_time = [&](char const* column, char const* unit) {
    return read_light_curves({write_with_key(column, "TIMEUNIT", unit)}, {}, &report).time[0];
  };
  EXPECT_EQ(first_time("TIME", "s"), 1.5 / 86400);
  EXPECT_EQ(report.notes,
            (std::vector<std::string>{folder_.path("foreign.fits") +
                                      ": the times 'TIME', by TIMEUNIT in 's', were converted to "
                                      "days: frequencies are per day, periods in days."}));
  EXPECT_EQ(first_time("TIME [h]", "s"), 1.5 / 24);
  for (char const* date : {"MJD", "hjd", "JD", "BJD", "BTJD", "obs_mjd"}) {
    for (char const* unit : {"s", "min", "fortnight"}) {
      EXPECT_EQ(first_time(date, unit), 1.5) << date;
      EXPECT_EQ(report.notes,
                (std::vector<std::string>{folder_.path("foreign.fits") + ": TIMEUNIT is '" + unit +
                                          "', which does not count for '" + date +
                                          "', a Julian date by its name: its times are days."}));
    }
    EXPECT_EQ(first_time(date, "d"), 1.5);
    EXPECT_TRUE(report.notes.empty());
    EXPECT_EQ(report.times, TimeUnit::days);
  }
}

TEST_F(FitsTest, LightCurvesByNamesOfColumns) {
  Table table;
  table.add("FIELD", IntegerColumn{1, 1, 1, 1});
  table.add("MJD", NumberColumn{4, 3, 2, 1});
  table.add("MAG", NumberColumn{10, 11, 12, 13});
  table.add("MAG_ERR", NumberColumn{0.1, 0.2, 0.3, 0.4});
  table.add("OBJID", TextColumn{"b", "a a", "b", "a a"});
  std::string const path = folder_.path("curves.fits");
  write_table(table, path);
  LightCurveTable const curves = read_light_curves({path});
  EXPECT_EQ(curves.id, (Ids{"b", "a a"}));
  EXPECT_EQ(curves.time, (Numbers{4, 2, 3, 1}));
  EXPECT_EQ(curves.value, (Numbers{10, 12, 11, 13}));
  EXPECT_EQ(curves.error, (Numbers{0.1, 0.3, 0.2, 0.4}));
  EXPECT_TRUE(read_light_curves({path}, {"time=MJD,value=field,error=-", InvalidRows::error})
                  .error.empty());
}

TEST_F(FitsTest, IdsMayBeIntegers) {
  Table table;
  table.add("id", IntegerColumn{9007199254740993, 9007199254740993, 5});
  table.add("time", NumberColumn{1, 2, 3});
  table.add("value", NumberColumn{1, 2, 3});
  write_table(table, folder_.path("a.fits"));
  EXPECT_EQ(read_light_curves({folder_.path("a.fits")}).id, (Ids{"9007199254740993", "5"}));
}

TEST_F(FitsTest, UnsignedIntegersOf64BitsKeepAllDigits) {
  std::string const path = folder_.path("unsigned.fits");
  std::vector<char const*> names = {"objid", "time", "mag"};
  std::vector<char const*> forms = {"W", "W", "W"};
  fitsfile* file = nullptr;
  int status = 0;
  fits_create_file(&file, path.c_str(), &status);
  fits_create_tbl(file, BINARY_TBL, 5, 3, const_cast<char**>(names.data()),
                  const_cast<char**>(forms.data()), nullptr, "CURVES", &status);
  std::vector<ULONGLONG> ids = {1237648720000000001, 18446744073709551615u, 9223372036854775808u,
                                9223372036854775807u, 0};
  std::vector<ULONGLONG> numbers = {1, 2, 4, 8, 4294967296};
  fits_write_col(file, TULONGLONG, 1, 1, 1, 5, ids.data(), &status);
  fits_write_col(file, TULONGLONG, 2, 1, 1, 5, numbers.data(), &status);
  fits_write_col(file, TULONGLONG, 3, 1, 1, 5, numbers.data(), &status);
  fits_close_file(file, &status);
  ASSERT_EQ(status, 0);
  LightCurveTable const curves = read_light_curves({path});
  EXPECT_EQ(curves.id, (Ids{"1237648720000000001", "18446744073709551615", "9223372036854775808",
                            "9223372036854775807", "0"}));
  EXPECT_EQ(curves.time, (Numbers{1, 2, 4, 8, 4294967296}));
  EXPECT_EQ(read_table(path).numbers("mag"), (NumberColumn{1, 2, 4, 8, 4294967296}));

  // The fourth id is marked as undefined: its stored number is one below 0.
  LONGLONG const undefined = -1;
  fits_open_table(&file, path.c_str(), READWRITE, &status);
  fits_write_key(file, TLONGLONG, "TNULL1", const_cast<LONGLONG*>(&undefined), nullptr, &status);
  fits_close_file(file, &status);
  ASSERT_EQ(status, 0);
  EXPECT_EQ(read_light_curves({path}, {"", InvalidRows::drop}).id,
            (Ids{"1237648720000000001", "18446744073709551615", "9223372036854775808", "0"}));
}

TEST_F(FitsTest, ReadsMoreRowsThanABlock) {
  constexpr std::size_t rows = 25'003;
  Table table;
  TextColumn id;
  NumberColumn time;
  for (std::size_t i = 0; i < rows; ++i) {
    id.push_back(std::to_string(i / 100));
    time.push_back(static_cast<double>(i));
  }
  table.add("id", id);
  table.add("time", time);
  table.add("value", time);
  write_table(table, folder_.path("a.fits"));
  LightCurveTable const curves = read_light_curves({folder_.path("a.fits")});
  EXPECT_EQ(curves.objects(), 251);
  EXPECT_EQ(curves.time, time);
}

TEST_F(FitsTest, ReadsStandardInputByItsContent) {
  Table table;
  table.add("time", NumberColumn{1, 2});
  table.add("flux", NumberColumn{3, 4});
  write_table(table, folder_.path("a.fits"));
  test::StandardInput const input(folder_.path("a.fits"));
  LightCurveTable const curves = read_light_curves({"-"});
  EXPECT_EQ(curves.id, Ids{"stdin"});
  EXPECT_EQ(curves.value, (Numbers{3, 4}));
}

TEST_F(FitsTest, ReadsFloatsAndAsciiTables) {
  EXPECT_EQ(read_light_curves({write_foreign(BINARY_TBL, {"TIME", "FLUX"}, {"D", "E"})}).value,
            (Numbers{1.5, 2.5, 3.5}));
  EXPECT_EQ(
      read_light_curves({write_foreign(ASCII_TBL, {"TIME", "FLUX"}, {"F10.4", "E15.7"})}).time,
      (Numbers{1.5, 2.5, 3.5}));
}

TEST_F(FitsTest, ReadsCompressedFiles) {
  Table table;
  table.add("time", NumberColumn{1, 2});
  table.add("value", NumberColumn{3, 4});
  std::string const bytes = fits_bytes(table);
  std::string const path = folder_.path("star.fits.gz");
  fitsfile* file = nullptr;
  int status = 0;
  std::string const plain = folder_.write("plain.fits", bytes);
  fits_open_diskfile(&file, plain.c_str(), READONLY, &status);
  fitsfile* copy = nullptr;
  fits_create_file(&copy, path.c_str(), &status);
  fits_copy_file(file, copy, 1, 1, 1, &status);
  fits_close_file(copy, &status);
  fits_close_file(file, &status);
  ASSERT_EQ(status, 0);
  ASSERT_EQ(test::contents_of(path).substr(0, 2), "\x1F\x8B");
  EXPECT_EQ(read_light_curves({path}).id, Ids{"star"});
}

TEST_F(FitsTest, HasTheFactsOfATableInItsHeader) {
  Table table;
  table.add("power", NumberColumn{1, 2});
  table.describe({{"METHOD", "nufft", "how its sums were formed"},
                  {"TOLERANC", 1e-9, "largest relative error of a sum"}});
  write_table(table, folder_.path("facts.fits"));
  fitsfile* file = nullptr;
  int status = 0;
  fits_open_table(&file, folder_.path("facts.fits").c_str(), READONLY, &status);
  char text[FLEN_VALUE] = {};
  double number = 0.0;
  fits_read_key_str(file, "METHOD", text, nullptr, &status);
  fits_read_key_dbl(file, "TOLERANC", &number, nullptr, &status);
  fits_close_file(file, &status);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(std::string(text), "nufft");
  EXPECT_EQ(number, 1e-9);
}

TEST_F(FitsTest, AmongTextsTheyAreTakenInTheirOrder) {
  std::vector<std::string> files;
  Ids expected;
  for (int i = 0; i < 40; ++i) {
    expected.push_back("star" + std::to_string(i));
    files.push_back(folder_.path(expected.back()));
    if (i % 3 == 0) {
      Table table;
      table.add("id", TextColumn{expected.back()});
      table.add("time", NumberColumn{0.5 * i});
      table.add("value", NumberColumn{1.0});
      write_table(table, folder_.path("written.fits"));
      std::filesystem::rename(folder_.path("written.fits"), files.back());
    } else {
      folder_.write(expected.back(), "time,value\n" + std::to_string(0.5 * i) + ",1\n");
    }
  }
  siderum::test::with_threads({1, 4}, [&](int) {
    LightCurveTable const table = read_light_curves(files);
    EXPECT_EQ(table.id, expected);
    EXPECT_EQ(table.time.back(), 19.5);
  });
}

TEST_F(FitsTest, IsAStandardFile) {
  Table table;
  table.add("x", NumberColumn{1});
  std::string const bytes = fits_bytes(table);
  EXPECT_EQ(bytes.size() % 2880, 0U);
  EXPECT_EQ(bytes.substr(0, 30), "SIMPLE  =                    T");
  EXPECT_EQ(bytes.substr(2880, 20), "XTENSION= 'BINTABLE'");
}

TEST_F(FitsTest, NamesTheRowOfABadNumber) {
  Table table;
  table.add("id", TextColumn{"a", "a", ""});
  table.add("time", NumberColumn{1, 2, 3});
  table.add("value", NumberColumn{1, std::nan(""), 3});
  std::string const path = folder_.path("a.fits");
  write_table(table, path);
  EXPECT_EQ(
      sentence(path),
      "a.fits, row 2: the value is NaN (values must be finite). Correct the row, or drop such "
      "rows with --invalid drop.");
  ReadReport report;
  EXPECT_EQ(read_light_curves({path}, {"", InvalidRows::drop}, &report).points(), 1);
  EXPECT_EQ(report.dropped, 2) << "the id of the last row is empty";
}

TEST_F(FitsTest, TellsEmptyCellsOfIntegers) {
  std::string const path = write_foreign(BINARY_TBL, {"TIME", "COUNTS"}, {"D", "J"});
  fitsfile* file = nullptr;
  int status = 0;
  long long empty = -1;
  fits_open_table(&file, path.c_str(), READWRITE, &status);
  fits_update_key(file, TLONGLONG, "TNULL2", &empty, nullptr, &status);
  fits_set_hdustruc(file, &status);
  fits_write_col_null(file, 2, 2, 1, 1, &status);
  fits_close_file(file, &status);
  ASSERT_EQ(status, 0);
  EXPECT_EQ(sentence(path),
            "foreign.fits, row 2: the value is missing (its field is empty). Correct the row, or "
            "drop such rows with --invalid drop.");
}

TEST_F(FitsTest, ReadsPipes) {
  Table table;
  table.add("time", NumberColumn{1, 2});
  table.add("flux", NumberColumn{3, 4});
  std::string const pipe = folder_.path("pipe");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << fits_bytes(table); });
  EXPECT_EQ(read_light_curves({pipe}).value, (Numbers{3, 4}));
  writer.join();
}

TEST_F(FitsTest, SaysWhatIsWrongWithAFile) {
  EXPECT_EQ(
      sentence(folder_.write("a.fits", "no FITS at all")),
      "a.fits cannot be read as FITS (HDU 1: it does not begin with SIMPLE). Check the file, for "
      "example with fitsverify.");
  Table table;
  table.add("time", NumberColumn{});
  table.add("psf", NumberColumn{});
  write_table(table, folder_.path("b.fits"));
  EXPECT_EQ(
      sentence(folder_.path("b.fits")),
      "b.fits has no data (its table has no rows). Give a file with a time and a value in each "
      "row.");
  EXPECT_EQ(
      sentence(write_foreign(BINARY_TBL, {"TIME", "PSF"}, {"D", "E"})),
      "foreign.fits: no column is the value (the header has TIME, PSF). Name it, for example by "
      "--columns value=PSF.");
  EXPECT_EQ(
      sentence(write_foreign(BINARY_TBL, {"TIME", "MAG"}, {"D", "2D"})),
      "foreign.fits: the column 'MAG' does not hold one number per row (its cells are of another "
      "type, or lists). Choose another one with --columns.");
  EXPECT_EQ(sentence(write_foreign(BINARY_TBL, {"TIME", "MAG"}, {"D", "E"}),
                     {"-,mag,jd", InvalidRows::error}),
            "foreign.fits: the table has 2 columns (--columns gives roles to 3). Give fewer.");
  std::string const bytes = fits_bytes(table);
  EXPECT_EQ(sentence(folder_.write("c.fits", bytes.substr(0, 2880))),
            "c.fits has no table (it holds only images, or is cut short). Give a FITS file with a "
            "binary or ASCII table.");
}

TEST_F(FitsTest, RefusesATruncatedFile) {
  Table table;
  table.add("time", NumberColumn(5000, 1.0));
  table.add("value", NumberColumn(5000, 1.0));
  std::string const bytes = fits_bytes(table);
  for (std::size_t const size : {5760U, 30'000U, 74'880U}) {
    std::string const path = folder_.write("a.fits", bytes.substr(0, size));
    std::string const refusal =
        " cannot be read as FITS (HDU 2: the file is cut short, 80000 bytes of data are " +
        std::to_string(size - 5760) + "). Check the file, for example with fitsverify.";
    EXPECT_EQ(sentence(path), "a.fits" + refusal);
    test::StandardInput const input(path);
    EXPECT_EQ(sentence("-"), "standard input" + refusal);
  }
}

}  // namespace
}  // namespace siderum::io
