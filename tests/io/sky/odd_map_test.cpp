// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <fitsio.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/healpix_pixels.hpp>
#include <siderum/io/sky/sky_map.hpp>

#include "io/io_support.hpp"
#include "support/matchers.hpp"
#include "support/worker_threads.hpp"

/// Maps as other programs may write them: with keywords and types of columns that siderum has not.
namespace siderum::io {
namespace {

using siderum::test::all_equal;

double const nan = std::numeric_limits<double>::quiet_NaN();

struct TestColumn {
  std::string name;
  std::string form;
  std::vector<double> values;  ///< as they are stored; of T and F 1, 0 and for undefined ones -1
  double scale = 1.0;
};

class OddMapTest : public testing::Test {
 protected:
  /// A table in RING order, with more cards behind those of a map.
  std::string write(std::string const& name, std::vector<TestColumn> columns,
                    std::vector<std::string> const& cards = {}) {
    std::string const path = folder_.path(name);
    fitsfile* file = nullptr;
    int status = 0;
    fits_create_file(&file, ("!" + path).c_str(), &status);
    fits_create_tbl(file, BINARY_TBL, 0, 0, nullptr, nullptr, nullptr, nullptr, &status);
    int number = 0;
    for (TestColumn& column : columns) {
      fits_insert_col(file, ++number, column.name.data(), column.form.data(), &status);
      write_cells(file, number, column, status);
    }
    for (std::string const& card : cards) {
      fits_write_record(file, card.c_str(), &status);
    }
    for (number = 1; number <= static_cast<int>(columns.size()); ++number) {
      double scale = columns[static_cast<std::size_t>(number) - 1].scale;
      if (scale != 1.0) {
        fits_write_key(file, TDOUBLE, ("TSCAL" + std::to_string(number)).c_str(), &scale, nullptr,
                       &status);
      }
    }
    fits_write_record(file, "ORDERING= 'RING    '", &status);
    fits_close_file(file, &status);
    EXPECT_EQ(status, 0);
    return path;
  }

  static void write_cells(fitsfile* file, int number, TestColumn& column, int& status) {
    auto const count = std::ssize(column.values);
    if (column.form.back() != 'L') {
      fits_write_col(file, TDOUBLE, number, 1, 1, count, column.values.data(), &status);
      return;
    }
    std::int64_t const width = std::stoll(column.form);
    for (std::int64_t i = 0; i < count; ++i) {
      double const value = column.values[static_cast<std::size_t>(i)];
      char logical = value == 1.0 ? 1 : 0;
      if (value < 0.0) {
        fits_write_col_null(file, number, i / width + 1, i % width + 1, 1, &status);
      } else {
        fits_write_col(file, TLOGICAL, number, i / width + 1, i % width + 1, 1, &logical, &status);
      }
    }
  }

  std::string sentence(std::string const& path, SkyMapSelection const& selection = {}) {
    return test::sentence_of([&] { read_sky_map(path, selection); }, folder_);
  }

  test::TemporaryFolder folder_;
};

std::vector<double> const twelve{5, -999, 0, 1, 2, -999, -998, -1000, 3, 4, 6, 7};

/// The same with NaN for a number.
std::vector<double> without(std::vector<double> values, double number) {
  std::replace(values.begin(), values.end(), number, nan);
  return values;
}

TEST_F(OddMapTest, PixelsOfBadDataAreNotSeen) {
  for (char const* const form : {"1D", "1E", "1J", "1I", "1K"}) {
    for (char const* const card :
         {"BAD_DATA= -999.0", "BAD_DATA= -9.99D2 / not seen", "BAD_DATA= '-999'"}) {
      EXPECT_TRUE(all_equal(read_sky_map(write("a.fits", {{"T", form, twelve}}, {card})).value,
                            without(twelve, -999)))
          << form << ' ' << card;
    }
    EXPECT_TRUE(
        all_equal(read_sky_map(write("a.fits", {{"T", form, twelve}}, {"BAD_DATA= 0"})).value,
                  without(twelve, 0)));
  }
  // Beside those that are always so, and in every column.
  std::vector<double> values = twelve;
  values[3] = nan;
  values[4] = -1.6375e30;
  std::string const path =
      write("a.fits", {{"Q", "1D", values}, {"U", "1E", values}}, {"BAD_DATA= -999.0"});
  SkyMapSelection selection;
  selection.field = Field::spin_two;
  SkyMap const map = read_sky_map(path, selection);
  std::vector<double> const expected = without(without(values, -999), -1.6375e30);
  EXPECT_TRUE(std::isnan(map.value[3]) && std::isnan(map.value[4]));
  EXPECT_TRUE(std::ranges::equal(map.component(0), expected, [](double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b));
  }));
  EXPECT_TRUE(std::isnan(map.component(1)[5]));
}

