// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/pairs/read_catalogue.hpp>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <io/io_support.hpp>
#include <siderum/io/tables/table_files.hpp>
#include <support/worker_threads.hpp>

namespace siderum::io::test {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class ReadCatalogue : public testing::Test {
 protected:
  std::string file(std::string const& text, std::string const& name = "a.csv") {
    return folder_.write(name, text);
  }
  std::string refusal(std::string const& text, CatalogueColumns const& columns = {}) {
    return sentence_of([&] { read_catalogue(file(text), columns); }, folder_);
  }

  TemporaryFolder folder_;
};

TEST_F(ReadCatalogue, FindsRaAndDecInAnyCaseAndOrder) {
  for (char const* header : {"z,dec,ra", "Z,DEC,RA", "z,Dec [deg],Ra_deg", "z,DEJ2000,RAJ2000"}) {
    CatalogueTable const table = read_catalogue(file(std::string(header) + "\n9,1,2\n9,-3,400\n"));
    EXPECT_THAT(table.ra, ElementsAre(2.0, 400.0)) << header;
    EXPECT_THAT(table.dec, ElementsAre(1.0, -3.0)) << header;
    EXPECT_THAT(table.weight, IsEmpty());
    EXPECT_THAT(table.region, IsEmpty());
  }
}

TEST_F(ReadCatalogue, TakesTheFirstTwoColumnsWithoutAHeader) {
  for (char const* text : {"1 2 9\n3 4 9\n", "# a comment\n1,2,9\n\n3,4,9\n", "1\t2\t9\n3\t4\t9"}) {
    CatalogueTable const table = read_catalogue(file(text));
    EXPECT_THAT(table.ra, ElementsAre(1.0, 3.0)) << text;
    EXPECT_THAT(table.dec, ElementsAre(2.0, 4.0)) << text;
  }
}

TEST_F(ReadCatalogue, FindsTheColumnsByACommentBeforeTheData) {
  for (char const* header :
       {"# id ra dec z\n", "#id,ra,dec,z\n", "# made by hand\n# id ra dec z\n"}) {
    CatalogueTable const table = read_catalogue(file(std::string(header) + "9 1 2 0\n9 3 4 0\n"));
    EXPECT_THAT(table.ra, ElementsAre(1.0, 3.0)) << header;
    EXPECT_THAT(table.dec, ElementsAre(2.0, 4.0)) << header;
  }
  EXPECT_THAT(refusal("# l b\n1 2\n"), HasSubstr("has no column ra (its columns are l, b)"));
  EXPECT_EQ(refusal("# id ra dec\n1 2\n"),
            "a.csv: the comment 'id ra dec' seems to name the columns (but has more or fewer words"
            " than the first row has fields). Say which columns are ra and dec with --columns, for"
            " example --columns 2,3.");
  CatalogueTable const chosen = read_catalogue(file("# id ra dec\n1 2\n"), {"2", "1", "", ""});
  EXPECT_THAT(chosen.ra, ElementsAre(2.0));
}

TEST_F(ReadCatalogue, NeverTakesNamedColumnsByPosition) {
  for (char const* names :
       {"id RA2000 DEC2000", "id _RA _DE", "objID RAdeg DEdeg", "0:id 1:ra 2:dec", "ID R.A. Dec.",
        "id ALPHAWIN_J2000 DELTAWIN_J2000"}) {
    std::string const text = std::string("# ") + names + "\n7 1 2\n";
    EXPECT_THAT(read_catalogue(file(text)).ra, ElementsAre(1.0)) << names;
    EXPECT_THAT(read_catalogue(file(text)).dec, ElementsAre(2.0)) << names;
  }
  for (char const* names : {"id ra_1 dec_1", "galid ra_gal dec_gal", "id ra_rad dec_rad"}) {
    EXPECT_THAT(refusal(std::string("# ") + names + "\n7 1 2\n"), HasSubstr("has no column ra"));
  }
  EXPECT_THAT(refusal("# id ra dec (all in rad)\n7 1 2\n"), HasSubstr("the ra has none"));
  EXPECT_THAT(refusal("# id ra dec\n# int rad furlong\n7 1 2\n"), HasSubstr("is in 'furlong'"));
  EXPECT_DOUBLE_EQ(read_catalogue(file("# id ra dec\n# int rad rad\n7 1 0\n")).ra[0],
                   57.29577951308232);
}

TEST_F(ReadCatalogue, TellsWhatItTookByPosition) {
  FileNotes notes;
  std::string const path = file("# a comment\n1,2,9\n3,4,9\n");
  for (char const* name : {"b.csv", "c.csv"}) {
    read_catalogue(file("1 2\n", name), {}, &notes);
  }
  EXPECT_THAT(
      notes.sentences(),
      ElementsAre(
          folder_.path("b.csv") +
          " and 1 more file: without a header the columns were taken as ra [deg], dec [deg]."
          " Name them with --columns if they are others."));
  FileNotes in_radians;
  EXPECT_THAT(read_catalogue(file("# rad rad\n0 1.5707963267948966\n"), {}, &in_radians).dec,
              ElementsAre(90.0));
  EXPECT_THAT(in_radians.sentences(),
              ElementsAre(HasSubstr("as ra, dec, in the units of the comment before the data.")));
  FileNotes none;
  file("# a comment\n1,2,9\n3,4,9\n");
  read_catalogue(path, {"1", "2", "", ""}, &none);
  read_catalogue(file("ra,dec\n1,2\n"), {}, &none);
  read_catalogue(file("# ra dec\n1,2\n"), {}, &none);
  EXPECT_THAT(none.sentences(), IsEmpty());
}

TEST_F(ReadCatalogue, ConvertsUnitsToDegrees) {
  auto const first = [&](std::string const& text, std::optional<CoordinateUnit> unit = {},
                         FileNotes* notes = nullptr) {
    CatalogueTable const table = read_catalogue(file(text), {"", "", "", "", unit}, notes);
    return std::vector<double>{table.ra[0], table.dec[0]};
  };
  EXPECT_THAT(first("ra [h],dec [arcmin]\n2,90\n"), ElementsAre(30.0, 1.5));
  EXPECT_THAT(first("# ra dec\n# hourangle rad\n2 0\n"), ElementsAre(30.0, 0.0));
  EXPECT_THAT(first("# %ECSV 1.0\n# ---\n# datatype:\n# - {name: ra, unit: hourangle}\n"
                    "# - {name: dec, unit: deg}\nra dec\n2 1.5\n"),
              ElementsAre(30.0, 1.5));
  EXPECT_THAT(first("ra,dec\n2,1.5\n", CoordinateUnit::hours), ElementsAre(30.0, 1.5));
  EXPECT_THAT(first("ra,dec\n2,1.5\n", CoordinateUnit::degrees), ElementsAre(2.0, 1.5));
  EXPECT_DOUBLE_EQ(first("2,1\n", CoordinateUnit::radians)[0], 114.59155902616465);
  EXPECT_EQ(first("0,1.5707963267948966\n", CoordinateUnit::radians)[1], 90.0);
  EXPECT_EQ(first("0,-1.5707964\n", CoordinateUnit::radians)[1], -90.0)
      << "the pole in single precision";
  EXPECT_THAT(refusal("0,90.000001\n"), HasSubstr("the dec is 90.000001"));
  EXPECT_THAT(
      refusal("ra,dec\n24,0\n170,1\n", {"", "", "", "", CoordinateUnit::hours}),
      HasSubstr("row 3: the ra is 170 hours (24 are a whole turn, so it may be in degrees)"));
  EXPECT_THAT(refusal("0,1.6\n", {"", "", "", "", CoordinateUnit::radians}),
              HasSubstr("row 1: the dec is 91.6"));
  EXPECT_THAT(refusal("ra [furlong],dec\n1,2\n"),
              HasSubstr("a.csv: the column 'ra [furlong]' is in 'furlong' (right ascensions"));
  EXPECT_THAT(refusal("ra,dec [h]\n1,2\n"), HasSubstr("the column 'dec [h]' is in 'h'"));
  FileNotes notes;
  EXPECT_THAT(first("ra [h],dec\n2,1.5\n", CoordinateUnit::degrees, &notes),
              ElementsAre(30.0, 1.5));
  EXPECT_THAT(notes.sentences(),
              ElementsAre(folder_.path("a.csv") +
                          ": the file says the unit of the ra, so that --coordinates deg does not"
                          " count there."));
}

TEST_F(ReadCatalogue, RefusesRightAscensionsOfMoreTurnsThanAreMeant) {
  for (char const* ra : {"183.2", "-6.2832"}) {
    EXPECT_THAT(
        refusal(fmt::format("ra,dec\n6.2831855,0\n{},0.1\n{},0.1\n", ra, ra),
                {"", "", "", "", CoordinateUnit::radians}),
        HasSubstr(fmt::format("row 3: the ra is {} radians (2 pi are a whole turn, so it may"
                              " be in degrees); 2 rows are bad.",
                              ra)));
  }
  EXPECT_THAT(refusal("ra [rad],dec [rad]\n183.2,0\n"),
              HasSubstr("row 2: the ra is 183.2 radians"));
  for (char const* ra : {"9999", "-999", "720.1"}) {
    EXPECT_THAT(refusal(fmt::format("ra,dec\n720,0\n-720,0\n-180,0\n{},0\n", ra)),
                HasSubstr(fmt::format("row 5: the ra is {} (beyond two turns, 720 degrees, it may"
                                      " stand for a missing one). Correct the rows",
                                      ra)));
  }
}

TEST_F(ReadCatalogue, TakesNoRadiansForDegrees) {
  EXPECT_EQ(refusal("# mock galaxies, coordinates in radians\n# ra dec\n1 0.5\n"),
            "a.csv: a comment says 'radians', and the columns of the coordinates have no unit"
            " (without one they are in degrees). Say with --coordinates deg, rad or hours in what"
            " they are.");
  EXPECT_THAT(refusal("# the positions are in hours and degrees\n1 0.5\n"),
              HasSubstr("says 'hours'"));
  EXPECT_THAT(refusal("# HourAngle\nra,dec\n1,0.5\n"), HasSubstr("says 'hourangle'"));
  CatalogueColumns const degrees{"", "", "", "", CoordinateUnit::degrees};
  EXPECT_THAT(read_catalogue(file("# cut at 0.1 radians\n1 0.5\n"), degrees).ra, ElementsAre(1.0));
  for (char const* comments : {"# 3 hours of exposure\n", "# the gradient was removed\n",
                               "# in radians\n# ra [deg] dec [deg]\n"}) {
    EXPECT_THAT(read_catalogue(file(comments + std::string("1 0.5\n"))).ra, ElementsAre(1.0));
  }
}

TEST_F(ReadCatalogue, TellsWhereDegreesMayBeRadians) {
  auto const notes_of = [&](double ra, double dec, std::optional<CoordinateUnit> unit = {}) {
    std::string text = "ra,dec\n";
    for (int i = 0; i <= 100; ++i) {
      text += std::to_string(ra * i / 100.0) + "," + std::to_string(dec * (i - 50) / 50.0) + "\n";
    }
    FileNotes notes;
    read_catalogue(file(text), {"", "", "", "", unit}, &notes);
    return notes.sentences();
  };
  EXPECT_THAT(notes_of(6.28, 1.57),
              ElementsAre(folder_.path("a.csv") +
                          ": all points lie within 6.3 degrees of ra and 1.6 of dec, as radians"
                          " would; if they are in radians, say so with --coordinates rad."));
  EXPECT_THAT(notes_of(6.28, 1.57, CoordinateUnit::degrees), IsEmpty());
  EXPECT_THAT(notes_of(6.29, 1.57), IsEmpty());
  EXPECT_THAT(notes_of(6.28, 1.58), IsEmpty());
  EXPECT_THAT(notes_of(3.1, 1.57), IsEmpty()) << "a field of three degrees";
}

TEST_F(ReadCatalogue, TellsThatAFirstRowMayBeNumbersOfColumns) {
  auto const notes_of = [&](char const* text) {
    FileNotes notes;
    read_catalogue(file(text), {"1", "2", "", ""}, &notes);
    return notes.sentences();
  };
  EXPECT_THAT(notes_of("0,1,2\n10,20,30\n"),
              ElementsAre(HasSubstr("the first row, 0 and 1 and so on, was read as data")));
  EXPECT_THAT(notes_of("0,1.0\n10,20\n"), IsEmpty());
  EXPECT_THAT(notes_of("# ra dec\n0,1\n10,20\n"), IsEmpty());
}

TEST_F(ReadCatalogue, RefusesAUnitOfOneCoordinateAlone) {
  EXPECT_EQ(refusal("# ra dec [rad]\n0,1\n"),
            "a.csv: the dec has a unit other than degrees and the ra has none (which may be in the"
            " same or in degrees). Say with --coordinates in what it is, or give both columns their"
            " units.");
  EXPECT_THAT(refusal("ra [rad],dec\n1,0\n"), HasSubstr("the ra has a unit other than degrees"));
  EXPECT_THAT(refusal("# id ra dec\n# - rad -\n7 1 0\n"), HasSubstr("the dec has none"));
  Table table;
  table.add("ra [rad]", NumberColumn{1.0});
  table.add("dec", NumberColumn{0.0});
  write_table(table, folder_.path("a.fits"));
  EXPECT_THAT(sentence_of([&] { read_catalogue(folder_.path("a.fits")); }, folder_),
              HasSubstr("the dec has none"));

  for (char const* header : {"ra [h],dec", "ra [deg],dec", "ra,dec [deg]"}) {
    EXPECT_THAT(read_catalogue(file(std::string(header) + "\n1,2\n")).dec, ElementsAre(2.0));
  }
  CatalogueColumns const radians{"", "", "", "", CoordinateUnit::radians};
  EXPECT_THAT(read_catalogue(file("ra [rad],dec\n0,1.5707963267948966\n"), radians).dec,
              ElementsAre(90.0));
}

TEST_F(ReadCatalogue, TakesColumnsByNameAndByNumber) {
  std::string const path = file("name,l,b,mass,patch\nx,1,2,0.5,-7\ny,3,4,2,12\n");
  for (CatalogueColumns const& columns :
       {CatalogueColumns{"l", "B", "MASS", "patch"}, CatalogueColumns{"2", "3", "4", "5"}}) {
    CatalogueTable const table = read_catalogue(path, columns);
    EXPECT_THAT(table.ra, ElementsAre(1.0, 3.0));
    EXPECT_THAT(table.dec, ElementsAre(2.0, 4.0));
    EXPECT_THAT(table.weight, ElementsAre(0.5, 2.0));
    EXPECT_THAT(table.region, ElementsAre(-7, 12));
  }
}

TEST_F(ReadCatalogue, ReadsFits) {
  Table table;
  table.add("DEC", NumberColumn{1.5, -2.5});
  table.add("RA", NumberColumn{10.0, 20.0});
  table.add("jack", IntegerColumn{3, 4});
  std::string const path = folder_.path("a.fits");
  write_table(table, path);

  CatalogueTable const read = read_catalogue(path, {"", "", "", "JACK"});

  EXPECT_THAT(read.ra, ElementsAre(10.0, 20.0));
  EXPECT_THAT(read.dec, ElementsAre(1.5, -2.5));
  EXPECT_THAT(read.region, ElementsAre(3, 4));
}

TEST_F(ReadCatalogue, RefusesRowsThatAreShorterThanTheFirst) {
  for (char const* text : {"ra,dec,z\n1,2,3\n3,4\n", "ra dec z\n1 2 3\n3 4\n", "\n1,2,3\n3,4\n"}) {
    EXPECT_THAT(refusal(text), HasSubstr("row 3: the row has 2 columns (the first one has 3)"));
  }
  EXPECT_THAT(refusal("ra,dec,z\n1,2,3\n3\n"),
              HasSubstr("row 3: the dec is missing (the row has 1 column)"));
  for (char const* text : {"ra,dec,z\n1,2,3\n3,4,\n", "ra,dec,\n1,2\n3,4,\n", "1,2,\n3,4\n"}) {
    EXPECT_THAT(read_catalogue(file(text)).dec, ElementsAre(2.0, 4.0)) << text;
  }
}

TEST_F(ReadCatalogue, LeavesOutAWeightThatIsNotThere) {
  EXPECT_THAT(read_catalogue(file("ra,dec\n1,2\n"), {"", "", "w", ""}).weight, IsEmpty());
  EXPECT_THAT(refusal("ra,dec\n1,2\n", {"", "", "5", ""}), HasSubstr("no column '5'"));
}

TEST_F(ReadCatalogue, NamesTheFirstBadRowAndTheirNumber) {
  EXPECT_THAT(refusal("ra,dec\n1,2\n1,nan\n"), HasSubstr("a.csv, row 3: the dec is NaN"));
  EXPECT_THAT(refusal("ra,dec\n1,2\ninf,2\n"), HasSubstr("row 3: the ra is infinite"));
  EXPECT_THAT(refusal("ra,dec\n100,2\n1,91\n2,-92\n100,5\n7,95\n"),
              AllOf(HasSubstr("row 3: the dec is 91"), HasSubstr("3 rows are bad")));
  EXPECT_THAT(refusal("ra,dec\n1,2\n1\n"), HasSubstr("row 3: the dec is missing"));
  EXPECT_THAT(refusal("ra,dec\n1,2\n1,\n"), HasSubstr("row 3: the dec is missing"));
  EXPECT_THAT(refusal("ra,dec\n1,2\n1,2,3\n"),
              HasSubstr("row 3: the row has 3 columns (the first one has 2)"));
  EXPECT_THAT(refusal("ra,dec\n1,2\n1,x\n"), HasSubstr("row 3: the dec is 'x'"));
  EXPECT_THAT(refusal("ra,dec,w\n1,2,1\n1,2,nan\n", {"", "", "w", ""}),
              HasSubstr("row 3: the weight is NaN"));
  EXPECT_THAT(refusal("ra,dec,r\n1,2,1\n1,2,1.5\n", {"", "", "", "r"}),
              HasSubstr("row 3: the region is 1.5"));
}

TEST_F(ReadCatalogue, SuggestsToSwapColumns) {
  EXPECT_THAT(refusal("ra,dec\n2,150\n-3,151\n"), HasSubstr("swap the columns"));
  EXPECT_THAT(refusal("ra,dec\n2,150\n200,151\n"), testing::Not(HasSubstr("swap")));
}

TEST_F(ReadCatalogue, NamesSeparatorsThatAreNone) {
  for (char const* text : {"ra;dec\n1.5;2\n", "1;2\n3;4\n", "ra;dec\n1,5;2,5\n"}) {
    EXPECT_THAT(refusal(text), HasSubstr("separated by semicolons")) << text;
  }
}

TEST_F(ReadCatalogue, RefusesANameThatTwoColumnsHave) {
  EXPECT_EQ(refusal("ra,dec,RA\n1,2,3\n"),
            "a.csv has two columns for the ra, 1 'ra' and 3 'RA' (one is meant). Choose with"
            " --columns RA,DEC, for example by numbers, --columns 2,3.");
  EXPECT_THAT(refusal("ra,dec,dec\n1,2,3\n"), HasSubstr("two columns for the dec"));
  CatalogueTable const chosen =
      read_catalogue(file("ra,dec,RA\n1,2,3\n"), CatalogueColumns{"3", "2", "", ""});
  EXPECT_THAT(chosen.ra, ElementsAre(3.0));
  std::string const twice = "ra,dec,ra,dec,w,w\n1,2,3,4,5,6\n";
  EXPECT_EQ(refusal(twice, {"ra", "dec", "", ""}),
            "a.csv has 2 columns 'ra' for the ra, 1 and 3 (one is meant). Give the number of the"
            " column in place of its name.");
  EXPECT_THAT(refusal(twice, {"1", "2", "w", ""}), HasSubstr("2 columns 'w' for the weight"));
  EXPECT_THAT(refusal(twice, {"1", "2", "", "w"}), HasSubstr("2 columns 'w' for the region"));
  EXPECT_THAT(read_catalogue(file(twice), {"3", "4", "5", "6"}).dec, ElementsAre(4.0));
  // Other names rank behind the first.
  EXPECT_THAT(read_catalogue(file("RAJ2000,ra,dec\n1,2,3\n")).ra, ElementsAre(2.0));
}

TEST_F(ReadCatalogue, ShowsPrintableTextOnly) {
  EXPECT_THAT(refusal("ra,dec\n1,\x01\x80\xFF\xC3\xA9\n"),
              HasSubstr("the dec is '???\xC3\xA9' (it must be a number)"));
  EXPECT_THAT(refusal("x\x80\x02,y\n1,2\n"), HasSubstr("its columns are x??, y"));
}

TEST_F(ReadCatalogue, IsNoFolder) {
  std::string const sentence = sentence_of([&] { read_catalogue(folder_.path("")); }, folder_);
  EXPECT_THAT(sentence, HasSubstr("(it is a folder). Name a file in it."));
}

TEST_F(ReadCatalogue, RefusesFilesThatAreNoCatalogue) {
  EXPECT_THAT(refusal(""), HasSubstr("has no points"));
  EXPECT_THAT(refusal("ra,dec\n"), HasSubstr("has no points"));
  EXPECT_THAT(refusal("1\n2\n"), HasSubstr("has one column"));
  EXPECT_THAT(refusal("x,y\n1,2\n"),
              AllOf(HasSubstr("has no column ra"), HasSubstr("x, y"), HasSubstr("--columns")));
  EXPECT_THAT(refusal("ra,dec\n1,2\n", {"x", "dec", "", ""}), HasSubstr("no column 'x'"));
  EXPECT_THAT(refusal("ra,dec\n1,2\n", {"", "", "", "jack"}), HasSubstr("no column 'jack'"));
  EXPECT_THAT(refusal("ra,dec\n1,2\n", {"ra", "RA", "", ""}), HasSubstr("both the ra and the dec"));
  EXPECT_THAT(sentence_of([] { read_catalogue("nowhere.csv"); }, folder_),
              HasSubstr("nowhere.csv"));
}

/// Of several pieces, whose lines have any length; some are comments.
std::string long_text(int rows, int bad_row) {
  std::string text = "ra,dec,name\n";
  for (int row = 2; row <= rows; ++row) {
    if (bad_row > 0 && (row == bad_row || row == bad_row + 70'000)) {
      text += "1,x,\n";
    } else if (row % 1000 == 0) {
      text += "# " + std::string(static_cast<std::size_t>(row % 7777), '-') + "\n";
    } else {
      text += std::to_string(row % 360) + "," + std::to_string(row % 90) + ".25,\"" +
              std::string(static_cast<std::size_t>(row % 5), 'n') + "\"\n";
    }
  }
  return text;
}

TEST_F(ReadCatalogue, IsTheSameForAnyNumberOfThreads) {
  std::string const good = file(long_text(150'000, 0), "good.csv");
  std::string const bad = long_text(150'000, 70'001);
  std::string const fits = folder_.path("good.fits");
  CatalogueTable const expected = read_catalogue(good);
  ASSERT_EQ(expected.points(), 149'999 - 150);
  Table table;
  table.add("ra", expected.ra);
  table.add("dec", expected.dec);
  write_table(table, fits);
  siderum::test::with_threads({1, 2, 5}, [&](int) {
    CatalogueTable const text = read_catalogue(good);
    EXPECT_EQ(text.ra, expected.ra);
    EXPECT_EQ(text.dec, expected.dec);
    CatalogueTable const binary = read_catalogue(fits);
    EXPECT_EQ(binary.ra, expected.ra);
    EXPECT_EQ(binary.dec, expected.dec);
    EXPECT_THAT(refusal(bad), HasSubstr("row 70001: the dec is 'x' (it must be a number); 2 rows"
                                        " are bad."));
  });
}

TEST_F(ReadCatalogue, KnowsAByteOrderMarkOnlyAtTheStart) {
  // One begins each line, wherever a piece begins.
  std::string text = "name,ra,dec\n";
  for (int row = 0; row < 100'000; ++row) {
    text += "\xEF\xBB\xBF,1,2\n";
  }
  EXPECT_EQ(read_catalogue(file(text)).points(), 100'000);
  text = "ra,dec\n";
  for (int row = 0; row < 100'000; ++row) {
    text +=
        "\xEF\xBB\xBF"
        "1,2\n";
  }
  EXPECT_THAT(refusal(text), HasSubstr("; 100000 rows are bad."));
}

}  // namespace
}  // namespace siderum::io::test
