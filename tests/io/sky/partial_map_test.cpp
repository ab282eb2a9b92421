// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <fitsio.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/io/sky/sky_map.hpp>

#include "io/io_support.hpp"
#include "support/matchers.hpp"

/// Maps of a part of the sky, whose header may not say that they are.
namespace siderum::io {
namespace {

using siderum::test::all_equal;

double const nan = std::numeric_limits<double>::quiet_NaN();

class PartialMapTest : public testing::Test {
 protected:
  /// Pixels and values, of nside 1 in RING order.
  std::string write(std::vector<double> pixels, std::vector<double> values,
                    std::vector<std::string> const& cards, char const* pixel = "PIXEL",
                    char const* form = "1J") {
    std::string const path = folder_.path("p.fits");
    char const* const names[] = {pixel, "VALUE"};
    char const* const forms[] = {form, form[0] == '1' ? "1D" : "2D"};
    fitsfile* file = nullptr;
    int status = 0;
    fits_create_file(&file, ("!" + path).c_str(), &status);
    fits_create_tbl(file, BINARY_TBL, 0, 2, const_cast<char**>(names), const_cast<char**>(forms),
                    nullptr, nullptr, &status);
    fits_write_col(file, TDOUBLE, 1, 1, 1, std::ssize(pixels), pixels.data(), &status);
    fits_write_col(file, TDOUBLE, 2, 1, 1, std::ssize(values), values.data(), &status);
    fits_write_record(file, "ORDERING= 'RING    '", &status);
    fits_write_record(file, "NSIDE   =                    1", &status);
    for (std::string const& card : cards) {
      fits_write_record(file, card.c_str(), &status);
    }
    fits_close_file(file, &status);
    EXPECT_EQ(status, 0);
    return path;
  }

  std::string sentence(std::string const& path, SkyMapSelection const& selection = {}) {
    return test::sentence_of([&] { read_sky_map(path, selection); }, folder_);
  }

