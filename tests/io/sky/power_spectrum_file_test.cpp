// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/sky/power_spectrum_file.hpp>

#include <numbers>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/io/tables/table_files.hpp>

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
  EXPECT_EQ(read("cl_ee,ELL,CL_TT\n9,3,0.5\n9,1,2\n"), (Numbers{0, 2, 0, 0.5}));
  EXPECT_EQ(read("# a comment\nL C_ell\n2 1e3\n"), (Numbers{0, 0, 1000}));
  EXPECT_EQ(read("TEMPERATURE,GRADIENT\n4,1\n5,1\n"), (Numbers{4, 5}));
  EXPECT_EQ(read("# L CL_TT CL_TE CL_EE\n0 4 1 2\n"), (Numbers{4}));
}

/// 2 pi / (l (l + 1)) of numbers of one degree.
Numbers of_dl(double l, Numbers values) {
  for (double& value : values) {
    value *= 2.0 * std::numbers::pi / (l * (l + 1.0));
  }
  return values;
}

std::vector<double> degree_two(std::vector<Numbers> const& spectra) {
  std::vector<double> values;
  for (Numbers const& spectrum : spectra) {
    EXPECT_EQ(spectrum.at(0), 0.0);
    EXPECT_EQ(spectrum.at(1), 0.0);
    values.push_back(spectrum.at(2));
  }
  return values;
}

TEST_F(PowerSpectrumFileTest, FilesOfOtherPrograms) {
  struct Case {
    std::string text;
    std::optional<SpectrumForm> form;
    Numbers expected;  ///< of l = 2: TT, EE, BB, TE, EB, TB
  };
  Numbers const c{5, 3, 2, -4, 0, 0};
  Numbers const d = of_dl(2.0, c);
  std::string const camb = "#    L    TT             EE             BB             TE\n";
  std::string const planck = "# L TT TE EE BB PP\n2 5 -4 3 2 9\n";
  std::string const class_header =
      "# dimensionless total [l(l+1)/2pi] C_l's\n# for l=2 to 2, i.e. number of multipoles equal "
      "to 1\n#\n#    1:l    2:TT    3:EE    4:TE    5:BB    6:phiphi\n";
  for (Case const& each :
       {Case{planck, SpectrumForm::dl, d}, Case{planck, SpectrumForm::cl, c},
        Case{camb + "2 5 3 2 -4\n", SpectrumForm::dl, d},
        Case{class_header + "2 5 3 -4 2 7\n", {}, d},
        Case{class_header + "2 5 3 -4 2 7\n", SpectrumForm::dl, d},
        Case{"l,D_l^TT [uK^2],D_l^EE,D_l^BB,D_l^TE\n2,5,3,2,-4\n", {}, d},
        Case{"l,l(l+1)C_l^TT/2pi,l(l+1)C_l^EE/2pi,l(l+1)C_l^BB/2pi,l(l+1)C_l^TE/2pi\n2,5,3,2,-4\n",
             {},
             d},
        Case{"l,TE_cl,cl_bb,C_l(EE),CTT\n2,-4,2,3,5\n", {}, c},
        Case{"# l (l + 1) C_l / 2 pi\n2 5 3 2 -4\n", {}, d},
        Case{"2 5 3 2 -4\n", SpectrumForm::dl, d}, Case{"2 5 3 2 -4\n", {}, c}}) {
    auto const found =
        read_power_spectra(folder_.write("a.txt", each.text), Field::polarised, each.form);
    EXPECT_EQ(degree_two(found), each.expected) << each.text;
  }
  EXPECT_EQ(read("# l  Dl  -dDl  +dDl\n2 5 1 1\n"), (Numbers{0, 0, of_dl(2.0, {5})[0]}));
}