TEST_F(OddMapTest, BadDataIsComparedAsTheColumnIsRounded) {
  // 0.1 is no number of single precision; that next to it is another one.
  auto const single = static_cast<double>(0.1F);
  double const next = std::nextafter(0.1F, 1.0F);
  std::vector<double> values(12, 1.0);
  values[2] = single;
  values[3] = next;
  std::vector<double> const narrow =
      read_sky_map(write("a.fits", {{"T", "1E", values}}, {"BAD_DATA= 0.1"})).value;
  EXPECT_TRUE(all_equal(narrow, without(values, single)));
  std::vector<double> const wide =
      read_sky_map(write("a.fits", {{"T", "1D", values}}, {"BAD_DATA= 0.1"})).value;
  EXPECT_TRUE(all_equal(wide, values));
  // -999 times 0.001 is -0.999 but for rounding.
  for (char const* const form : {"1J", "1I"}) {
    std::string const path = write("a.fits", {{"T", form, twelve, 1e-3}}, {"BAD_DATA= -0.999"});
    std::vector<double> const scaled = read_sky_map(path).value;
    for (std::size_t i = 0; i < scaled.size(); ++i) {
      EXPECT_EQ(std::isnan(scaled[i]), twelve[i] == -999) << form << ' ' << i;
    }
  }
}

TEST_F(OddMapTest, BadDataOfListsAndManyPixels) {
  std::vector<std::string> const cards{"INDXSCHM= 'EXPLICIT'", "NSIDE   = 64", "BAD_DATA= 7"};
  std::vector<double> pixels;
  std::vector<double> values;
  std::vector<double> expected(12 * 64 * 64, nan);
  for (std::size_t pixel = 0; pixel < expected.size(); pixel += 2) {
    pixels.push_back(static_cast<double>(pixel));
    values.push_back(static_cast<double>(pixel % 11));
    expected[pixel] = values.back() == 7 ? nan : values.back();
  }
  std::string const path = write("a.fits", {{"PIXEL", "1J", pixels}, {"T", "1E", values}}, cards);
  siderum::test::with_threads(
      {1, 4}, [&](int) { EXPECT_TRUE(all_equal(read_sky_map(path).value, expected)); });
}

TEST_F(OddMapTest, BadDataIsANumber) {
  EXPECT_EQ(sentence(write("a.fits", {{"T", "1D", twelve}}, {"BAD_DATA= 'none'"})),
            "a.fits: BAD_DATA is 'none' (it is the number of the pixels that were not seen). "
            "Correct the keyword.");
  for (char const* const card : {"BAD_DATA= -1.6375E+30", "BAD_DATA= ''"}) {
    EXPECT_TRUE(
        all_equal(read_sky_map(write("a.fits", {{"T", "1D", twelve}}, {card})).value, twelve));
  }
}

