// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/pairs/coordinate_doubts.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <numbers>
#include <span>
#include <vector>

#include <fmt/format.h>

#include <siderum/core/error.hpp>

namespace siderum::io {
namespace {

using std::numbers::pi;

constexpr std::array<std::string_view, 3> other_units = {"radian", "radians", "hourangle"};
constexpr std::array<std::string_view, 2> hours = {"hour", "hours"};
constexpr std::array<std::string_view, 7> coordinates = {
    "ra", "right", "coordinates", "coordinate", "positions", "position", "ascension"};
constexpr std::int64_t least_points = 100;

/// The words of a text in lower case.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (char const letter : text) {
    if (std::isalpha(static_cast<unsigned char>(letter)) != 0) {
      words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  return words;
}

/// The first of the words that is in the list; empty: none.
std::string find_word(std::vector<std::string> const& words,
                      std::span<std::string_view const> list) {
  auto const found = std::find_first_of(words.begin(), words.end(), list.begin(), list.end());
  return found == words.end() ? std::string() : *found;
}

struct Span {
  double least;
  double most;

  double width() const { return most - least; }
};

/// The least and the most; stops at the first number outside the bounds, and has it.
Span span_of(std::vector<double> const& numbers, double low, double high) {
  Span span{numbers.front(), numbers.front()};
  for (double const number : numbers) {
    span = {std::min(span.least, number), std::max(span.most, number)};
    if (number < low || number > high) {
      break;
    }
  }
  return span;
}

}  // namespace

void refuse_other_units(std::string const& file, std::string_view comments) {
  while (!comments.empty()) {
    std::size_t const end = std::min(comments.find('\n'), comments.size());
    std::vector<std::string> const words = words_of(comments.substr(0, end));
    comments.remove_prefix(std::min(end + 1, comments.size()));
    std::string unit = find_word(words, other_units);
    if (unit.empty() && !find_word(words, coordinates).empty()) {
      unit = find_word(words, hours);
    }
    if (!unit.empty()) {
      throw Error(
          fmt::format("{}: a comment says '{}', and the columns of the coordinates have no unit"
                      " (without one they are in degrees). Say with --coordinates deg, rad or"
                      " hours in what they are.",
                      file, unit));
    }
  }
}

void note_small_coordinates(std::string const& file, CatalogueTable const& table,
                            FileNotes& notes) {
  if (table.points() < least_points) {
    return;
  }
  Span const dec = span_of(table.dec, -pi / 2.0, pi / 2.0);
  if (dec.least < -pi / 2.0 || dec.most > pi / 2.0) {
    return;
  }
  Span const ra = span_of(table.ra, -pi, 2.0 * pi);
  if (ra.least < -pi || ra.most > 2.0 * pi || ra.width() < pi) {
    return;
  }
  notes.add(file,
            "all points lie within 6.3 degrees of ra and 1.6 of dec, as radians would; if they are"
            " in radians, say so with --coordinates rad.");
}

}  // namespace siderum::io
