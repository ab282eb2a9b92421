// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/gnuplot_text.hpp>

#include <cstdint>

#include <fmt/format.h>

namespace siderum::apps {

namespace {

/// A letter that nobody sees. gnuplot writes `>` into SVG as it is, where `]]>` may not be.
constexpr std::string_view no_width = "\xE2\x80\x8B";

constexpr std::string_view replacement = "\xEF\xBF\xBD";

/// The bytes of the letter of UTF-8 that a text begins with; 0 where it begins with none that XML,
/// the strictest of the formats, can hold.
std::size_t length_of_letter(std::string_view text) {
  auto const byte = [&text](std::size_t i) { return static_cast<std::uint8_t>(text[i]); };
  std::uint32_t const first = byte(0);
  if (first < 0x80) {
    return (first >= 0x20 && first != 0x7F) || first == '\n' || first == '\t' ? 1 : 0;
  }
  std::size_t const length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  std::uint32_t letter = first & (0xFFU >> (length + 1));
  if (first < 0xC2 || first > 0xF4 || text.size() < length) {
    return 0;
  }
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) {
      return 0;
    }
    letter = letter << 6 | (byte(i) & 0x3F);
  }
  bool const is_longer_than_needed = letter < (length == 4 ? 0x10000U : length == 3 ? 0x800U : 0U);
  bool const is_surrogate = letter >= 0xD800 && letter <= 0xDFFF;
  bool const is_letter = letter <= 0x10FFFF && letter != 0xFFFE && letter != 0xFFFF;
  return is_letter && !is_longer_than_needed && !is_surrogate ? length : 0;
}

bool is_plain(char letter) {
  constexpr std::string_view marks = " .,:;+-*/=()[]<>|%?!#";
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         (letter >= '0' && letter <= '9') || marks.find(letter) != std::string_view::npos;
}

}  // namespace

std::string gnuplot_text(std::string_view text) {
  std::string quoted = "\"";
  int brackets = 0;  // just before
  while (!text.empty()) {
    if (text[0] == '>' && brackets >= 2) {
      quoted += no_width;
    }
    brackets = text[0] == ']' ? brackets + 1 : 0;
    std::size_t const length = length_of_letter(text);
    if (length == 1 && !is_plain(text[0])) {
      quoted += fmt::format("\\{:03o}", static_cast<unsigned char>(text[0]));
    } else {
      quoted += length == 0 ? replacement : text.substr(0, length);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return quoted + "\" noenhanced";
}

std::string plot_style(std::string_view terminal) {
  return fmt::format(
      "set terminal {}\n"
      "set encoding utf8\n"
      "set border 3 lc rgb '#8a9499'\n"
      "set tics nomirror out scale 0.6 textcolor rgb '#2f3e46'\n"
      "set grid lt 1 lw 1 lc rgb '{}'\n"
      "set bars small\nset pointintervalbox 0\n",
      terminal, grid_colour);
}

}  // namespace siderum::apps
