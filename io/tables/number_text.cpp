// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/number_text.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <limits>
#include <system_error>

namespace siderum::io {
namespace {

bool is_digit(char letter) {
  return static_cast<unsigned char>(letter - '0') < 10;
}

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
}

char const* skip_word(char const* first, char const* last, std::string_view word) {
  for (char const letter : word) {
    if (first == last || lower(*first) != letter) {
      return nullptr;
    }
    ++first;
  }
  return first;
}

/// The words nan, inf and infinity, after the sign.
char const* parse_word(char const* first, char const* last, bool negative, double& number) {
  double const sign = negative ? -1.0 : 1.0;
  if (char const* after = skip_word(first, last, "nan")) {
    number = std::numeric_limits<double>::quiet_NaN();
    return after;
  }
  if (char const* after = skip_word(first, last, "inf")) {
    number = sign * std::numeric_limits<double>::infinity();
    char const* const longer = skip_word(after, last, "inity");
    return longer != nullptr ? longer : after;
  }
  return nullptr;
}

/// The power of ten above the first digit that is not 0, of digits with or without a point.
std::int64_t power_above(char const* first, char const* last) {
  char const* const end =
      std::find_if(first, last, [](char letter) { return !is_digit(letter) && letter != '.'; });
  char const* const point = std::find(first, end, '.');
  char const* const digit =
      std::find_if(first, end, [](char letter) { return letter >= '1' && letter <= '9'; });
  return point - digit + (digit > point ? 1 : 0);
}

/// Any number of valid syntax, without sign, whose exponent is known.
double parse_any(char const* first, char const* last, std::int64_t exponent) {
  double number = 0.0;
  std::errc status{};
  char const* const fortran =
      std::find_if(first, last, [](char letter) { return letter == 'd' || letter == 'D'; });
  if (fortran == last) {
    status = std::from_chars(first, last, number).ec;
  } else {
    std::string text(first, last);
    text[static_cast<std::size_t>(fortran - first)] = 'e';
    status = std::from_chars(text.data(), text.data() + text.size(), number).ec;
  }
  if (status == std::errc::result_out_of_range) {
    number =
        power_above(first, last) + exponent > 0 ? std::numeric_limits<double>::infinity() : 0.0;
  }
  return number;
}

/// The exponent at first, which stands on its letter; leaves both alone where no digit follows.
void parse_exponent(char const*& first, char const* last, std::int64_t& exponent) {
  constexpr std::int64_t beyond_any = 100'000'000;
  char const* cursor = first + 1;
  bool negative = false;
  if (cursor != last && (*cursor == '-' || *cursor == '+')) {
    negative = *cursor == '-';
    ++cursor;
  }
  if (cursor == last || !is_digit(*cursor)) {
    return;
  }
  std::int64_t given = 0;
  for (; cursor != last && is_digit(*cursor); ++cursor) {
    given = std::min(10 * given + (*cursor - '0'), beyond_any);
  }
  exponent += negative ? -given : given;
  first = cursor;
}

constexpr std::array<double, 23> powers_of_ten = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                  1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                  1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};

template <class Real>
void append_shortest(std::string& text, Real number) {
  if (number != number) {
    text += "nan";
    return;
  }
  std::array<char, 32> digits;
  auto const end = std::to_chars(digits.data(), digits.data() + digits.size(), number);
  text.append(digits.data(), end.ptr);
}

}  // namespace

char const* parse_number(char const* first, char const* last, double& number) {
  char const* cursor = first;
  bool negative = false;
  if (cursor != last && (*cursor == '-' || *cursor == '+')) {
    negative = *cursor == '-';
    ++cursor;
  }
  char const* const unsigned_first = cursor;
  std::uint64_t mantissa = 0;
  for (; cursor != last && is_digit(*cursor); ++cursor) {
    mantissa = 10 * mantissa + static_cast<std::uint64_t>(*cursor - '0');
  }
  std::int64_t digits = cursor - unsigned_first;
  std::int64_t exponent = 0;
  if (cursor != last && *cursor == '.') {
    char const* const fraction = ++cursor;
    for (; cursor != last && is_digit(*cursor); ++cursor) {
      mantissa = 10 * mantissa + static_cast<std::uint64_t>(*cursor - '0');
    }
    exponent = fraction - cursor;
    digits += cursor - fraction;
  }
  if (digits == 0) {
    return parse_word(unsigned_first, last, negative, number);
  }
  std::int64_t given = 0;
  if (cursor != last && (lower(*cursor) == 'e' || lower(*cursor) == 'd')) {
    parse_exponent(cursor, last, given);
  }
  exponent += given;
  // Both the digits and the power of ten are exact in double here, so that one multiplication or
  // division is one rounding (Clinger 1990, section 5).
  constexpr std::uint64_t exact_integers = std::uint64_t{1} << 53;
  if (digits <= 19 && mantissa <= exact_integers && exponent >= -22 && exponent <= 22) {
    double const whole = static_cast<double>(mantissa);
    double const size = exponent < 0 ? whole / powers_of_ten[static_cast<std::size_t>(-exponent)]
                                     : whole * powers_of_ten[static_cast<std::size_t>(exponent)];
    number = negative ? -size : size;
    return cursor;
  }
  double const size = parse_any(unsigned_first, cursor, given);
  number = negative ? -size : size;
  return cursor;
}

bool is_number(std::string_view field) {
  double number = 0.0;
  char const* const last = field.data() + field.size();
  return parse_number(field.data(), last, number) == last && !field.empty();
}

void append_number(std::string& text, double number) {
  append_shortest(text, number);
}
void append_number(std::string& text, float number) {
  append_shortest(text, number);
}

}  // namespace siderum::io
