// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/option_values.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/apps/choices.hpp>
#include <siderum/core/error.hpp>
#include "apps/error_sentence.hpp"

namespace siderum::apps {
namespace {

using test::error_sentence;
using testing::HasSubstr;

TEST(OptionWords, MayBeSpelledInAnyCaseAndWithEitherDash) {
  EXPECT_EQ(parse_choice("--finder", "lomb-scargle", finder_choices), Finder::lomb_scargle);
  EXPECT_EQ(parse_choice("--finder", "LOMB_Scargle", finder_choices), Finder::lomb_scargle);
  EXPECT_EQ(parse_choice("--model", "Standard", model_choices), Model::standard);
}

TEST(OptionWords, ArePrintedInOneSpelling) {
  EXPECT_EQ(name_of(Finder::lomb_scargle, finder_choices), "lomb-scargle");
  EXPECT_EQ(name_of(Normalization::psd, normalization_choices), "psd");
}

TEST(OptionWords, ThatAreUnknownAreNamedWithTheKnownOnes) {
  std::string const sentence =
      error_sentence([] { parse_choice("--model", "generalised", model_choices); });

  EXPECT_THAT(sentence, HasSubstr("--model does not know 'generalised'"));
  EXPECT_THAT(sentence, HasSubstr("generalized, standard"));
  EXPECT_THROW(parse_choice("--model", "", model_choices), Error);
  EXPECT_THROW(parse_choice("--model", "stand", model_choices), Error);
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
  EXPECT_THAT(error_sentence([] { parse_number("--fmin", "1x"); }), HasSubstr("--fmin got '1x'"));
}

TEST(OptionWholeNumbers, MayBeWrittenWithAnExponent) {
  EXPECT_EQ(parse_whole_number("--count", "330000", 1), 330000);
  EXPECT_EQ(parse_whole_number("--count", "1e6", 1), 1000000);
}

TEST(OptionWholeNumbers, AreWholeAndNotBelowTheLeast) {
  for (char const* text : {"0", "-3", "1.5", "1e300", "ten"}) {
    EXPECT_THROW(parse_whole_number("--count", text, 1), Error) << text;
  }
  EXPECT_THAT(error_sentence([] { parse_whole_number("--count", "0", 1); }),
              HasSubstr("a whole number >= 1"));
}

TEST(OptionWindows, AreFrequencyAndHalfWidth) {
  std::vector<FrequencyWindow> const windows = parse_windows("--exclude", "1:0.02,2.5:0");

  ASSERT_EQ(windows.size(), 2u);
  EXPECT_EQ(windows[0].frequency, 1.0);
  EXPECT_EQ(windows[0].half_width, 0.02);
  EXPECT_EQ(windows[1].frequency, 2.5);
  EXPECT_EQ(windows[1].half_width, 0.0);
}

TEST(OptionWindows, AreRefusedWhenIncompleteOrNegative) {
  for (char const* text : {"", "1", "1:", ":1", "1:0.1,", ",1:0.1", "1:-0.1", "-1:0.1", "1:2:3"}) {
    EXPECT_THROW(parse_windows("--exclude", text), Error) << text;
  }
}

}  // namespace
}  // namespace siderum::apps