TEST_F(PowerSpectrumFileTest, RefusesWhatLeavesTheFormOpen) {
  auto const wrong = [&](std::string_view text, std::optional<SpectrumForm> form = {}) {
    return test::sentence_of(
        [&] { read_power_spectra(folder_.write("a.txt", text), Field::polarised, form); }, folder_);
  };
  std::string const open =
      "a.txt: the names of its columns (L, TT, EE, BB, TE) leave open whether they are C_l or D_l ="
      " l (l + 1) C_l / 2 pi (CAMB, CLASS and Planck write D_l, healpy C_l). Say --spectrum cl or "
      "--spectrum dl.";
  EXPECT_EQ(wrong("# L TT EE BB TE\n2 5 3 2 -4\n"), open);
  EXPECT_EQ(wrong("L TT EE BB TE\n2 5 3 2 -4\n"), open);
  EXPECT_EQ(wrong("# C_l, not multiplied by l(l+1)/2pi\nL TT EE BB TE\n2 5 3 2 -4\n"), open);
  EXPECT_EQ(wrong("# C_l = 2 pi D_l / (l (l+1))\nL TT EE BB TE\n2 5 3 2 -4\n"), open);
  EXPECT_EQ(wrong("l,dl_tt,dl_ee,dl_bb,dl_te\n2,5,3,2,-4\n", SpectrumForm::cl),
            "a.txt: --spectrum says C_l, its header D_l (the header counts). Leave --spectrum out, "
            "or correct the header.");
  EXPECT_EQ(wrong("l,cl_tt,cl_ee,cl_bb,cl_te\n2,5,3,2,-4\n", SpectrumForm::dl),
            "a.txt: --spectrum says D_l, its header C_l (the header counts). Leave --spectrum out, "
            "or correct the header.");
  EXPECT_EQ(
      wrong("l,cl_tt,dl_ee,cl_bb,cl_te\n2,5,3,2,-4\n"),
      "a.txt: some columns are C_l and some D_l ('dl_ee' is D_l; spectra of one file have one "
      "form). Give one of them.");
  EXPECT_EQ(wrong("# l(l+1)C_l/2pi\nl,cl_tt,cl_ee,cl_bb,cl_te\n2,5,3,2,-4\n"),
            "a.txt: its columns are named C_l, and a comment or keyword says D_l (one of them is "
            "wrong). Say --spectrum cl or --spectrum dl.");
  EXPECT_EQ(wrong("l,tt,cl_tt,ee,bb,te\n2,5,5,3,2,-4\n", SpectrumForm::cl),
            "a.txt: the columns 'tt' and 'cl_tt' are of one spectrum, tt (each has one). Leave one "
            "of them out, or name it otherwise.");
  EXPECT_EQ(
      wrong("0 1 0 0 0\n2 5 3 2 -4\n", SpectrumForm::dl),
      "a.txt: tt of l = 0 is 1 (D_l = l (l + 1) C_l / 2 pi is 0 there). Say --spectrum cl, or "
      "correct the row.");
  EXPECT_EQ(
      sentence("id,ra,dec\n1,2,3\n"),
      "a.csv has no spectrum cl (its columns are id, ra, dec). Give a file with the columns l "
      "and cl.");
}

TEST_F(PowerSpectrumFileTest, DegreesUnderAnotherNameAreRefused) {
  for (std::string const name : {"leff", "ell_b", "bin", "multipole_l", "lmean", "k"}) {
    std::string const expected = "a.csv: no column is l (its columns are " + name + ", cl, and " +
                                 name +
                                 " may hold the degrees). Name the degrees l, or leave out what is "
                                 "not used.";
    EXPECT_EQ(sentence(name + ",cl\n10,1\n20,2\n"), expected);
    EXPECT_EQ(sentence("# " + name + " cl\n10 1\n20 2\n"), expected);
  }
  EXPECT_NE(sentence("# lmin lmax Cl\n2 5 1\n").find("no column is l"), std::string::npos);
  Table table;
  table.add("LEFF", Numbers{10, 20});
  table.add("CL", Numbers{1, 2});
  write_table(table, folder_.path("bins.fits"));
  EXPECT_EQ(test::sentence_of([&] { read_power_spectrum(folder_.path("bins.fits")); }, folder_),
            "bins.fits: no column is l (its columns are LEFF, CL, and LEFF may hold the degrees). "
            "Name the degrees l, or leave out what is not used.");
  FileNotes notes;
  std::string const path = folder_.write("rows.csv", "TEMPERATURE,GRADIENT\n4,1\n5,1\n");
  EXPECT_EQ(read_power_spectra(path, Field::scalar, {}, &notes), (std::vector<Numbers>{{4, 5}}));
  EXPECT_EQ(notes.sentences(),
            (std::vector{path + ": no column is l, and the rows were taken as those of l = 0, 1, 2,"
                                " ..."}));
}