  test::TemporaryFolder folder_;
};

TEST_F(PartialMapTest, IsKnownByAnyOfItsSigns) {
  std::vector<double> expected(12, nan);
  expected[7] = 70;
  expected[2] = 20;
  using Cards = std::vector<std::string>;
  for (Cards const& cards :
       {Cards{"INDXSCHM= 'EXPLICIT'", "OBJECT  = 'PARTIAL '"}, Cards{"INDXSCHM= 'EXPLICIT'"},
        Cards{"OBJECT  = 'PARTIAL '"}, Cards{}, Cards{"OBJECT  = 'M31     '"}}) {
    FileNotes notes;
    SkyMap const map = read_sky_map(write({7, 2}, {70, 20}, cards), {}, &notes);
    EXPECT_TRUE(all_equal(map.value, expected));
    EXPECT_EQ(map.quantities, std::vector<std::string>{"VALUE"});
    EXPECT_TRUE(notes.sentences().empty());
  }
  for (Cards const& cards : {Cards{"INDXSCHM= 'EXPLICIT'"}, Cards{"OBJECT  = 'PARTIAL '"}}) {
    EXPECT_TRUE(all_equal(read_sky_map(write({7, 2}, {70, 20}, cards, "NUMBER")).value, expected));
  }
}

TEST_F(PartialMapTest, AListOfAllPixelsIsAList) {
  std::vector<double> pixels;
  std::vector<double> values;
  std::vector<double> expected(12);
  for (int pixel = 11; pixel >= 0; --pixel) {
    pixels.push_back(pixel);
    values.push_back(10 * pixel);
    expected[static_cast<std::size_t>(pixel)] = 10 * pixel;
  }
  EXPECT_TRUE(all_equal(read_sky_map(write(pixels, values, {})).value, expected));
  // But the header counts, and the map of a whole one is not its numbers of pixels.
  FileNotes notes;
  std::string const path = write(pixels, values, {"INDXSCHM= 'IMPLICIT'"});
  EXPECT_TRUE(all_equal(read_sky_map(path, {}, &notes).value, values));
  EXPECT_TRUE(notes.sentences().empty());
  SkyMapSelection selection;
  selection.column = "PIXEL";
  EXPECT_TRUE(all_equal(read_sky_map(path, selection).value, pixels));
}

TEST_F(PartialMapTest, TheListIsNoMap) {
  std::string const path = write({7, 2}, {70, 20}, {});
  for (char const* const column : {"1", "PIXEL", "pixel"}) {
    SkyMapSelection selection;
    selection.column = column;
    EXPECT_EQ(sentence(path, selection),
              "p.fits: --column names the column 1, 'PIXEL' (it lists the pixels, and the maps are "
              "VALUE). Name these, or give their numbers, which count all columns of the table.");
    selection.field = Field::spin_two;
    selection.column += ",2";
    EXPECT_EQ(sentence(path, selection).substr(0, 48),
              "p.fits: --column names the column 1, 'PIXEL' (it");
  }
  for (char const* const column : {"2", "VALUE"}) {
    SkyMapSelection selection;
    selection.column = column;
    EXPECT_EQ(read_sky_map(path, selection).value[7], 70) << column;
  }
  // Whatever its name: the keyword says what it is.
  std::string const i = write({7, 2}, {70, 20}, {"INDXSCHM= 'EXPLICIT'"}, "I");
  SkyMapSelection selection;
  selection.column = "I";
  EXPECT_EQ(sentence(i, selection).substr(0, 43), "p.fits: --column names the column 1, 'I' (i");
  selection.column.clear();
  selection.field = Field::polarised;
  EXPECT_EQ(sentence(i, selection).substr(0, 39), "p.fits: T, Q and U cannot be told (the ");
}

TEST_F(PartialMapTest, ANumberIsAWholeWord) {
  SkyMapSelection selection;
  selection.column = "2x";
  EXPECT_EQ(sentence(write({7, 2}, {70, 20}, {}), selection),
            "p.fits: there is no column '2x' (the table has PIXEL, VALUE). Name one of these, or "
            "its number, with --column.");
}

TEST_F(PartialMapTest, SaysWhatDoesNotFit) {
  EXPECT_EQ(sentence(write({7, 2}, {70, 20}, {"INDXSCHM= 'IMPLICIT'", "OBJECT  = 'PARTIAL '"})),
            "p.fits: INDXSCHM is IMPLICIT (OBJECT is PARTIAL, and a part of a map lists its "
            "pixels). Write EXPLICIT into INDXSCHM if the first column lists them, else FULLSKY "
            "into OBJECT.");
  EXPECT_EQ(sentence(write({7, 2}, {70, 20}, {"INDXSCHM= 'LIST    '"})),
            "p.fits: the pixels have the scheme 'LIST' (INDXSCHM is IMPLICIT or EXPLICIT). Correct "
            "the keyword.");
  EXPECT_EQ(sentence(write({7, 2}, {70, 20}, {}, "NUMBER")),
            "p.fits: the map has 2 pixels (NSIDE is 1, which has 12). Give a whole map, or one "
            "that lists its pixels in a column PIXEL.");
}

TEST_F(PartialMapTest, NamesTheCellOfARowWithSeveral) {
  std::string const wrong = " (nside 1 has the pixels 0 .. 11). Correct the row.";
  EXPECT_EQ(sentence(write({0, 1, 12, 3}, {1, 2, 3, 4}, {})),
            "p.fits: row 3 is of pixel 12" + wrong);
  EXPECT_EQ(sentence(write({0, 1, 12, 3}, {1, 2, 3, 4}, {}, "PIXEL", "2J")),
            "p.fits: row 2, cell 1 is of pixel 12" + wrong);
  EXPECT_EQ(sentence(write({0, 1, 4, 0}, {1, 2, 3, 4}, {}, "PIXEL", "2J")),
            "p.fits: row 2, cell 2 is of pixel 0 again (a pixel has one value). Remove one of its "
            "rows.");
  EXPECT_EQ(sentence(write({0, 1, 4, 0.5}, {1, 2, 3, 4}, {}, "PIXEL", "2D")),
            "p.fits: row 2, cell 2: the pixel is 0.5 (pixels are whole numbers). Correct the row.");
}

TEST_F(PartialMapTest, AnOrderThatIsSharedIsForFilesWithoutOne) {
  std::string const path = write({7, 2}, {70, 20}, {});
  SkyMapSelection selection;
  selection.order = PixelOrder::nested;
  EXPECT_EQ(sentence(path, selection),
            "p.fits: --ordering names another order than the file, RING (its keyword ORDERING "
            "counts). Leave --ordering out.");
  selection.is_shared = true;
  SkyMap const map = read_sky_map(path, selection);
  EXPECT_EQ(map.value[7], 70);
  EXPECT_EQ(map.stated_order, PixelOrder::ring);
}

}  // namespace
}  // namespace siderum::io
