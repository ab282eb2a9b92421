// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/option_values.hpp>

#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

std::optional<double> finite_number(std::string_view text) {
  if (text.starts_with('+') && !text.starts_with("+-")) {
    text.remove_prefix(1);
  }
  double value = 0.0;
  auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
  bool const whole = failure == std::errc{} && end == text.data() + text.size();
  return whole && std::isfinite(value) ? std::optional<double>(value) : std::nullopt;
}

FrequencyWindow parse_window(std::string const& option, std::string_view text) {
  std::size_t const colon = text.find(':');
  std::optional<double> const frequency = finite_number(text.substr(0, colon));
  std::string_view const second = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  std::optional<double> const half_width = finite_number(second);
  SIDERUM_VALIDATE(frequency && half_width && *frequency >= 0.0 && *half_width >= 0.0,
                   fmt::format("{} does not understand '{}' (a window is FREQUENCY:HALFWIDTH, two"
                               " numbers >= 0). Write for example {} 1:0.02,2:0.02.",
                               option, text, option));
  return {*frequency, *half_width};
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

double parse_number(std::string const& option, std::string_view text) {
  std::optional<double> const number = finite_number(text);
  SIDERUM_VALIDATE(number, fmt::format("{} got '{}' (it takes a finite number). Write for example"
                                       " {} 0.5.",
                                       option, text, option));
  return *number;
}

std::int64_t parse_whole_number(std::string const& option, std::string_view text,
                                std::int64_t least) {
  // Above 2^53 not every whole number is a double.
  constexpr double largest = 9007199254740992.0;
  std::optional<double> const number = finite_number(text);
  SIDERUM_VALIDATE(number && *number == std::floor(*number) && std::abs(*number) <= largest &&
                       *number >= static_cast<double>(least),
                   fmt::format("{} got '{}' (it takes a whole number >= {}). Write for example {}"
                               " 1000.",
                               option, text, least, option));
  return static_cast<std::int64_t>(*number);
}

std::vector<FrequencyWindow> parse_windows(std::string const& option, std::string_view text) {
  std::vector<FrequencyWindow> windows;
  std::size_t start = 0;
  while (start <= text.size()) {
    std::size_t const comma = std::min(text.find(',', start), text.size());
    windows.push_back(parse_window(option, text.substr(start, comma - start)));
    start = comma + 1;
  }
  return windows;
}

}  // namespace siderum::apps
