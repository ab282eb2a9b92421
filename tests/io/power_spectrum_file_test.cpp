// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/power_spectrum_file.hpp>

#include <gtest/gtest.h>

#include "io_support.hpp"

namespace siderum::io {
namespace {

using Numbers = std::vector<double>;

class PowerSpectrumFileTest : public testing::Test {
 protected:
  Numbers read(std::string_view text) { return read_power_spectrum(folder_.write("a.csv", text)); }

  std::string sentence(std::string_view text) {
    return test::sentence_of([&] { read(text); }, folder_);
  }

  test::TemporaryFolder folder_;
};

TEST_F(PowerSpectrumFileTest, ColumnsByTheirNames) {
  EXPECT_EQ(read("l,cl\n0,1\n1,2\n"), (Numbers{1, 2}));
  EXPECT_EQ(read("ee,ELL,TT\n9,3,0.5\n9,1,2\n"), (Numbers{0, 2, 0, 0.5}));
  EXPECT_EQ(read("# a comment\nL power\n2 1e3\n"), (Numbers{0, 0, 1000}));
  EXPECT_EQ(read("TEMPERATURE,GRADIENT\n4,1\n5,1\n"), (Numbers{4, 5}));
}

TEST_F(PowerSpectrumFileTest, WithoutAHeader) {
  EXPECT_EQ(read("2 7\n3 8\n"), (Numbers{0, 0, 7, 8}));
  EXPECT_EQ(read("7\n8\n"), (Numbers{7, 8}));
}

TEST_F(PowerSpectrumFileTest, ComesBack) {
  Numbers const spectrum{0, 0.1, 1e-300, 3};
  for (char const* const name : {"cl.csv", "cl.fits"}) {
    OutputFile file(folder_.path(name));
    write_power_spectrum(spectrum, file);
    file.commit();
    EXPECT_EQ(read_power_spectrum(folder_.path(name)), spectrum);
  }
  EXPECT_EQ(test::contents_of(folder_.path("cl.csv")), "l,cl\n0,0\n1,0.1\n2,1e-300\n3,3\n");
}

TEST_F(PowerSpectrumFileTest, SaysWhatIsWrong) {
  EXPECT_EQ(sentence("l,cl\n0,1\n1.5,2\n"),
            "a.csv, row 2: the degree is 1.5 (degrees are whole numbers from 0 to 1048576). "
            "Correct the row.");
  EXPECT_EQ(sentence("l,cl\n-1,1\n"),
            "a.csv, row 1: the degree is -1 (degrees are whole numbers from 0 to 1048576). Correct "
            "the row.");
  EXPECT_EQ(sentence("l,cl\n3,-1\n"),
            "a.csv, row 1: C_l of l = 3 is -1 (variances are finite and not below 0). Correct the "
            "row.");
  EXPECT_EQ(sentence("l,cl\n3,\n"),
            "a.csv, row 1: C_l of l = 3 is nan (variances are finite and not below 0). Correct the "
            "row.");
  EXPECT_EQ(sentence("l,cl\n3,1\n3,1\n"),
            "a.csv, row 2: l = 3 comes again (each degree has one row). Delete one of them.");
  EXPECT_EQ(sentence("l\n3\n"),
            "a.csv has no powers (its only column is 'l'). Give a file with l and C_l.");
  EXPECT_EQ(sentence("l,cl\n3,x\n"),
            "a.csv: the column 'cl' does not hold numbers (a power spectrum has l and C_l). Give "
            "these two.");
}

}  // namespace
}  // namespace siderum::io
