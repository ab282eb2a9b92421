// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/text_header.hpp>

#include <gtest/gtest.h>

#include <siderum/core/error.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

using Names = std::vector<std::string>;

TextHeader header_of(std::string_view text) {
  ContentLines lines(text);
  std::string_view line;
  EXPECT_TRUE(lines.next(line)) << text;
  return find_header(text, line);
}

Names names_of(std::string_view text) {
  return header_of(text).names;
}

TEST(FindHeader, IsTheFirstRowWithoutANumber) {
  TextHeader const header = header_of("# id ra dec\nx,y,z\n1,2,3\n");
  EXPECT_EQ(header.names, (Names{"x", "y", "z"}));
  EXPECT_TRUE(header.is_row);
  EXPECT_FALSE(header_of("# id ra dec\n1,2,3\n").is_row);
}

TEST(FindHeader, TakesTheCommentsOfOtherPrograms) {
  EXPECT_EQ(names_of("# id ra dec z\n1 2 3 4\n"), (Names{"id", "ra", "dec", "z"})) << "savetxt";
  EXPECT_EQ(names_of("# id,ra,dec\n1,2,3\n"), (Names{"id", "ra", "dec"}));
  EXPECT_EQ(names_of("#id,ra,dec\n1,2,3\n"), (Names{"id", "ra", "dec"}));
  EXPECT_EQ(names_of("# \"source id\" ra dec\n1 2 3\n"), (Names{"source id", "ra", "dec"}))
      << "commented_header";
  EXPECT_EQ(names_of("###MJD          m       dm    uJy\n57232.4 16.9 0.02 12\n"),
            (Names{"MJD", "m", "dm", "uJy"}))
      << "ATLAS";
  EXPECT_EQ(names_of("#    L    TT             EE             BB             TE            \n"
                     "    2   1 2 3 4\n"),
            (Names{"L", "TT", "EE", "BB", "TE"}))
      << "CAMB";
  EXPECT_EQ(names_of("# C_l's of l=2 to 2500, i.e. number of multipoles equal to 2499\n#\n"
                     "#    1:l    2:TT     3:EE     4:TE\n 2 1 2 3\n"),
            (Names{"l", "TT", "EE", "TE"}))
      << "CLASS";
  EXPECT_EQ(names_of("#    l             Dl               -dDl             +dDl\n2 1 1 1\n"),
            (Names{"l", "Dl", "-dDl", "+dDl"}))
      << "Planck";
  EXPECT_EQ(names_of("\xEF\xBB\xBF# ra dec\r\n1 2\r\n"), (Names{"ra", "dec"}));
}

TEST(FindHeader, NeedsNoEqualSeparators) {
  EXPECT_EQ(names_of("# id ra dec\n1,2,3\n"), (Names{"id", "ra", "dec"}));
  EXPECT_EQ(names_of("# id, ra, dec\n1 2 3\n"), (Names{"id", "ra", "dec"}));
  EXPECT_EQ(names_of("# id\tra\tdec\n1 2 3\n"), (Names{"id", "ra", "dec"}));
  EXPECT_EQ(names_of("# the id\tra\tdec\n1\t2\t3\n"), (Names{"the id", "ra", "dec"}));
}

TEST(FindHeader, JoinsUnitsAndTakesOffLabels) {
  EXPECT_EQ(names_of("# ra [deg] dec [deg] flux (e- / s)\n1 2 3\n"),
            (Names{"ra [deg]", "dec [deg]", "flux (e- / s)"}));
  EXPECT_EQ(names_of("# V (B-V) mag\n1 2 3\n"), (Names{"V", "(B-V)", "mag"}));
  EXPECT_EQ(names_of("# columns: ra dec\n1 2\n"), (Names{"ra", "dec"}));
  EXPECT_EQ(names_of("# Columns: id, ra, dec\n1 2 3\n"), (Names{"id", "ra", "dec"}));
}

TEST(FindHeader, LooksPastLinesOfUnitsRulesAndOrigins) {
  for (std::string_view const last :
       {"# deg deg", "# ------- -------", "#", "# 1 2", "# made by mock 7", "# [1] [2]"}) {
    std::string const text = "# ra dec\n" + std::string(last) + "\n\n1 2\n";
    EXPECT_EQ(names_of(text), (Names{"ra", "dec"})) << last;
  }
}

TEST(FindHeader, TakesUnitsBelowTheNames) {
  TextHeader const header = header_of("# mjd mag err\n# d mag mag\n1 2 3\n");
  EXPECT_EQ(header.names, (Names{"mjd", "mag", "err"}));
  EXPECT_EQ(header.units, (Names{"d", "mag", "mag"}));
  EXPECT_EQ(header.unit(0), "d");
  EXPECT_EQ(header.unit(7), "");
}

