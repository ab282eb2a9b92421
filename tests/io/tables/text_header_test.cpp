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

TEST(FindHeader, IsNoProse) {
  for (std::string_view const text :
       {"# my data\n1 2\n", "# ZTF photometry\n1 2\n", "# Ida\n1 2\n", "# flux of star\n1 2 3\n",
        "# flux and time\n1 2 3\n", "# Magnitude data.\n1 2\n", "# time 243\n1 2\n",
        "# a star\n1 2\n", "# 1 2\n1 2\n", "# ra is first\n1 2 3\n", "1 2\n# ra dec\n3 4\n"}) {
    TextHeader const header = header_of(text);
    EXPECT_EQ(header.names, Names{}) << text;
    EXPECT_EQ(header.doubtful_comment, "") << text;
  }
}

TEST(FindHeader, DoubtsACommentWithMoreOrFewerNames) {
  for (std::string_view const text :
       {"# id ra dec\n1 2 3 4\n", "# id ra dec\n1 2\n", "# id,ra,dec\n# by hand\n1 2\n"}) {
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
