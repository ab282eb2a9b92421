// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/fits_header.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/io/files/fits_card.hpp>
#include <siderum/io/sky/power_spectrum_file.hpp>
#include <siderum/io/tables/table_files.hpp>

#include "io/io_support.hpp"
#include "support/sentence.hpp"

namespace siderum::io {
namespace {

using Kind = FitsCard::Kind;
using Cards = std::vector<std::string>;

std::string header(Cards const& cards) {
  std::string bytes;
  for (std::string card : cards) {
    card.resize(FitsCard::width, ' ');
    bytes += card;
  }
  bytes += "END";
  bytes.resize((bytes.size() + 2879) / 2880 * 2880, ' ');
  return bytes;
}

/// One card each in place of those with the same first eight letters, others behind them.
Cards changed(Cards cards, Cards const& changes) {
  for (std::string const& change : changes) {
    auto const same = std::find_if(cards.begin(), cards.end(), [&](std::string const& card) {
      return card.substr(0, 8) == change.substr(0, 8);
    });
    if (same == cards.end()) {
      cards.push_back(change);
    } else {
      *same = change;
    }
  }
  return cards;
}

Cards const primary = {"SIMPLE  =                    T", "BITPIX  =                    8",
                       "NAXIS   =                    0"};
Cards const table = {"XTENSION= 'BINTABLE'",           "BITPIX  =                    8",
                     "NAXIS   =                    2", "NAXIS1  =                   16",
                     "NAXIS2  =                    3", "PCOUNT  =                    0",
                     "GCOUNT  =                    1", "TFIELDS =                    2",
                     "TTYPE1  = 'time    '",           "TFORM1  = 'D       '",
                     "TTYPE2  = 'value   '",           "TFORM2  = 'D       '"};

class FitsHeaderTest : public testing::Test {
 protected:
  /// What the reader of tables says of a file with these cards in its table.
  std::string sentence(Cards const& changes, Cards const& first = {}) {
    std::string const path =
        folder_.write("a.fits", header(changed(primary, first)) + header(changed(table, changes)) +
                                    std::string(2880, '\0'));
    return test::sentence_of([&] { read_table(path); }, folder_);
  }

  static std::string refusal(std::string const& of) {
    return "a.fits cannot be read as FITS (HDU " + of +
           "). Check the file, for example with fitsverify.";
  }