TEST_F(PowerSpectrumFileTest, TheFactorWithoutTwoPiLeavesTheFormOpen) {
  std::string const open =
      "a.csv: its header names l(l+1) without the divisor 2 pi (D_l = l (l + 1) C_l / 2 pi, and "
      "numbers that are not divided by it are 6.28 times that). Say --spectrum dl if they are D_l, "
      "else divide them.";
  for (std::string const text :
       {"l,l(l+1)C_l\n2,5\n", "# l l(l+1)Cl\n2 5\n", "# the numbers are l(l+1) C_l of a sky\n2 5\n",
        "# ell(ell+1) C_ell [uK^2]\n# l TT\n2 5\n", "# l(l+1)C_l\nl,cl\n2,5\n"}) {
    EXPECT_EQ(sentence(text).substr(0, 40), open.substr(0, 40)) << text;
  }
  EXPECT_EQ(sentence("l,l(l+1)C_l\n2,5\n"), open);
  auto const read_as = [&](std::string_view text, std::optional<SpectrumForm> form = {}) {
    return read_power_spectrum(folder_.write("b.csv", text), form).at(2);
  };
  double const d = of_dl(2.0, {5})[0];
  EXPECT_EQ(read_as("l,l(l+1)C_l\n2,5\n", SpectrumForm::dl), d);
  EXPECT_EQ(read_as("l,l(l+1)C_l\n2,5\n", SpectrumForm::cl), 5);
  for (std::string const text :
       {"l,l(l+1)C_l/2pi\n2,5\n", "l,l(l+1)C_l/(2 pi)\n2,5\n", "l,l(l+1)/2/pi C_l\n2,5\n",
        "l,l(l+1)C_l/twopi\n2,5\n", "# the numbers are l(l+1) C_l / (2*pi)\n2 5\n",
        "# l(l+1)C_l\nl,dl\n2,5\n", "# D_l = l(l+1) C_l\nl,TT\n2,5\n"}) {
    EXPECT_EQ(read_as(text), d) << text;
  }
}

TEST_F(PowerSpectrumFileTest, UnitsOfFitsSayTheForm) {
  Table table;
  table.add("ELL", IntegerColumn{1, 2});
  table.add("TEMPERATURE", Numbers{0, 5});
  write_table(table, folder_.path("cl.fits"));
  std::string const bytes = test::contents_of(folder_.path("cl.fits"));
  auto const with_unit = [&](std::string_view unit) {
    std::string card = "TUNIT2  = '" + std::string(unit) + "'";
    card.resize(80, ' ');
    std::string changed = bytes;
    std::size_t const end = changed.rfind("END  ");
    changed.replace(end, 160, card + "END" + std::string(77, ' '));
    return folder_.write("unit.fits", changed);
  };
  double const d = of_dl(2.0, {5})[0];
  EXPECT_EQ(read_power_spectrum(with_unit("uK^2")).at(2), 5);
  EXPECT_EQ(read_power_spectrum(with_unit("D_l [uK^2]")).at(2), d);
  EXPECT_EQ(read_power_spectrum(with_unit("l(l+1)/2pi uK^2")).at(2), d);
  EXPECT_EQ(test::sentence_of([&] { read_power_spectrum(with_unit("l(l+1) uK^2")); }, folder_)
                .substr(0, 59),
            "unit.fits: its header names l(l+1) without the divisor 2 pi");
}

TEST_F(PowerSpectrumFileTest, TellsWhatItDecided) {
  auto const told = [&](std::string_view text) {
    FileNotes notes;
    read_power_spectra(folder_.write("a.csv", text), Field::scalar, {}, &notes);
    return notes.sentences();
  };
  std::string const file = folder_.path("a.csv");
  EXPECT_EQ(told("l,dl,PP\n2,1,1\n"),
            (std::vector{file + ": not used: PP.",
                         file + ": read as D_l = l (l + 1) C_l / 2 pi, as its header says."}));
  EXPECT_EQ(told("l,cl,cl_ee\n2,1,1\n5,1,1\n"),
            (std::vector{file + ": 2 degrees between l = 2 and 5 have no row and are 0."}));
}

TEST_F(PowerSpectrumFileTest, FitsIsAsHealpyHasIt) {
  // hp.write_cl makes a column of doubles for each spectrum, TEMPERATURE, GRADIENT, CURL, G-T, C-T
  // and C-G by their places, and no l; hp.read_cl returns the columns in their order. The order of
  // its functions is TT, EE, BB, TE, EB, TB, so that EB is called C-T there.
  std::vector<Numbers> const spectra{{5, 6}, {3, 4}, {2, 1}, {-4, 0}, {0.5, 0.25}, {0.125, 8}};
  std::string const path = folder_.path("cl.fits");
  OutputFile file(path);
  write_power_spectra({"tt", "ee", "bb", "te", "eb", "tb"}, spectra, file);
  file.commit();
  std::vector<std::string> names;
  Table const table = read_table(path);
  for (Column const& column : table.columns()) {
    names.push_back(column.name);
  }
  EXPECT_EQ(names,
            (std::vector<std::string>{"TEMPERATURE", "GRADIENT", "CURL", "G-T", "C-G", "C-T"}));
  EXPECT_EQ(read_power_spectra(path, Field::polarised), spectra);
  EXPECT_EQ(read_power_spectrum(path), spectra[0]);
  EXPECT_EQ(test::sentence_of([&] { read_power_spectrum(path, SpectrumForm::dl); }, folder_),
            "cl.fits: --spectrum says D_l, its header C_l (the header counts). Leave --spectrum "
            "out, or correct the header.");
  FileNotes notes;
  EXPECT_EQ(read_power_spectra(std::string(SIDERUM_GOLDEN) + "/healpy_spectra.fits",
                               Field::polarised, {}, &notes),
            (std::vector<Numbers>{{1, 7}, {2, 8}, {3, 9}, {4, 10}, {5, 11}, {6, 12}}));
  ASSERT_EQ(notes.sentences().size(), 1U);
  EXPECT_NE(notes.sentences()[0].find("the order of healpy"), std::string::npos);
}

