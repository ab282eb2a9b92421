// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/power_spectrum_file.hpp>

#include <gtest/gtest.h>

#include "io/io_support.hpp"

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

TEST_F(PowerSpectrumFileTest, TellsWhatItTookByPosition) {
  auto const told = [&](std::string_view text, Field field) {
    FileNotes notes;
    read_power_spectra(folder_.write("a.csv", text), field, &notes);
    return notes.sentences();
  };
  auto const sentence = [&](std::string_view roles) {
    return std::vector<std::string>{
        folder_.path("a.csv") + ": without a header the columns were taken as " +
        std::string(roles) + ". Name them in a first row if they are others."};
  };
  EXPECT_EQ(told("0 1 9\n", Field::scalar), sentence("l, C_l"));
  EXPECT_EQ(told("1\n2\n", Field::scalar), sentence("C_l"));
  EXPECT_EQ(told("0 4 3 2 1\n", Field::polarised), sentence("l, tt, ee, bb, te"));
  EXPECT_TRUE(told("l,cl\n0,1\n", Field::scalar).empty());
  EXPECT_TRUE(told("# l tt ee bb te\n0 4 3 2 1\n", Field::polarised).empty());
}

TEST_F(PowerSpectrumFileTest, ComesBack) {
  Numbers const spectrum{0, 0.1, 1e-300, 3};
  for (char const* const name : {"cl.csv", "cl.fits"}) {
    OutputFile file(folder_.path(name));
    write_power_spectra({"cl"}, {spectrum}, file);
    file.commit();
    EXPECT_EQ(read_power_spectrum(folder_.path(name)), spectrum);
  }
  EXPECT_EQ(test::contents_of(folder_.path("cl.csv")), "l,cl\n0,0\n1,0.1\n2,1e-300\n3,3\n");
}

TEST_F(PowerSpectrumFileTest, SpectraOfFields) {
  auto const read_all = [&](std::string_view text, Field field) {
    return read_power_spectra(folder_.write("a.csv", text), field);
  };
  using All = std::vector<Numbers>;
  EXPECT_EQ(read_all("l,te,bb,cl_ee,TT,eb\n0,-1,2,3,4,-5\n2,1,1,1,1,1\n", Field::polarised),
            (All{{4, 0, 1}, {3, 0, 1}, {2, 0, 1}, {-1, 0, 1}, {-5, 0, 1}, {0, 0, 0}}));
  EXPECT_EQ(read_all("TEMPERATURE,GRADIENT,CURL,G-T,C-T\n4,3,2,1,9\n", Field::polarised),
            (All{{4}, {3}, {2}, {1}, {0}, {9}}))
      << "as healpy names them";
  EXPECT_EQ(read_all("0 4 3 2 1\n1 8 7 6 5\n", Field::polarised),
            (All{{4, 8}, {3, 7}, {2, 6}, {1, 5}, {0, 0}, {0, 0}}));
  EXPECT_EQ(read_all("l,tt,ee,bb,te\n0,4,3,2,1\n", Field::spin_two), (All{{3}, {2}, {0}}));
  EXPECT_EQ(read_all("gg,cc,gc\n4,3,-2\n", Field::spin_one), (All{{4}, {3}, {-2}}));
  EXPECT_EQ(read_all("l,tt\n0,4\n", Field::scalar), (All{{4}}));
}

TEST_F(PowerSpectrumFileTest, SaysWhatIsWrongWithFields) {
  auto const wrong = [&](std::string_view text) {
    return test::sentence_of(
        [&] { read_power_spectra(folder_.write("a.csv", text), Field::polarised); }, folder_);
  };
  EXPECT_EQ(
      wrong("l,tt,ee,bb\n0,1,1,1\n"),
      "a.csv has no spectrum te (its columns are l, tt, ee, bb). Give a file with the columns "
      "l and tt, ee, bb, te, eb and tb.");
  EXPECT_EQ(wrong("l,tt,ee,bb,te\n7,1,-1,1,1\n"),
            "a.csv, row 1 of the data: ee of l = 7 is -1 (variances are finite and not below 0). "
            "Correct the "
            "row.");
  EXPECT_EQ(
      wrong("l,tt,ee,bb,te\n7,1,1,1,\n"),
      "a.csv, row 1 of the data: te of l = 7 is nan (covariances are finite). Correct the row.");
}

TEST_F(PowerSpectrumFileTest, SaysWhatIsWrong) {
  EXPECT_EQ(
      sentence("l,cl\n0,1\n1.5,2\n"),
      "a.csv, row 2 of the data: the degree is 1.5 (degrees are whole numbers from 0 to 1048576). "
      "Correct the row.");
  EXPECT_EQ(sentence("l,cl\n-1,1\n"),
            "a.csv, row 1 of the data: the degree is -1 (degrees are whole numbers from 0 to "
            "1048576). Correct "
            "the row.");
  EXPECT_EQ(sentence("l,cl\n3,-1\n"),
            "a.csv, row 1 of the data: C_l of l = 3 is -1 (variances are finite and not below 0). "
            "Correct the "
            "row.");
  EXPECT_EQ(sentence("l,cl\n3,\n"),
            "a.csv, row 1 of the data: C_l of l = 3 is nan (variances are finite and not below 0). "
            "Correct the "
            "row.");
  EXPECT_EQ(
      sentence("l,cl\n3,1\n3,1\n"),
      "a.csv, row 2 of the data: l = 3 comes again (each degree has one row). Delete one of them.");
  EXPECT_EQ(sentence("l,cl\n"), "a.csv has no row of data (each degree has one). Add them.");
  EXPECT_EQ(sentence("l\n3\n"),
            "a.csv has no powers (its only column is 'l'). Give a file with l and C_l.");
  EXPECT_EQ(sentence("l,cl\n3,x\n"),
            "a.csv: the column 'cl' does not hold numbers (a power spectrum has l and C_l). Give "
            "these two.");
}

}  // namespace
}  // namespace siderum::io