TEST(FindHeader, TakesALineWithUnknownUnitsOrTypesAsUnits) {
  TextHeader const typed = header_of("# id ra dec\n# int rad rad\n1 2 3\n");
  EXPECT_EQ(typed.names, (Names{"id", "ra", "dec"}));
  EXPECT_EQ(typed.units, (Names{"", "rad", "rad"}));
  TextHeader const odd = header_of("# mjd flux err\n# s nMgy nMgy\n1 2 3\n");
  EXPECT_EQ(odd.names, (Names{"mjd", "flux", "err"}));
  EXPECT_EQ(odd.units, (Names{"s", "nMgy", "nMgy"}));
  TextHeader const alone = header_of("# rad rad\n1 2\n");
  EXPECT_EQ(alone.names, Names{});
  EXPECT_EQ(alone.units, (Names{"rad", "rad"}));
  EXPECT_EQ(names_of("# ra dec d\n1 2 3\n"), (Names{"ra", "dec", "d"}));
  EXPECT_EQ(names_of("# star h B\n1 2 3\n"), (Names{"star", "h", "B"})) << "no names above";
}

TEST(FindHeader, TakesNamesThatItDoesNotKnow) {
  for (Names const& names :
       {Names{"id", "ra_1", "dec_1"}, Names{"galid", "ra_gal", "dec_gal"},
        Names{"id", "RA2000", "DEC2000"}, Names{"id", "ALPHAWIN_J2000", "DELTAWIN_J2000"},
        Names{"id", "ra_rad", "dec_rad"}, Names{"ID", "R.A.", "Dec."}, Names{"id", "ra", "dec."},
        Names{"id", "V", "HJD-2450000"}, Names{"id", "Vmag_A", "time_obs"},
        Names{"Kennung", "Laenge", "Breite"}}) {
    std::string const comment = "# " + names[0] + ' ' + names[1] + ' ' + names[2] + '\n';
    EXPECT_EQ(names_of(comment + "1 2 3\n"), names) << comment;
  }
  TextHeader const with_units = header_of("# Kennung Laenge Breite\n# - rad rad\n1 2 3\n");
  EXPECT_EQ(with_units.names, (Names{"Kennung", "Laenge", "Breite"}));
  EXPECT_EQ(with_units.units, (Names{"-", "rad", "rad"}));
  EXPECT_EQ(names_of("# id ra dec\n# galaxies near us\n1 2 3\n"), (Names{"id", "ra", "dec"}))
      << "names that are known count before";
}

TEST(FindHeader, TakesNumberedNames) {
  for (std::string_view const comment :
       {"# 0:id 1:ra 2:dec", "# (1)id (2)ra (3)dec", "# 1=id 2=ra 3=dec", "# 1-id 2-ra 3-dec",
        "# columns are: id ra dec", "# 1 id\n# 2 ra\n# 3 dec"}) {
    EXPECT_EQ(names_of(std::string(comment) + "\n1 2 3\n"), (Names{"id", "ra", "dec"})) << comment;
  }
  EXPECT_EQ(names_of("# id ra dec (all in deg)\n1 2 3\n"), (Names{"id", "ra", "dec (all in deg)"}));
  std::string const sextractor =
      "#   1 NUMBER          Running object number\n"
      "#   2 ALPHA_J2000     Right ascension of barycenter (J2000)    [deg]\n"
      "#   3 DELTA_J2000     Declination of barycenter (J2000)        [deg]\n";
  TextHeader const header = header_of(sextractor + "1 2 3\n");
  EXPECT_EQ(header.names, (Names{"NUMBER", "ALPHA_J2000", "DELTA_J2000"}));
  EXPECT_EQ(header.units, (Names{"", "[deg]", "[deg]"}));
  EXPECT_NE(header_of(sextractor + "1 2 3 4\n").doubtful_comment, "");
}

TEST(FindHeader, IsNoProse) {
  for (std::string_view const text :
       {"# my data\n1 2\n", "# ZTF photometry\n1 2\n", "# Ida\n1 2\n", "# flux of star\n1 2 3\n",
        "# flux and time\n1 2 3\n", "# Magnitude data.\n1 2\n", "# time 243\n1 2\n",
        "# by me, today\n1 2\n", "# 1 2\n1 2\n", "# ra is first\n1 2 3\n",
        "1 2\n# ra dec\n3 4\n"}) {
    TextHeader const header = header_of(text);
    EXPECT_EQ(header.names, Names{}) << text;
    EXPECT_EQ(header.doubtful_comment, "") << text;
  }
}

TEST(FindHeader, DoubtsACommentWithMoreOrFewerNames) {
  for (std::string_view const text :
       {"# id ra dec\n1 2 3 4\n", "# id ra dec\n1 2\n", "# id,ra,dec\n# by hand\n1 2\n",
        "# id ra_1 dec_1\n1 2 3 4\n", "# V time\n1 2 3\n", "# id ra dec.\n1 2 3 4\n"}) {
    TextHeader const header = header_of(text);
    EXPECT_EQ(header.names, Names{}) << text;
    EXPECT_NE(header.doubtful_comment, "") << text;
    EXPECT_THROW(header.refuse_doubt("a.txt", "Correct it."), Error);
  }
  EXPECT_NO_THROW(header_of("# my data\n1 2\n").refuse_doubt("a.txt", "Correct it."));
  EXPECT_EQ(header_of("# ra dec weights\n# ra dec\n1 2\n").doubtful_comment, "");
}

TEST(FindHeader, CountsNoEmptyFieldsAtTheEnd) {
  EXPECT_EQ(names_of("# id,ra,dec\n1,2,3,\n"), (Names{"id", "ra", "dec"}));
  EXPECT_EQ(names_of("# id,ra,dec,\n1,2,3,\n"), (Names{"id", "ra", "dec", ""}));
}

}  // namespace
}  // namespace siderum::io