TEST_F(OddMapTest, ListedPixelsAreWholeNumbers) {
  auto const listed = [&](double pixel, char const* form = "1D") {
    return sentence(write("a.fits",
                          {{"PIXEL", form, {0, 1, 2, pixel, 7}}, {"T", "1D", {1, 2, 3, 4, 5}}},
                          {"INDXSCHM= 'EXPLICIT'", "NSIDE   = 1"}));
  };
  EXPECT_EQ(listed(10.5),
            "a.fits: row 4: the pixel is 10.5 (pixels are whole numbers). Correct the row.");
  EXPECT_EQ(listed(10.5, "1E"),
            "a.fits: row 4: the pixel is 10.5 (pixels are whole numbers). Correct the row.");
  EXPECT_EQ(listed(nan),
            "a.fits: row 4: the pixel is nan (pixels are whole numbers). Correct the row.");
  EXPECT_EQ(listed(1e300),
            "a.fits: row 4: the pixel is 1e+300 (pixels are whole numbers below 2^53). Correct "
            "the row.");
  EXPECT_EQ(listed(-1),
            "a.fits: row 4 is of pixel -1 (nside 1 has the pixels 0 .. 11). Correct the row.");
  EXPECT_EQ(listed(10), "no error");
  EXPECT_EQ(read_sky_map(folder_.path("a.fits")).value[10], 4.0);
}

TEST_F(OddMapTest, TrueAndFalseAre1And0) {
  std::vector<double> const logicals{1, 0, 1, 1, -1, 0, 0, 1, 1, 0, 1, 1};
  for (char const* const form : {"1L", "4L", "12L"}) {
    std::string const path = write("a.fits", {{"M", form, logicals}});
    EXPECT_TRUE(all_equal(read_sky_map(path).value, without(logicals, -1))) << form;
  }
  // Beside a column of numbers, and in a list.
  std::string const path = write("a.fits", {{"Q", "1E", twelve}, {"U", "1L", logicals}});
  SkyMapSelection selection;
  selection.field = Field::spin_two;
  SkyMap const map = read_sky_map(path, selection);
  EXPECT_EQ(map.component(0)[1], -999.0);
  EXPECT_EQ(map.component(1)[2], 1.0);
  EXPECT_TRUE(std::isnan(map.component(1)[4]));
  SkyMap const list = read_sky_map(write("a.fits", {{"PIXEL", "1J", {3, 5}}, {"M", "1L", {1, 0}}},
                                         {"INDXSCHM= 'EXPLICIT'", "NSIDE   = 1"}));
  EXPECT_EQ(list.value[3], 1.0);
  EXPECT_EQ(list.value[5], 0.0);
  EXPECT_EQ(std::count_if(list.value.begin(), list.value.end(),
                          [](double value) { return std::isnan(value); }),
            10);
  // But no numbers of pixels.
  EXPECT_EQ(sentence(write("a.fits", {{"PIXEL", "1L", {1, 0}}, {"M", "1L", {1, 0}}},
                           {"INDXSCHM= 'EXPLICIT'", "NSIDE   = 1"})),
            "a.fits: the column 'PIXEL' cannot be read (it holds no numbers). Name another one "
            "with --column.");
}

TEST_F(OddMapTest, ScalesThatMakeNoSenseAreRefused) {
  std::string const end = "). Check the file, for example with fitsverify.";
  std::vector<TestColumn> const columns{{"T", "1J", twelve}};
  EXPECT_EQ(
      sentence(write("a.fits", columns, {"TZERO1  = 'abc'"})),
      "a.fits cannot be read as FITS (HDU 2, TZERO1: 'abc' is no number of double precision" + end);
  EXPECT_EQ(sentence(write("a.fits", columns, {"TSCAL1  = 0"})),
            "a.fits cannot be read as FITS (HDU 2, TSCAL1: it is 0, which leaves nothing of the "
            "cells" +
                end);
  EXPECT_EQ(sentence(write("a.fits", columns, {"TNULL1  = 'none'"})),
            "a.fits cannot be read as FITS (HDU 2, TNULL1: 'none' is no whole number" + end);
}

