// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/option_values.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

struct Integer {
  bool negative;
  std::uint64_t size;
};

/// Steps over decimal digits and returns them.
std::string_view take_digits(std::string_view& text) {
  std::size_t const count = std::min(text.find_first_not_of("0123456789"), text.size());
  std::string_view const digits = text.substr(0, count);
  text.remove_prefix(count);
  return digits;
}

bool take(std::string_view& text, char letter, char other) {
  bool const found = !text.empty() && (text.front() == letter || text.front() == other);
  text.remove_prefix(found ? 1 : 0);
  return found;
}

/// The power of ten after e; none where there is no e, or what follows it is no number.
std::optional<std::int64_t> take_exponent(std::string_view& text) {
  if (!take(text, 'e', 'E')) {
    return 0;
  }
  std::int64_t exponent = 0;
  text.remove_prefix(text.starts_with('+') && !text.starts_with("+-") ? 1 : 0);
  auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), exponent);
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  constexpr std::int64_t beyond_any = 1'000'000;
  bool const usable = failure == std::errc{} && std::abs(exponent) < beyond_any;
  return usable ? std::optional(exponent) : std::nullopt;
}

/// A decimal number that is whole and below 2^64, digit by digit: a double holds no more than 53
/// bits of it.
std::optional<Integer> exact_integer(std::string_view text) {
  bool const negative = text.starts_with('-');
  take(text, '-', '+');
  std::string digits(take_digits(text));
  std::string_view const fraction = take(text, '.', '.') ? take_digits(text) : "";
  digits += fraction;
  std::optional<std::int64_t> const exponent = take_exponent(text);
  if (digits.empty() || !exponent || !text.empty()) {
    return std::nullopt;
  }
  std::int64_t zeros = *exponent - std::ssize(fraction);
  digits.erase(0, digits.find_first_not_of('0'));
  if (digits.empty()) {
    return Integer{negative, 0};
  }
  std::size_t const significant = digits.find_last_not_of('0') + 1;
  zeros += static_cast<std::int64_t>(digits.size() - significant);
  digits.resize(significant);
  constexpr std::int64_t most_digits = std::numeric_limits<std::uint64_t>::digits10 + 1;
  if (zeros < 0 || std::ssize(digits) + zeros > most_digits) {
    return std::nullopt;
  }
  digits.append(static_cast<std::size_t>(zeros), '0');
  std::uint64_t size = 0;
  auto const parsed = std::from_chars(digits.data(), digits.data() + digits.size(), size);
  return parsed.ec == std::errc{} ? std::optional(Integer{negative, size}) : std::nullopt;
}

/// As a signed number, where it is one.
std::optional<std::int64_t> signed_integer(std::string_view text) {
  std::optional<Integer> const integer = exact_integer(text);
  constexpr std::uint64_t most = std::numeric_limits<std::int64_t>::max();
  if (!integer || integer->size > most) {
    return std::nullopt;
  }
  auto const size = static_cast<std::int64_t>(integer->size);
  return integer->negative ? -size : size;
}

// The endings of what is neither a table nor JSON, which under such a name would be taken for
// something else.
constexpr std::array<std::string_view, 25> neither_table_nor_json = {
    ".gz",   ".bz2", ".xz",  ".zst", ".zip", ".npy",     ".npz",  ".png", ".svg",
    ".pdf",  ".jpg", ".gif", ".eps", ".ps",  ".h5",      ".hdf5", ".hdf", ".parquet",
    ".xlsx", ".xls", ".ods", ".xml", ".vot", ".feather", ".html"};

bool ends_with_one_of(std::string_view text, std::span<std::string_view const> endings) {
  std::string const spelling = canonical_spelling(text);
  return std::any_of(endings.begin(), endings.end(),
                     [&spelling](std::string_view ending) { return spelling.ends_with(ending); });
}

}  // namespace