TEST_F(PowerSpectrumFileTest, EarlierFitsFilesHaveTheDegreesFirst) {
  Table table;
  table.add("l", IntegerColumn{0, 1});
  table.add("tt", Numbers{1, 2});
  write_table(table, folder_.path("old.fits"));
  EXPECT_EQ(read_power_spectrum(folder_.path("old.fits"), SpectrumForm::cl), (Numbers{1, 2}));
}

TEST_F(PowerSpectrumFileTest, WithoutAHeader) {
  EXPECT_EQ(read("2 7\n3 8\n"), (Numbers{0, 0, 7, 8}));
  EXPECT_EQ(read("7\n8\n"), (Numbers{7, 8}));
}

TEST_F(PowerSpectrumFileTest, TellsWhatItTookByPosition) {
  auto const told = [&](std::string_view text, Field field) {
    FileNotes notes;
    read_power_spectra(folder_.write("a.csv", text), field, {}, &notes);
    return notes.sentences();
  };
  auto const sentence = [&](std::string_view roles) {
    return std::vector<std::string>{
        folder_.path("a.csv") + ": without a header the columns were taken as " +
        std::string(roles) + ". Name them in a first row if they are others."};
  };
  EXPECT_EQ(told("0 1 9\n", Field::scalar), sentence("l, C_l"));
  EXPECT_EQ(told("1\n2\n", Field::scalar), sentence("C_l"));
  EXPECT_EQ(told("0 4 3 2 1\n", Field::polarised),
            sentence("l, C_l of tt, C_l of ee, C_l of bb, C_l of te"));
  EXPECT_TRUE(told("l,cl\n0,1\n", Field::scalar).empty());
  EXPECT_TRUE(told("# l cl_tt cl_ee cl_bb cl_te\n0 4 3 2 1\n", Field::polarised).empty());
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
  EXPECT_EQ(
      read_all("l,cl_te,cl_bb,cl_ee,cl_TT,eb\n0,-1,2,3,4,-5\n2,1,1,1,1,1\n", Field::polarised),
      (All{{4, 0, 1}, {3, 0, 1}, {2, 0, 1}, {-1, 0, 1}, {-5, 0, 1}, {0, 0, 0}}));
  EXPECT_EQ(read_all("TEMPERATURE,GRADIENT,CURL,G-T,C-T\n4,3,2,1,9\n", Field::polarised),
            (All{{4}, {3}, {2}, {1}, {0}, {9}}))
      << "as healpy names them";
  EXPECT_EQ(read_all("0 4 3 2 1\n1 8 7 6 5\n", Field::polarised),
            (All{{4, 8}, {3, 7}, {2, 6}, {1, 5}, {0, 0}, {0, 0}}));
  EXPECT_EQ(read_all("l,cl_tt,cl_ee,cl_bb,cl_te\n0,4,3,2,1\n", Field::spin_two),
            (All{{3}, {2}, {0}}));
  EXPECT_EQ(read_all("cl_gg,cl_cc,cl_gc\n4,3,-2\n", Field::spin_one), (All{{4}, {3}, {-2}}));
  EXPECT_EQ(read_all("l,cl_tt\n0,4\n", Field::scalar), (All{{4}}));
}

