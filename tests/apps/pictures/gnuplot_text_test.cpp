// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/gnuplot_text.hpp>

#include <gtest/gtest.h>

namespace siderum::apps {
namespace {

TEST(GnuplotText, LeavesPlainTextReadable) {
  EXPECT_EQ(gnuplot_text("Ida (243): 29 points"), "\"Ida (243): 29 points\" noenhanced");
  EXPECT_EQ(gnuplot_text(""), "\"\" noenhanced");
  EXPECT_EQ(gnuplot_text("é θ × 10⁻⁶ 𝛼"), "\"é θ × 10⁻⁶ 𝛼\" noenhanced");
}

TEST(GnuplotText, EscapesWhatIsSpecial) {
  EXPECT_EQ(gnuplot_text("'\"\\`$"), R"("\047\042\134\140\044" noenhanced)");
  EXPECT_EQ(gnuplot_text("_^{}@&~"), R"("\137\136\173\175\100\046\176" noenhanced)");
  EXPECT_EQ(gnuplot_text("a\nb\tc"), R"("a\012b\011c" noenhanced)");
  // Three digits each: a digit that follows is none of them.
  EXPECT_EQ(gnuplot_text("\n7"), R"("\0127" noenhanced)");
}

TEST(GnuplotText, HoldsNoEndOfSectionsOfXml) {
  std::string const no_width = "\xE2\x80\x8B";
  EXPECT_EQ(gnuplot_text("a]]>b"), "\"a]]" + no_width + ">b\" noenhanced");
  EXPECT_EQ(gnuplot_text("]]]>"), "\"]]]" + no_width + ">\" noenhanced");
  EXPECT_EQ(gnuplot_text("]>] ]> ]]"), "\"]>] ]> ]]\" noenhanced");
}

TEST(GnuplotText, ReplacesWhatNoPictureCanHold) {
  std::string const one = "\"\xEF\xBF\xBD\" noenhanced";
  for (std::string const& bad :
       {std::string(1, '\0'), std::string("\x01"), std::string("\x1B"), std::string("\r"),
        std::string("\x7F"), std::string("\x80"), std::string("\xC3"), std::string("\xFF")}) {
    EXPECT_EQ(gnuplot_text(bad), one) << static_cast<int>(bad[0]);
  }
  // Too long forms, surrogates, beyond Unicode, no letters: as many as bytes.
  for (std::string const bad :
       {"\xC0\xAF", "\xE0\x80\xAF", "\xED\xA0\x80", "\xF4\x90\x80\x80", "\xEF\xBF\xBF"}) {
    EXPECT_EQ(gnuplot_text(bad).find_first_not_of("\"\xEF\xBF\xBD"), 1 + 3 * bad.size() + 1) << bad;
  }
  EXPECT_EQ(gnuplot_text("a\xC3(b"), "\"a\xEF\xBF\xBD(b\" noenhanced");
}

}  // namespace
}  // namespace siderum::apps