  test::TemporaryFolder folder_;
};

std::string const digits(70, '7');
std::string const letters(90, 'x');

TEST(FitsCards, HaveValues) {
  auto const value = [](std::string card, Kind kind) {
    card.resize(FitsCard::width, ' ');
    FitsCard const result = read_card(card);
    EXPECT_EQ(result.kind, kind) << card;
    EXPECT_EQ(result.problem, "") << card;
    return result.value;
  };
  EXPECT_EQ(value("NSIDE   =                  512 / of the map", Kind::word), "512");
  EXPECT_EQ(value("NSIDE=512", Kind::word), "512");
  EXPECT_EQ(value("UNIT    = 'it''s  ' / a text", Kind::text), "it's");
  EXPECT_EQ(value("COMPLEX = (1.5, 2) / a number", Kind::word), "(1.5, 2)");
  EXPECT_EQ(value("EMPTY   = ''", Kind::text), "");
  EXPECT_EQ(value("NOTHING =   / no value", Kind::remark), "");
  EXPECT_EQ(value("COMMENT = 'no value", Kind::remark), "");
  EXPECT_EQ(value("HIERARCH ESO TEL NAME = 'UT1'", Kind::text), "UT1");
  EXPECT_EQ(value("CONTINUE  ' and more'", Kind::continuation), " and more");
  EXPECT_EQ(value("END", Kind::end), "");
  EXPECT_EQ(value("LONG    = '" + std::string(68, 'a') + "'", Kind::text), std::string(68, 'a'));
}

TEST(FitsCards, SayWhyAValueCannotBeUnderstood) {
  auto const problem = [](std::string card) {
    card.resize(FitsCard::width, ' ');
    return read_card(card).problem;
  };
  EXPECT_EQ(problem("TTYPE1  = '" + letters), "its text has no closing quote");
  EXPECT_EQ(problem("TTYPE1  = '" + std::string(67, 'x') + "''"), "its text has no closing quote");
  EXPECT_EQ(problem("CONTINUE  'more"), "its text has no closing quote");
  EXPECT_EQ(problem("TTYPE1  = " + digits), "its value has 70 letters, and 68 are the most");
  EXPECT_EQ(problem("TTYPE1  = (1" + std::string(67, ' ') + ")"),
            "its value has 70 letters, and 68 are the most");
  EXPECT_EQ(problem("TTYPE1  = (1, 2"), "its value has no closing bracket");
  EXPECT_EQ(problem("A='" + std::string(75, 'x') + "'"),
            "its text has 75 letters, and 68 are the most");
}

TEST(FitsCards, HoldTextsOfSomeLengthAndLetters) {
  auto const sentence = [](std::string const& text) {
    return siderum::test::sentence_of([&] { check_card_text("--unit", text); });
  };
  for (std::string const& text : {std::string(), std::string(68, '~'), std::string(34, '\'')}) {
    EXPECT_EQ(sentence(text), "");
  }
  EXPECT_EQ(
      sentence(std::string(69, 'x')),
      "--unit has 69 letters (a text of a FITS header has 68 at most, and an apostrophe counts"
      " as two). Give a shorter one.");
  EXPECT_EQ(sentence(std::string(67, 'x') + '\'').substr(0, 21), "--unit has 69 letters");
  for (char const* const text : {"\xC2\xB5K", "K\n", "\t", "\x7F"}) {
    EXPECT_EQ(sentence(text),
              "--unit has letters that no FITS header holds (it holds those of ASCII, without ends"
              " of lines). Write it with these.");
  }
}

TEST(FitsCards, HoldWholeNumbers) {
  EXPECT_EQ(whole_number("512"), 512);
  EXPECT_EQ(whole_number("+512"), 512);
  EXPECT_EQ(whole_number("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(whole_number("512."), 512);
  EXPECT_EQ(whole_number("5.12D2"), 512);
  for (char const* const value : {"", "T", "512.5", "1e300", "nan", "inf", "5 1", "0x10"}) {
    EXPECT_FALSE(whole_number(value)) << value;
  }
  EXPECT_FALSE(whole_number(digits));
}

TEST_F(FitsHeaderTest, ValuesThatAreTooLongAreNamed) {
  EXPECT_EQ(sentence({}), "no error");
  EXPECT_EQ(sentence({"TTYPE1  = " + digits}),
            refusal("2, TTYPE1: its value has 70 letters, and 68 are the most"));
  EXPECT_EQ(sentence({"TTYPE1  = '" + letters}),
            refusal("2, TTYPE1: its text has no closing quote"));
  EXPECT_EQ(sentence({"TTYPE1  = '" + std::string(67, 'x') + "''"}),
            refusal("2, TTYPE1: its text has no closing quote"));
  EXPECT_EQ(sentence({"NSIDE   = " + digits}),
            refusal("2, NSIDE: its value has 70 letters, and 68 are the most"));
  EXPECT_EQ(sentence({}, {"AUTHOR  = '" + letters}),
            refusal("1, AUTHOR: its text has no closing quote"));
}

TEST_F(FitsHeaderTest, NamesAsLongAsACardLetsThemBeAreRead) {
  std::string const name(68, 'n');
  EXPECT_EQ(sentence({"TTYPE1  = '" + name + "'"}), "no error");
  Table const read = read_table(folder_.path("a.fits"));
  EXPECT_EQ(read.columns()[0].name, name);
  EXPECT_EQ(sentence({"TTYPE1  = " + name}), "no error");
  EXPECT_EQ(sentence({"TUNIT1  = '" + std::string(67, 'u') + "&'", "CONTINUE  'more'"}),
            "no error");
}

TEST_F(FitsHeaderTest, SizesThatMakeNoSenseAreNamed) {
  EXPECT_EQ(sentence({"NAXIS1  =                   -1"}),
            refusal("2, NAXIS1: it is -1, and 0 to 1152921504606846976 are understood"));
  EXPECT_EQ(sentence({"NAXIS2  =  4000000000000000000"}),
            refusal("2, NAXIS2: it is 4000000000000000000, and 0 to 1152921504606846976 are "
                    "understood"));
  EXPECT_EQ(sentence({"NAXIS2  =  1000000000000000000"}),
            refusal("2, NAXIS: its data would be larger than any file"));
  EXPECT_EQ(sentence({"NAXIS2  =      100000000000000"}),
            refusal("2: the file is cut short, 1600000000000000 bytes of data are 2880"));
  EXPECT_EQ(sentence({"NAXIS1  =                    0", "NAXIS2  =   900000000000000000"}),
            refusal("2, NAXIS1: its 900000000000000000 rows have no bytes"));
  EXPECT_EQ(sentence({"TFIELDS =           1000000000"}),
            refusal("2, TFIELDS: it is 1000000000, and 0 to 999 are understood"));
  EXPECT_EQ(sentence({"TFIELDS =                   2x"}),
            refusal("2, TFIELDS: '2x' is no whole number"));
  EXPECT_EQ(sentence({"THEAP   =                -9999"}),
            refusal("2, THEAP: it is -9999, and 48 to 48 are understood"));
  EXPECT_EQ(sentence({"XTENSION= 'BINTABLE'", "NAXIS3  = 1", "naxis   = 3", "NAXIS01 = 1"}),
            "no error");
  Cards twice = table;
  twice.emplace_back("NAXIS2  =              9999999");
  std::string const path = folder_.write("a.fits", header(primary) + header(twice));
  EXPECT_EQ(test::sentence_of([&] { read_table(path); }, folder_),
            refusal("2, NAXIS2: it comes twice"));
  EXPECT_EQ(sentence({}, {"NAXIS   =                  500"}),
            refusal("1, NAXIS: it is 500, and 0 to 99 are understood"));
}

TEST_F(FitsHeaderTest, TablesBeginWithTheirSizes) {
  EXPECT_EQ(sentence({"TFIELDS =                   +2"}), "no error");
  for (std::string const keyword :
       {"BITPIX", "NAXIS", "NAXIS1", "NAXIS2", "PCOUNT", "GCOUNT", "TFIELDS"}) {
    std::string card = keyword;
    card.resize(8, ' ');
    for (std::string const value : {"", "8.", "2E0", "T", "'2'", "-"}) {
      std::string const shown = value == "'2'" ? "2" : value;
      EXPECT_EQ(sentence({card + "= " + value}),
                refusal("2, " + keyword + ": '" + shown + "' is no whole number"));
    }
  }
  auto const sentence_of = [&](Cards const& cards) {
    std::string const path = folder_.write("a.fits", header(primary) + header(cards));
    return test::sentence_of([&] { read_table(path); }, folder_);
  };
  Cards cards = table;
  cards[5] = "PCOUNT\x7F = 0";
  EXPECT_EQ(sentence_of(cards), refusal("2, PCOUNT?: card 6 of a table is PCOUNT"));
  cards = table;
  std::swap(cards[6], cards[7]);
  EXPECT_EQ(sentence_of(cards), refusal("2, TFIELDS: card 7 of a table is GCOUNT"));
}

TEST_F(FitsHeaderTest, FormsThatMakeNoSenseAreNamed) {
  for (char const* const form : {"8A0", "8A-3", "99999999999999999999D", "3", "P"}) {
    EXPECT_EQ(sentence({std::string("TFORM1  = '") + form + "'"}),
              refusal("2, TFORM1: '" + std::string(form) + "' is no form of a column"));
  }
  EXPECT_EQ(sentence({"TFORM1  = '8A      '", "TDIM1   = '(-4,2)  '"}),
            refusal("2, TDIM1: '(-4,2)' is no list of sizes"));
  EXPECT_EQ(sentence({"TFORM1  = '8A      '", "TDIM1   = '(8)     '"}), "no error");
  EXPECT_EQ(sentence({"XTENSION= 'TABLE   '", "TFORM1  = 'E1E30   '"}),
            refusal("2, TFORM1: 'E1E30' is no form of a column"));
  EXPECT_EQ(sentence({"ZIMAGE  =                    T", "ZNAXIS  =                    1",
                      "ZNAXIS1 =                   16", "ZTILE1  =                    0",
                      "ZCMPTYPE= 'RICE_1  '", "ZBITPIX =                    8"}),
            refusal("2, ZTILE1: it is 0, and 1 to 16 are understood"));
  EXPECT_EQ(sentence({"ZIMAGE  =                    T", "ZVAL2   = " + std::string(40, 'x')}),
            refusal("2, ZVAL2: it is no number"));
  EXPECT_EQ(sentence({"ZIMAGE  =                    T", "ZNAXIS  =                    1",
                      "ZNAXIS1 =                   16", "ZCMPTYPE= 'RICE_1  '",
                      "ZVAL1   =                    0", "ZBITPIX =                    8"}),
            refusal("2, ZVAL1: it is 0, and 1 to 1048576 are understood"));
}

TEST_F(FitsHeaderTest, ScalesThatMakeNoSenseAreNamed) {
  for (std::string const keyword : {"TSCAL2", "TZERO2"}) {
    for (std::string const value :
         {"'abc'", "'1'", "1e400", "1e-400", "T", "(1, 2)", "nan", "1x"}) {
      std::string const shown = value.starts_with('\'') ? value.substr(1, value.size() - 2) : value;
      EXPECT_EQ(sentence({keyword + "  = " + value}),
                refusal("2, " + keyword + ": '" + shown + "' is no number of double precision"));
    }
    for (std::string const value : {"1", "+2.5", "-1.5E-3", "1.5D3", "9223372036854775808", "3."}) {
      EXPECT_EQ(sentence({keyword + "  = " + value}), "no error") << keyword << ' ' << value;
    }
  }
  for (char const* const zero : {"0", "0.0", "-0.D0"}) {
    EXPECT_EQ(sentence({std::string("TSCAL1  = ") + zero}),
              refusal("2, TSCAL1: it is 0, which leaves nothing of the cells"));
  }
  EXPECT_EQ(sentence({"TZERO1  = 0"}), "no error");
}

TEST_F(FitsHeaderTest, UndefinedNumbersThatMakeNoSenseAreNamed) {
  for (std::string const form : {"D", "2E", "1PD(3)"}) {
    EXPECT_EQ(
        sentence({"TNULL2  = -999", "TFORM2  = '" + form + "'"}),
        refusal("2, TNULL2: the column has the form " + form + ", whose undefined cells are NaN"));
  }
  for (std::string const value : {"'abc'", "'-1'", "-1.0", "1e2", "T", "99999999999999999999"}) {
    std::string const shown = value.starts_with('\'') ? value.substr(1, value.size() - 2) : value;
    EXPECT_EQ(sentence({"TFORM2  = 'K'", "TNULL2  = " + value}),
              refusal("2, TNULL2: '" + shown + "' is no whole number"));
  }
  EXPECT_EQ(sentence({"TFORM2  = 'K'", "TNULL2  = -999"}), "no error");
  EXPECT_EQ(sentence({"TFORM2  = '8A'", "TNULL2  = 'none'"}), "no error");
}

TEST_F(FitsHeaderTest, TablesWithoutColumnsAreTold) {
  EXPECT_EQ(sentence({"TFIELDS =                    0", "NAXIS1  =                    0",
                      "NAXIS2  =                    0"}),
            "a.fits has no data (its table has no columns). Give a file with rows.");
  EXPECT_EQ(test::sentence_of([&] { read_power_spectrum(folder_.path("a.fits")); }, folder_),
            "a.fits has no data (its table has no columns). Give a file with rows.");
}

TEST_F(FitsHeaderTest, HeadersWithoutAnEndAreTold) {
  std::string const start = header(primary);
  for (std::size_t const size : {80U, 200U, 2880U}) {
    std::string const path =
        folder_.write("a.fits", start + std::string("XTENSION").append(size, ' '));
    EXPECT_EQ(test::sentence_of([&] { read_table(path); }, folder_),
              refusal("2: the file ends within its header"));
  }
  std::string const path = folder_.write("a.fits", start + std::string(2880, 'x'));
  EXPECT_EQ(test::sentence_of([&] { read_table(path); }, folder_),
            refusal("2: it does not begin with XTENSION"));
}

TEST_F(FitsHeaderTest, SentencesStayOnTheirLine) {
  EXPECT_EQ(sentence({"A\nB\x01    = " + digits}),
            refusal("2, A?B?: its value has 70 letters, and 68 are the most"));
}

}  // namespace
}  // namespace siderum::io