TEST_F(PowerSpectrumFileTest, SaysWhatIsWrongWithFields) {
  auto const wrong = [&](std::string_view text) {
    return test::sentence_of(
        [&] { read_power_spectra(folder_.write("a.csv", text), Field::polarised); }, folder_);
  };
  EXPECT_EQ(wrong("l,cl_tt,cl_ee,cl_bb\n0,1,1,1\n"),
            "a.csv has no spectrum te (its columns are l, cl_tt, cl_ee, cl_bb). Give a file with "
            "the columns "
            "l and tt, ee, bb, te, eb and tb.");
  EXPECT_EQ(wrong("l,cl_tt,cl_ee,cl_bb,cl_te\n7,1,-1,1,1\n"),
            "a.csv, row 2: ee of l = 7 is -1 (variances are finite and not below 0). "
            "Correct the "
            "row.");
  EXPECT_EQ(wrong("l,cl_tt,cl_ee,cl_bb,cl_te\n7,1,1,1,\n"),
            "a.csv, row 2: te of l = 7 is empty (covariances are finite). Correct the row.");
  EXPECT_EQ(wrong("l,cl_tt,cl_ee,cl_bb,cl_te\n7,1,1,1,nan\n"),
            "a.csv, row 2: te of l = 7 is nan (covariances are finite). Correct the row.");
}

TEST_F(PowerSpectrumFileTest, SaysWhatIsWrong) {
  EXPECT_EQ(sentence("l,cl\n0,1\n1.5,2\n"),
            "a.csv, row 3: the degree is 1.5 (degrees are whole numbers from 0 to 1048576). "
            "Correct the row.");
  EXPECT_EQ(sentence("l,cl\n-1,1\n"),
            "a.csv, row 2: the degree is -1 (degrees are whole numbers from 0 to "
            "1048576). Correct "
            "the row.");
  EXPECT_EQ(sentence("l,cl\n3,-1\n"),
            "a.csv, row 2: C_l of l = 3 is -1 (variances are finite and not below 0). "
            "Correct the "
            "row.");
  EXPECT_EQ(sentence("l,cl\n3,\n"),
            "a.csv, row 2: C_l of l = 3 is empty (variances are finite and not below 0). "
            "Correct the "
            "row.");
  EXPECT_EQ(sentence("# a comment\nl\tcl\n3\tnan\n4\t\n").substr(0, 34),
            "a.csv, row 3: C_l of l = 3 is nan ");
  EXPECT_EQ(sentence("# a comment\nl\tcl\n3\t1\n\n4\t # none\n").substr(0, 36),
            "a.csv, row 5: C_l of l = 4 is empty ");
  EXPECT_EQ(sentence("l,cl\n3,1\n,2\n").substr(0, 34), "a.csv, row 3: the degree is empty ");
  EXPECT_EQ(sentence("l,cl\n3,none\n4,\n").substr(0, 50),
            "a.csv, row 2: the column 'cl' holds the text 'none");
  EXPECT_EQ(sentence("l,cl\n3,\n4,none\n").substr(0, 43),
            "a.csv, row 2: the column 'cl' holds nothing");
  EXPECT_EQ(sentence("l,cl\n3,1\n3,1\n"),
            "a.csv, row 3: l = 3 comes again (each degree has one row). Delete one of them.");
  // As readers of all tables count: from the first line of a text, and the first row of FITS.
  EXPECT_EQ(sentence("# a comment\nl,cl\n0,1\n\n1,1\n1,2\n"),
            "a.csv, row 6: l = 1 comes again (each degree has one row). Delete one of them.");
  EXPECT_EQ(sentence("0 1\n1 1\n1 2\n"),
            "a.csv, row 3: l = 1 comes again (each degree has one row). Delete one of them.");
  Table table;
  table.add("l", IntegerColumn{0, 1, 1});
  table.add("cl", NumberColumn{1, 1, 1});
  write_table(table, folder_.path("a.fits"));
  EXPECT_EQ(test::sentence_of(
                [&] { read_power_spectrum(folder_.path("a.fits"), SpectrumForm::cl); }, folder_),
            "a.fits, row 3: l = 1 comes again (each degree has one row). Delete one of them.");
  EXPECT_EQ(sentence("l,cl\n"), "a.csv has no row of data (each degree has one). Add them.");
  EXPECT_EQ(sentence("l\n3\n"),
            "a.csv has no spectrum cl (its columns are l). Give a file with the columns l and cl.");
  EXPECT_EQ(sentence("l,cl\n3,x\n"),
            "a.csv, row 2: the column 'cl' holds the text 'x' (a power spectrum has l and C_l). "
            "Give these two.");
  EXPECT_EQ(
      sentence("# a comment\nl,cl\n0,1\n1,2\n2,1.5.1\n"),
      "a.csv, row 5: the column 'cl' holds the text '1.5.1' (a power spectrum has l and C_l). "
      "Give these two.");
}

}  // namespace
}  // namespace siderum::io
