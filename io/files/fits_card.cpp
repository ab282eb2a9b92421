// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/fits_card.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include <siderum/core/error.hpp>

namespace siderum::io {
namespace {

/// The text that begins with the quote at this place; two quotes stand for one.
void read_text(std::string_view card, std::size_t quote, FitsCard& result) {
  result.kind = FitsCard::Kind::text;
  std::size_t place = quote + 1;
  while (place < card.size() && (card[place] != '\'' || card.substr(place, 2) == "''")) {
    result.value += card[place];
    place += card[place] == '\'' ? 2 : 1;
  }
  if (place >= card.size()) {
    result.problem = "its text has no closing quote";
  } else if (place - quote - 1 > FitsCard::longest_value) {
    result.problem = fmt::format("its text has {} letters, and {} are the most", place - quote - 1,
                                 FitsCard::longest_value);
  }
  result.value.resize(result.value.find_last_not_of(' ') + 1);
}

void read_word(std::string_view card, std::size_t first, FitsCard& result) {
  result.kind = FitsCard::Kind::word;
  // Complex numbers have blanks and end with their bracket.
  bool const is_complex = card[first] == '(';
  std::size_t const end = is_complex ? card.find(')', first) : card.find_first_of(" /", first);
  if (is_complex && end == std::string_view::npos) {
    result.problem = "its value has no closing bracket";
    return;
  }
  std::size_t const after = std::min(end, card.size()) + (is_complex ? 1 : 0);
  result.value = card.substr(first, after - first);
  if (result.value.size() > FitsCard::longest_value) {
    result.problem = fmt::format("its value has {} letters, and {} are the most",
                                 result.value.size(), FitsCard::longest_value);
  }
}

/// The place behind the sign = of a card with a value.
std::optional<std::size_t> value_of(std::string_view card) {
  constexpr std::size_t sign = 8;
  std::size_t const found = card.substr(sign).starts_with("= ") ? sign : card.find('=');
  return found == std::string_view::npos ? std::nullopt : std::optional(found + 1);
}

}  // namespace

FitsCard read_card(std::string_view card) {
  FitsCard result;
  constexpr std::size_t name_width = 8;
  std::string_view const name = card.substr(0, name_width);
  result.keyword = card.substr(0, std::min(card.find_first_of(" ="), name_width));
  if (name == "END     ") {
    result.kind = FitsCard::Kind::end;
    return result;
  }
  bool const continues = name == "CONTINUE";
  if (name == "COMMENT " || name == "HISTORY " || name == "        ") {
    return result;
  }
  std::optional<std::size_t> const start = continues ? std::optional(name_width) : value_of(card);
  std::size_t const first = start ? card.find_first_not_of(' ', *start) : std::string_view::npos;
  if (first == std::string_view::npos || (continues && card[first] != '\'')) {
    return result;
  }
  if (card[first] == '\'') {
    read_text(card, first, result);
  } else if (card[first] != '/') {
    read_word(card, first, result);
  }
  if (continues) {
    result.kind = FitsCard::Kind::continuation;
  }
  return result;
}

void check_card_text(std::string_view what, std::string_view text) {
  SIDERUM_VALIDATE(std::all_of(text.begin(), text.end(),
                               [](char letter) { return letter >= ' ' && letter <= '~'; }),
                   fmt::format("{} has letters that no FITS header holds (it holds those of ASCII, "
                               "without ends of lines). Write it with these.",
                               what));
  std::size_t const letters =
      text.size() + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\''));
  SIDERUM_VALIDATE(letters <= FitsCard::longest_value,
                   fmt::format("{} has {} letters (a text of a FITS header has {} at most, and an "
                               "apostrophe counts as two). Give a shorter one.",
                               what, letters, FitsCard::longest_value));
}

std::optional<double> real_number(std::string_view value) {
  std::string written(value.substr(value.starts_with('+') ? 1 : 0));
  std::replace(written.begin(), written.end(), 'D', 'E');
  double real = 0.0;
  char const* const last = written.data() + written.size();
  auto const read = std::from_chars(written.data(), last, real);
  bool const is_number = read.ec == std::errc{} && read.ptr == last && std::isfinite(real);
  return is_number ? std::optional(real) : std::nullopt;
}

std::optional<std::int64_t> whole_number(std::string_view value) {
  value.remove_prefix(value.starts_with('+') ? 1 : 0);
  char const* const end = value.data() + value.size();
  std::int64_t number = 0;
  auto const parsed = std::from_chars(value.data(), end, number);
  if (parsed.ec == std::errc{} && parsed.ptr == end) {
    return number;
  }
  std::optional<double> const real = real_number(value);
  constexpr double largest = 9007199254740992.0;
  bool const is_whole = real && *real == std::floor(*real) && std::abs(*real) <= largest;
  return is_whole ? std::optional(static_cast<std::int64_t>(*real)) : std::nullopt;
}

}  // namespace siderum::io
