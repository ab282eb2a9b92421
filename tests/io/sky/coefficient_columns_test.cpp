// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/io/sky/coefficients_file.hpp>
#include <siderum/io/sky/sky_map.hpp>
#include <siderum/io/tables/table_files.hpp>

#include "io/io_support.hpp"

/// Coefficients whose columns have other names than INDEX, REAL and IMAG.
namespace siderum::io {
namespace {

using Complex = std::complex<double>;

class CoefficientColumnsTest : public testing::Test {
 protected:
  /// Columns of numbers in their order.
  std::string write(std::vector<std::pair<std::string, NumberColumn>> columns) {
    Table table;
    for (auto& [name, numbers] : columns) {
      table.add(name, std::move(numbers));
    }
    write_table(table, folder_.path("a.fits"));
    return folder_.path("a.fits");
  }

  std::string sentence(std::string const& path) {
    return test::sentence_of([&] { read_coefficients(path); }, folder_);
  }

  test::TemporaryFolder folder_;
};

TEST_F(CoefficientColumnsTest, DegreeAndOrderAreAnIndex) {
  for (bool const is_lower : {false, true}) {
    std::string const path = write({{is_lower ? "l" : "L", {2, 0, 1, 1, 2}},
                                    {is_lower ? "m" : "M", {2, 0, 0, 1, 0}},
                                    {is_lower ? "real" : "REAL", {1, 2, 3, 4, 5}},
                                    {is_lower ? "imag" : "IMAG", {6, 0, 0, 7, 0}}});
    EXPECT_TRUE(holds_coefficients(path));
    FileNotes notes;
    CoefficientTable const table = read_coefficients(path, Field::scalar, &notes);
    EXPECT_EQ(table.range, (HarmonicRange{2, 2}));
    EXPECT_EQ(table.a_lm, (std::vector<Complex>{2, 3, 5, {4, 7}, 0, {1, 6}}));
    EXPECT_EQ(notes.sentences(),
              (std::vector{path + ": 1 of the 6 coefficients up to l = 2 and m = 2 has no row and "
                                  "is 0."}));
    EXPECT_EQ(test::sentence_of([&] { read_sky_map(path); }, folder_),
              "a.fits: the table holds coefficients (its columns are L, M, REAL and IMAG). Give a "
              "map, or make one of them with siderum alm2map.");
  }
  // In any order of the columns, and not where there is an index.
  EXPECT_EQ(
      read_coefficients(write({{"IMAG", {0, 0}}, {"M", {0, 0}}, {"REAL", {1, 2}}, {"L", {1, 0}}}))
          .a_lm,
      (std::vector<Complex>{2, 1}));
  EXPECT_EQ(read_coefficients(write({{"L", {9, 9}},
                                     {"M", {0, 0}},
                                     {"REAL", {1, 2}},
                                     {"IMAG", {0, 0}},
                                     {"INDEX", {3, 1}}}))
                .a_lm,
            (std::vector<Complex>{2, 1}));
}

TEST_F(CoefficientColumnsTest, DegreesAndOrdersThatAreNoneAreNamed) {
  auto const wrong = [&](double degree, double order) {
    return sentence(
        write({{"L", {0, degree}}, {"M", {0, order}}, {"REAL", {1, 1}}, {"IMAG", {0, 0}}}));
  };
  EXPECT_EQ(wrong(2, 3),
            "a.fits: row 2 is of l = 2, m = 3 (degrees go from 0 to 1048576, and orders from -l to "
            "l). Correct the row.");
  EXPECT_EQ(wrong(-1, 0).substr(0, 32), "a.fits: row 2 is of l = -1, m = ");
  EXPECT_EQ(wrong(2e6, 0).substr(0, 37), "a.fits: row 2 is of l = 2000000, m = ");
  EXPECT_EQ(wrong(1.5, 0),
            "a.fits: row 2: the degree l is 1.5 (degrees are whole numbers). Correct the row.");
  EXPECT_EQ(wrong(1, 0.5),
            "a.fits: row 2: the order m is 0.5 (orders are whole numbers). Correct the row.");
  EXPECT_EQ(wrong(0, 0),
            "a.fits: row 2 is of l = 0, m = 0 again (each coefficient has one row). Delete one of "
            "them.");
}

TEST_F(CoefficientColumnsTest, NamesThatSayOtherwiseAreNotTakenInOrder) {
  std::string const action =
      "). Name them INDEX = l^2 + l + m + 1, REAL and IMAG, or L, M, REAL and IMAG.";
  std::string const problem = "a.fits: its columns cannot be told to be those of coefficients (";
  EXPECT_EQ(sentence(write({{"L", {0}}, {"M", {0}}, {"RE", {1}}, {"IM", {0}}})),
            problem + "they are L, M, RE, IM" + action);
  EXPECT_EQ(sentence(write({{"REAL", {1}}, {"IMAG", {0}}, {"NUMBER", {1}}})),
            problem + "they are REAL, IMAG, NUMBER" + action);
  EXPECT_EQ(sentence(write({{"L", {1}}, {"REAL", {1}}, {"IMAG", {0}}})),
            problem + "they are L, REAL, IMAG" + action);
  // Those are not maps either, of which the sentence would be another.
  EXPECT_TRUE(holds_coefficients(write({{"L", {0}}, {"M", {0}}, {"RE", {1}}, {"IM", {0}}})));
  EXPECT_TRUE(holds_coefficients(write({{"REAL", {1}}, {"IMAG", {0}}, {"NUMBER", {1}}})));
  FileNotes notes;
  std::string const path = write({{"N", {1}}, {"RE", {1}}, {"IM", {0}}});
  read_coefficients(path, Field::scalar, &notes);
  EXPECT_EQ(notes.sentences().at(0),
            path + ": the columns 'N', 'RE' and 'IM' were taken as INDEX, REAL and IMAG.");
}

}  // namespace
}  // namespace siderum::io