std::string canonical_spelling(std::string_view text) {
  std::string spelling(text);
  for (char& letter : spelling) {
    letter =
        letter == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  }
  return spelling;
}

std::optional<double> finite_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) {
    text.remove_prefix(1);
  }
  double value = 0.0;
  auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool const whole = failure == std::errc{} && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

std::size_t parse_choice_index(std::string const& option, std::string_view text,
                               std::span<std::string_view const> names) {
  std::string const spelling = canonical_spelling(text);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == spelling) {
      return i;
    }
  }
  throw Error(fmt::format("{} does not know '{}' (it takes {}). Choose one of these.", option, text,
                          fmt::join(names, ", ")));
}

engine::Device parse_device(std::string const& option, std::string_view text) {
  try {
    return engine::parse_device(canonical_spelling(text));
  } catch (Error const&) {
    throw Error(
        fmt::format("{} does not know '{}' (it takes auto, cpu, gpu, or gpu:1 for the second"
                    " of several). Choose one of these.",
                    option, text));
  }
}

double parse_number(std::string const& option, std::string_view text) {
  std::optional<double> const number = finite_number(text);
  SIDERUM_VALIDATE(number, fmt::format("{} got '{}' (it takes a finite number). Write digits with a"
                                       " decimal point, like 0.5 or 2.5e-3.",
                                       option, text));
  return *number;
}

std::int64_t parse_whole_number(std::string const& option, std::string_view text,
                                WholeNumbers const& range) {
  std::optional<std::int64_t> const number = signed_integer(text);
  SIDERUM_VALIDATE(number && *number >= range.least && *number <= range.most,
                   fmt::format("{} got '{}' (it takes a whole number from {} to {}). Write for"
                               " example {} {}.",
                               option, text, range.least, range.most, option, range.example));
  return *number;
}

std::uint64_t parse_seed(std::string const& option, std::string_view text) {
  std::optional<Integer> const number = exact_integer(text);
  SIDERUM_VALIDATE(number && (!number->negative || number->size == 0),
                   fmt::format("{} got '{}' (it takes a whole number from 0 to {}). Write for"
                               " example {} 1.",
                               option, text, std::numeric_limits<std::uint64_t>::max(), option));
  return number->size;
}

std::string parse_output(std::string const& option, std::string_view text) {
  SIDERUM_VALIDATE(!text.empty(), fmt::format("{} got an empty name (it names a file to write)."
                                              " Give a name, or leave {} out.",
                                              option, option));
  return std::string(text);
}

std::string parse_table_output(std::string const& option, std::string_view text) {
  SIDERUM_VALIDATE(!ends_with_one_of(text, neither_table_nor_json) &&
                       !ends_with_one_of(text, std::array<std::string_view, 1>{".json"}),
                   fmt::format("{} cannot write '{}' (a table is CSV, or FITS where the name"
                               " ends in .fits or .fit). Give it one of these endings, or"
                               " .csv.",
                               option, text));
  return parse_output(option, text);
}

std::string parse_fits_output(std::string const& option, std::string_view text) {
  constexpr std::array<std::string_view, 5> texts = {".csv", ".tsv", ".txt", ".dat", ".json"};
  SIDERUM_VALIDATE(
      !ends_with_one_of(text, neither_table_nor_json) && !ends_with_one_of(text, texts),
      fmt::format("{} cannot be '{}' (maps and coefficients are FITS files). Give it"
                  " the ending .fits.",
                  option, text));
  return parse_output(option, text);
}

std::string parse_counts_output(std::string const& option, std::string_view text) {
  constexpr std::array<std::string_view, 4> tables = {".csv", ".tsv", ".fits", ".fit"};
  SIDERUM_VALIDATE(
      !ends_with_one_of(text, neither_table_nor_json) && !ends_with_one_of(text, tables),
      fmt::format("{} cannot write '{}' (saved counts are JSON). Give it the ending .json.", option,
                  text));
  return parse_output(option, text);
}

}  // namespace siderum::apps
