// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/number_text.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace siderum::io {
namespace {

double parse(std::string_view text) {
  double number = 0.0;
  char const* const after = parse_number(text.data(), text.data() + text.size(), number);
  EXPECT_EQ(after, text.data() + text.size()) << text;
  return number;
}

std::string text_of(double number) {
  std::string text;
  append_number(text, number);
  return text;
}

TEST(ParseNumber, ReadsTheUsualForms) {
  EXPECT_EQ(parse("0"), 0.0);
  EXPECT_EQ(parse("+1.5"), 1.5);
  EXPECT_EQ(parse("-.5"), -0.5);
  EXPECT_EQ(parse("5."), 5.0);
  EXPECT_EQ(parse("1e3"), 1000.0);
  EXPECT_EQ(parse("1E+3"), 1000.0);
  EXPECT_EQ(parse("2458652.95843750"), 2458652.95843750);
  EXPECT_TRUE(std::signbit(parse("-0.0")));
}

TEST(ParseNumber, ReadsTheExponentOfFortran) {
  EXPECT_EQ(parse("1.25D-3"), 1.25e-3);
  EXPECT_EQ(parse("-4d2"), -400.0);
  EXPECT_EQ(parse("0.12345678901234567890123D+05"), 12345.678901234567890123);
}

TEST(ParseNumber, ReadsWhatIsNotFinite) {
  EXPECT_TRUE(std::isnan(parse("nan")));
  EXPECT_TRUE(std::isnan(parse("-NaN")));
  EXPECT_EQ(parse("inf"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse("-Infinity"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse("1e400"), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse("-1e400"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse("1e-400"), 0.0);
  EXPECT_EQ(parse("1e99999999999999999999"), std::numeric_limits<double>::infinity());
}

TEST(ParseNumber, StopsWhereTheNumberEnds) {
  for (std::string_view const text : {"1.5,2", "1.5 2", "1.5e", "1.5e+", "1.5.2", "1.5x"}) {
    double number = 0.0;
    char const* const after = parse_number(text.data(), text.data() + text.size(), number);
    EXPECT_EQ(after - text.data(), 3) << text;
    EXPECT_EQ(number, 1.5) << text;
  }
}

TEST(ParseNumber, RefusesWhatIsNone) {
  for (std::string_view const text :
       {"", "-", "+", ".", "-.", "e5", "abc", "--1", "0x", ",", "na"}) {
    EXPECT_FALSE(is_number(text)) << text;
  }
  EXPECT_FALSE(is_number("0x10"));
  EXPECT_FALSE(is_number("1 2"));
}

// Halfway cases and long digit strings from the literature on correct rounding, against the C
// library.
TEST(ParseNumber, RoundsCorrectly) {
  for (std::string const text :
       {"9007199254740993", "9007199254740992.5", "9007199254740991e22", "1e22", "1e23", "8.5e-23",
        "0.1", "123456789012345678901234567890", "2.2250738585072011e-308",
        "2.2250738585072014e-308", "4.9e-324", "1.7976931348623157e308", "0.000000000000000000001",
        "179769313486231580793728971405301e276", "6929495644600919.5", "3.7455744005952583e15"}) {
    EXPECT_EQ(parse(text), std::strtod(text.c_str(), nullptr)) << text;
  }
}

TEST(ParseNumber, ReadsManyZerosAndDigits) {
  std::string const zeros(330, '0');
  EXPECT_EQ(parse("0." + zeros + "1"), 0.0);
  EXPECT_EQ(parse("0." + zeros + "7D-1"), 0.0);
  EXPECT_EQ(parse("-0." + zeros + "1"), 0.0);
  EXPECT_EQ(parse("." + zeros + "25e331"), 2.5);
  EXPECT_EQ(parse("0." + zeros + "1e10"), std::strtod(("0." + zeros + "1e10").c_str(), nullptr));
  EXPECT_EQ(parse("1" + zeros + "e-330"), 1.0);
  EXPECT_EQ(parse("1" + zeros), std::numeric_limits<double>::infinity());
  EXPECT_EQ(parse(zeros + "1"), 1.0);
  EXPECT_EQ(parse(zeros + "." + zeros + "e400"), 0.0);
}

TEST(ParseNumber, AgreesWithTheCLibraryAtTheEndsOfTheRange) {
  std::mt19937_64 random(8);
  auto const digits = [&random](std::uint64_t most, std::uint64_t zeros) {
    std::string text(random() % (zeros + 1), '0');
    for (std::uint64_t i = random() % most + 1; i > 0; --i) {
      text += static_cast<char>('0' + random() % 10);
    }
    return text;
  };
  for (int i = 0; i < 50'000; ++i) {
    std::uint64_t const zeros = random() % 3 == 0 ? 400 : 3;
    std::string text = random() % 2 == 0 ? "-" : "";
    text += digits(random() % 4 == 0 ? 400 : 20, zeros);
    text += random() % 4 == 0 ? "" : "." + digits(30, zeros);
    text += random() % 3 == 0
                ? ""
                : fmt::format("e{}", static_cast<std::int64_t>(random() % 1400) - 700);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(parse(text)),
              std::bit_cast<std::uint64_t>(std::strtod(text.c_str(), nullptr)))
        << text;
  }
}

TEST(ParseNumber, AgreesWithTheCLibraryOnRandomText) {
  std::mt19937_64 random(7);
  for (int i = 0; i < 200'000; ++i) {
    std::uint64_t const digits = random() >> (random() % 60);
    int const exponent = static_cast<int>(random() % 80) - 40;
    std::string const text = fmt::format("{}.{:07}e{}", digits, random() % 10'000'000, exponent);
    ASSERT_EQ(parse(text), std::strtod(text.c_str(), nullptr)) << text;
    std::string const plain = fmt::format("{}.{:08}", random() % 3'000'000, random() % 100'000'000);
    ASSERT_EQ(parse(plain), std::strtod(plain.c_str(), nullptr)) << plain;
  }
}

TEST(AppendNumber, IsShort) {
  EXPECT_EQ(text_of(0.1), "0.1");
  EXPECT_EQ(text_of(0.0), "0");
  EXPECT_EQ(text_of(-2.0), "-2");
  EXPECT_EQ(text_of(2458652.9584375), "2458652.9584375");
  EXPECT_EQ(text_of(1e-300), "1e-300");
  EXPECT_EQ(text_of(std::nan("")), "nan");
  EXPECT_EQ(text_of(-std::nan("")), "nan");
  EXPECT_EQ(text_of(-std::numeric_limits<double>::infinity()), "-inf");
  std::string text;
  append_number(text, 0.1F);
  EXPECT_EQ(text, "0.1");
}

TEST(AppendNumber, ReadsBackTheSame) {
  std::mt19937_64 random(11);
  for (int i = 0; i < 200'000; ++i) {
    double const number = std::bit_cast<double>(random());
    if (std::isfinite(number)) {
      ASSERT_EQ(std::bit_cast<std::uint64_t>(parse(text_of(number))),
                std::bit_cast<std::uint64_t>(number))
          << text_of(number);
    }
  }
}

}  // namespace
}  // namespace siderum::io
