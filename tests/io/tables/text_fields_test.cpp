// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/text_fields.hpp>

#include <sys/stat.h>

#include <fstream>
#include <thread>

#include <gtest/gtest.h>

#include <siderum/io/tables/text_pieces.hpp>

#include "io/io_support.hpp"

namespace siderum::io {
namespace {

using Fields = std::vector<std::string>;

Fields split(std::string_view line) {
  return split_fields(line, detect_separator(line));
}

std::vector<std::pair<std::int64_t, std::string>> content(std::string_view text) {
  std::vector<std::pair<std::int64_t, std::string>> found;
  ContentLines lines(text);
  std::string_view line;
  while (lines.next(line)) {
    found.emplace_back(lines.row(), line);
  }
  return found;
}

TEST(ContentLines, SkipsEmptyLinesAndCommentsButCountsThem) {
  std::vector<std::pair<std::int64_t, std::string>> const expected = {{3, "1 2"}, {6, "3 4"}};
  EXPECT_EQ(content("# note\n\n1 2\n  # note\n \t \n3 4"), expected);
}

TEST(ContentLines, TakesBothLineEndsAndAByteOrderMark) {
  std::vector<std::pair<std::int64_t, std::string>> const expected = {{1, "1,2"}, {3, "3,4"}};
  EXPECT_EQ(content("\xEF\xBB\xBF"
                    "1,2\r\n\r\n3,4\r\n"),
            expected);
}

TEST(ContentLines, HasNothingInAnEmptyText) {
  EXPECT_TRUE(content("").empty());
  EXPECT_TRUE(content("\n\r\n# only\n").empty());
  EXPECT_TRUE(content("\xEF\xBB\xBF").empty());
}

TEST(ContentLines, FindsTheEndOfLinesThatComeInPieces) {
  test::TemporaryFolder const folder;
  std::string const path = folder.path("pipe");
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  std::string const first(300'000, 'a');
  std::string const second(200'001, 'b');
  std::thread writer([&] { std::ofstream(path) << first << "\r\n\n" << second; });
  InputFile input(path);
  ContentLines lines(input);
  std::string_view line;
  EXPECT_TRUE(lines.next(line));
  EXPECT_TRUE(line == first);
  EXPECT_TRUE(lines.next(line));
  EXPECT_TRUE(line == second);
  EXPECT_EQ(lines.row(), 3);
  EXPECT_FALSE(lines.next(line));
  writer.join();
}

TEST(ContentLines, RefusesALineWithoutAnEnd) {
  test::TemporaryFolder const folder;
  std::string const path = folder.write("line", "1,2\n");
  std::filesystem::resize_file(path, longest_line + (std::size_t{1} << 20));
  InputFile input(path);
  ContentLines lines(input);
  std::string_view line;
  EXPECT_TRUE(lines.next(line));
  std::string const sentence =
      "line has a line of more than 64 MB (LF or CRLF ends a line). Look whether it is a table of"
      " text.";
  EXPECT_EQ(test::sentence_of([&] { lines.next(line); }, folder), sentence);
  InputFile again(path);
  ContentLines start(again);
  ASSERT_TRUE(start.next(line));
  auto const read = [&] {
    TextPieces pieces(again, line);
    for (TextPiece piece; pieces.next(piece);) {
    }
  };
  EXPECT_EQ(test::sentence_of(read, folder), sentence);
}

TEST(DetectSeparator, PrefersCommasThenTabsThenBlanks) {
  EXPECT_EQ(detect_separator("a b,c"), Separator::comma);
  EXPECT_EQ(detect_separator("a b\tc"), Separator::tab);
  EXPECT_EQ(detect_separator("a b c"), Separator::blanks);
  EXPECT_EQ(detect_separator("\ta b"), Separator::blanks);
  EXPECT_EQ(detect_separator("\"a,b\" c"), Separator::blanks);
  EXPECT_EQ(detect_separator("1 2 # first, bad"), Separator::blanks);
}

TEST(SplitFields, TrimsAndKeepsEmptyOnes) {
  EXPECT_EQ(split(" a , b c ,, d"), (Fields{"a", "b c", "", "d"}));
  EXPECT_EQ(split("a,b,"), (Fields{"a", "b", ""}));
  EXPECT_EQ(split("a\t\tb c"), (Fields{"a", "", "b c"}));
  EXPECT_EQ(split_fields("\ta\tb", Separator::tab), (Fields{"", "a", "b"}));
}

TEST(SplitFields, TakesRunsOfBlanksAsOne) {
  EXPECT_EQ(split("  a   b "), (Fields{"a", "b"}));
  EXPECT_EQ(split_fields("a \t b\tc\t", Separator::blanks), (Fields{"a", "b", "c"}));
}

TEST(SplitFields, EndsAtAComment) {
  EXPECT_EQ(split("a,b # c,d"), (Fields{"a", "b"}));
  EXPECT_EQ(split("a b #c"), (Fields{"a", "b"}));
  EXPECT_EQ(split("NGC#4,b"), (Fields{"NGC#4", "b"})) << "# inside a word is no comment";
}

TEST(SplitFields, UnderstandsQuotes) {
  EXPECT_EQ(split(R"("a, b" , "say ""hi""",c)"), (Fields{"a, b", R"(say "hi")", "c"}));
  EXPECT_EQ(split(R"("#1" "two words" 3)"), (Fields{"#1", "two words", "3"}));
}

TEST(FieldCursor, GivesNumbers) {
  FieldCursor cursor(R"(1.5 , "2",x,,4)", Separator::comma);
  double number = 0.0;
  EXPECT_EQ(cursor.number(number), FieldState::good);
  EXPECT_EQ(number, 1.5);
  EXPECT_EQ(cursor.number(number), FieldState::good);
  EXPECT_EQ(number, 2.0);
  EXPECT_EQ(cursor.number(number), FieldState::malformed);
  EXPECT_EQ(cursor.rejected(), "x");
  EXPECT_EQ(cursor.number(number), FieldState::empty);
  EXPECT_EQ(cursor.number(number), FieldState::good);
  EXPECT_FALSE(cursor.has_more());
  EXPECT_EQ(cursor.number(number), FieldState::absent);
}

TEST(FieldCursor, CountsTheRestWithAndWithoutEmptyFieldsAtTheEnd) {
  auto const count = [](std::string_view line, Separator separator) {
    FieldCursor cursor(line, separator);
    cursor.skip();
    return cursor.has_more() ? cursor.count_rest() : FieldCount{-1, -1};
  };
  auto const rest = [&](std::string_view line, Separator separator) {
    return count(line, separator).filled;
  };
  EXPECT_EQ(count("1,2,3", Separator::comma).all, 2);
  EXPECT_EQ(count("1,,3,", Separator::comma).all, 3);
  EXPECT_EQ(count("1,", Separator::comma).all, 1);
  EXPECT_EQ(count("1\t\t", Separator::tab).all, 2);
  EXPECT_EQ(count("1 2\t3  ", Separator::blanks).all, 2);
  EXPECT_EQ(count(R"(1,"2"3,4)", Separator::comma).all, 2);
  EXPECT_EQ(rest("1,2,3", Separator::comma), 2);
  EXPECT_EQ(rest("1,,3,", Separator::comma), 2);
  EXPECT_EQ(rest("1,", Separator::comma), 0);
  EXPECT_EQ(rest("1, , ,# 2", Separator::comma), 0);
  EXPECT_EQ(rest(R"(1,"2, 3",4)", Separator::comma), 2);
  EXPECT_EQ(rest(R"(1,"2"3,4)", Separator::comma), 2);
  EXPECT_EQ(rest(R"(1,"2, 3)", Separator::comma), 1);
  EXPECT_EQ(rest("1 2\t3  ", Separator::blanks), 2);
  EXPECT_EQ(rest("1\t\t3 4\t", Separator::tab), 2);
  EXPECT_EQ(rest("1 # 2", Separator::blanks), -1);
}

TEST(FieldCursor, TellsOpenQuotesAndTextAfterQuotes) {
  std::string_view field;
  EXPECT_EQ(FieldCursor("\"abc", Separator::comma).text(field), FieldState::open_quote);
  EXPECT_EQ(FieldCursor("\"abc\"d,e", Separator::comma).text(field), FieldState::malformed);
}

TEST(FieldCursor, KeepsAnUnescapedTextWhileItSkips) {
  FieldCursor cursor(R"("a""b","c""d",1)", Separator::comma);
  std::string_view field;
  EXPECT_EQ(cursor.text(field), FieldState::good);
  EXPECT_EQ(cursor.skip(), FieldState::good);
  EXPECT_EQ(field, R"(a"b)");
}

TEST(MayHoldDecimalCommas, HasNoDecimalPoint) {
  auto const may = [](std::string_view line, Separator separator = Separator::comma) {
    return may_hold_decimal_commas(split_fields(line, separator), separator);
  };
  EXPECT_TRUE(may("2458652,10000,16,013"));
  EXPECT_TRUE(may("0,16,277"));
  EXPECT_TRUE(may("star,2458652,-16,277"));
  EXPECT_FALSE(may("star,2458652,16"));
  EXPECT_FALSE(may("1.5,16,277"));
  EXPECT_FALSE(may("1,2e3,4"));
  EXPECT_FALSE(may("1 2 3", Separator::blanks));
}

TEST(ShownNames, AreFewAndShort) {
  EXPECT_EQ(shown_names({"a", "b"}), "a, b");
  EXPECT_EQ(shown_names({std::string(100, 'x')}), std::string(40, 'x') + "...");
  std::string const many = shown_names(Fields(1'000'000, "name"));
  EXPECT_LT(many.size(), 200U);
  EXPECT_TRUE(many.ends_with(", name and 999980 more")) << many;
}

TEST(IsHeader, HasNoNumber) {
  EXPECT_TRUE(is_header({"id", "time", "value"}));
  EXPECT_FALSE(is_header({"star", "1.5", "x"}));
  EXPECT_FALSE(is_header({"star", "nan"})) << "nan stands where a number would";
}

}  // namespace
}  // namespace siderum::io
