// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/option_values.hpp>

#include <array>
#include <limits>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/core/error.hpp>
#include "support/sentence.hpp"

namespace siderum::apps {
namespace {

using test::sentence_of;
using testing::HasSubstr;

enum class Fruit { red_apple, pear };

constexpr std::array fruit_choices{Choice<Fruit>{"red-apple", Fruit::red_apple},
                                   Choice<Fruit>{"pear", Fruit::pear}};

TEST(OptionWords, MayBeSpelledInAnyCaseAndWithEitherDash) {
  EXPECT_EQ(parse_choice("--fruit", "red-apple", fruit_choices), Fruit::red_apple);
  EXPECT_EQ(parse_choice("--fruit", "RED_Apple", fruit_choices), Fruit::red_apple);
  EXPECT_EQ(parse_choice("--fruit", "Pear", fruit_choices), Fruit::pear);
}

TEST(OptionWords, ArePrintedInOneSpelling) {
  EXPECT_EQ(name_of(Fruit::red_apple, fruit_choices), "red-apple");
  EXPECT_EQ(name_of(Fruit::pear, fruit_choices), "pear");
}

TEST(OptionWords, ThatAreUnknownAreNamedWithTheKnownOnes) {
  std::string const sentence = sentence_of([] { parse_choice("--fruit", "peer", fruit_choices); });

  EXPECT_THAT(sentence, HasSubstr("--fruit does not know 'peer'"));
  EXPECT_THAT(sentence, HasSubstr("red-apple, pear"));
  EXPECT_THROW(parse_choice("--fruit", "", fruit_choices), Error);
  EXPECT_THROW(parse_choice("--fruit", "red", fruit_choices), Error);
}

TEST(OptionNumbers, AreReadToTheLastDigit) {
  EXPECT_EQ(parse_number("--fmin", "0.1"), 0.1);
  EXPECT_EQ(parse_number("--fmin", "+2.5e-3"), 2.5e-3);
  EXPECT_EQ(parse_number("--fmin", "-1"), -1.0);
}

TEST(OptionNumbers, AreWholeAndFinite) {
  for (char const* text : {"", "abc", "1x", "1,5", "nan", "inf", "1e999", " 1", "+-1"}) {
    EXPECT_THROW(parse_number("--fmin", text), Error) << text;
  }
  EXPECT_THAT(sentence_of([] { parse_number("--fmin", "1x"); }), HasSubstr("--fmin got '1x'"));
}

constexpr std::int64_t smallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
constexpr WholeNumbers any{smallest, largest, 7};

TEST(OptionWholeNumbers, MayBeWrittenWithAnExponentOrAPoint) {
  for (char const* text : {"330000", "+330000", "3.3e5", "33E+4", "0.33e6", "330000.00",
                           "33000000e-2", "0000330000"}) {
    EXPECT_EQ(parse_whole_number("--count", text, any), 330000) << text;
  }
  for (char const* text : {"0", "-0", "0.0", "0e99999", ".0e-3"}) {
    EXPECT_EQ(parse_whole_number("--count", text, any), 0) << text;
  }
}

TEST(OptionWholeNumbers, AreExact) {
  EXPECT_EQ(parse_whole_number("--count", "9007199254740992", any), 9007199254740992);
  EXPECT_EQ(parse_whole_number("--count", "9007199254740993", any), 9007199254740993);
  EXPECT_EQ(parse_whole_number("--count", "9.007199254740993e15", any), 9007199254740993);
  EXPECT_EQ(parse_whole_number("--count", "1e18", any), 1'000'000'000'000'000'000);
  EXPECT_EQ(parse_whole_number("--count", "9223372036854775807", any), largest);
  EXPECT_EQ(parse_whole_number("--count", "-9223372036854775807", any), -largest);
}

TEST(OptionWholeNumbers, AreWholeAndInTheirRange) {
  for (char const* text :
       {"", "-", "+-1", "1.5", "1e-1", "1e300", "1e999999999999", "ten", "1e", "1e+", "1e+-2",
        "1.2.3", ".", "e5", "1 ", "0x10", "9223372036854775808", "18446744073709551616"}) {
    EXPECT_THROW(parse_whole_number("--count", text, any), Error) << text;
  }
  for (char const* text : {"0", "-3", "513"}) {
    EXPECT_EQ(sentence_of([&] {
                parse_whole_number("--threads", text, {1, 512, 4});
              }),
              std::string("--threads got '") + text +
                  "' (it takes a whole number from 1 to 512). Write for example --threads 4.");
  }
}

TEST(OptionSeeds, AreAll64Bits) {
  EXPECT_EQ(parse_seed("--seed", "0"), 0u);
  EXPECT_EQ(parse_seed("--seed", "18446744073709551615"), 18446744073709551615u);
  EXPECT_EQ(parse_seed("--seed", "1e19"), 10'000'000'000'000'000'000u);
  for (char const* text : {"-1", "18446744073709551616", "1e20", "0.5", ""}) {
    EXPECT_THROW(parse_seed("--seed", text), Error) << text;
  }
}

TEST(OptionOutputs, HaveAName) {
  EXPECT_EQ(parse_output("--output", "a b.csv"), "a b.csv");
  EXPECT_THAT(sentence_of([] { parse_output("--output", ""); }),
              HasSubstr("--output got an empty name"));
}

TEST(OptionTables, AreNotNamedAsOtherFiles) {
  for (char const* path : {"a.csv", "a.fits", "a.txt", "noending", "a.npy.csv", "-"}) {
    EXPECT_EQ(parse_table_output("--output", path), path);
  }
  for (char const* path : {"a.npy", "a.csv.gz", "a.PDF", "b/a.png"}) {
    EXPECT_THAT(sentence_of([&] { parse_table_output("--output", path); }),
                HasSubstr("a table is CSV, or FITS where the name ends in .fits or .fit"));
  }
}

}  // namespace
}  // namespace siderum::apps