TEST_F(OddMapTest, ColumnsOfOneNameAreNotToldApart) {
  std::string const refusal =
      "a.fits: two columns are called 'T' (names tell columns apart). Name one of them "
      "differently, or one by its number with --column.";
  std::vector<TestColumn> const twice{
      {"T", "1D", twelve}, {"U", "1D", twelve}, {"T", "1J", twelve}, {"Q", "1D", twelve}};
  std::string path = write("a.fits", twice);
  EXPECT_EQ(sentence(path), refusal);
  SkyMapSelection selection;
  selection.column = "t";
  EXPECT_EQ(sentence(path, selection), refusal);
  for (char const* const other : {"1", "3", "U"}) {
    selection.column = other;
    EXPECT_EQ(sentence(path, selection), "no error") << other;
  }
  SkyMapSelection fields;
  fields.field = Field::polarised;
  EXPECT_EQ(sentence(path, fields), refusal);
  fields.field = Field::spin_two;
  EXPECT_EQ(sentence(path, fields), "no error");
  // Nothing is asked by the names of columns that have none.
  path = write("a.fits", {{"", "1D", twelve}, {"", "1D", twelve}});
  EXPECT_EQ(sentence(path), "no error");
  path = write("a.fits", {{"PIXEL", "1J", {0, 1}}, {"T", "1D", {1, 2}}, {"PIXEL", "1J", {2, 3}}},
               {"NSIDE   = 1"});
  EXPECT_EQ(sentence(path).substr(0, 40), "a.fits: two columns are called 'PIXEL' (");
}

TEST_F(OddMapTest, AListOfPixelsIsNotNamedAmongMaps) {
  std::vector<std::string> const cards{"NSIDE   = 1", "ORDERING= 'RING    '"};
  auto const told = [&](std::vector<TestColumn> const& columns, Field field) {
    SkyMapSelection selection;
    selection.field = field;
    FileNotes notes;
    read_sky_map(write("a.fits", columns, cards), selection, &notes);
    return notes.sentences();
  };
  TestColumn const list{"PIXEL", "1J", {3, 5}};
  EXPECT_EQ(told({list, {"SIGNAL", "1D", {1, 2}}, {"N_OBS", "1D", {1, 2}}}, Field::scalar),
            (std::vector{folder_.path("a.fits") +
                         ": of the columns SIGNAL, N_OBS, SIGNAL was taken as the map, the first. "
                         "Name another one with --column."}));
  // Nor taken for one in the order of the columns.
  EXPECT_EQ(told({{"A", "1D", {1, 2}}, list, {"B", "1D", {1, 2}}}, Field::spin_two),
            (std::vector{folder_.path("a.fits") +
                         ": the columns A, B were taken as Q and U, in their order. Name them with "
                         "--column if they are others."}));
}

TEST_F(OddMapTest, SentencesOfMasksNameNoOption) {
  SkyMapSelection selection;
  selection.is_mask = true;
  FileNotes notes;
  read_sky_map(write("a.fits", {{"A", "1D", twelve}, {"B", "1D", twelve}}), selection, &notes);
  EXPECT_EQ(notes.sentences(),
            (std::vector{folder_.path("a.fits") +
                         ": of the columns A, B, A was taken as the mask, the first. Give a file "
                         "with the mask alone for another one."}));
  // Also where the first has a name that says more.
  FileNotes of_fields;
  read_sky_map(write("a.fits", {{"TEMPERATURE", "1D", twelve}, {"Q", "1D", twelve}}), selection,
               &of_fields);
  EXPECT_EQ(of_fields.sentences(),
            (std::vector{folder_.path("a.fits") +
                         ": of the columns TEMPERATURE, Q, TEMPERATURE was taken as the mask, the "
                         "first. Give a file with the mask alone for another one."}));
  EXPECT_EQ(sentence(write("a.fits", {{"A", "1C", twelve}}), selection),
            "a.fits: the column 'A' cannot be read (it holds no numbers). Check the columns.");
}

}  // namespace
}  // namespace siderum::io
