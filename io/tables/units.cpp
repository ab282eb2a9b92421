// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/units.hpp>

#include <algorithm>
#include <array>
#include <numbers>
#include <span>
#include <vector>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

struct Unit {
  std::string_view name;
  UnitScale scale;
};

// Short ones mean something else in another case: Ms is a megasecond, S a siemens.
constexpr std::size_t shortest_in_any_case = 3;

constexpr std::array<Unit, 19> angles = {{{"deg", {}},
                                          {"degree", {}},
                                          {"degrees", {}},
                                          {"\xC2\xB0", {}},
                                          {"'", {1.0, 60.0}},
                                          {"\"", {1.0, 3600.0}},
                                          {"arcmin", {1.0, 60.0}},
                                          {"arcminute", {1.0, 60.0}},
                                          {"arcminutes", {1.0, 60.0}},
                                          {"arcsec", {1.0, 3600.0}},
                                          {"arcsecond", {1.0, 3600.0}},
                                          {"arcseconds", {1.0, 3600.0}},
                                          {"mas", {1.0, 3.6e6}},
                                          {"uas", {1.0, 3.6e9}},
                                          {"rad", {180.0, std::numbers::pi}},
                                          {"radian", {180.0, std::numbers::pi}},
                                          {"radians", {180.0, std::numbers::pi}},
                                          {"hourangle", {15.0, 1.0}},
                                          {"hourangles", {15.0, 1.0}}}};

constexpr std::array<Unit, 5> hours = {{{"h", {15.0, 1.0}},
                                        {"hr", {15.0, 1.0}},
                                        {"hrs", {15.0, 1.0}},
                                        {"hour", {15.0, 1.0}},
                                        {"hours", {15.0, 1.0}}}};

constexpr std::array<Unit, 25> times = {{{"d", {}},
                                         {"day", {}},
                                         {"days", {}},
                                         {"h", {1.0, 24.0}},
                                         {"hr", {1.0, 24.0}},
                                         {"hrs", {1.0, 24.0}},
                                         {"hour", {1.0, 24.0}},
                                         {"hours", {1.0, 24.0}},
                                         {"min", {1.0, 1440.0}},
                                         {"minute", {1.0, 1440.0}},
                                         {"minutes", {1.0, 1440.0}},
                                         {"s", {1.0, 86400.0}},
                                         {"sec", {1.0, 86400.0}},
                                         {"secs", {1.0, 86400.0}},
                                         {"second", {1.0, 86400.0}},
                                         {"seconds", {1.0, 86400.0}},
                                         {"ms", {1.0, 86400e3}},
                                         {"us", {1.0, 86400e6}},
                                         {"ns", {1.0, 86400e9}},
                                         {"yr", {365.25, 1.0}},
                                         {"yrs", {365.25, 1.0}},
                                         {"year", {365.25, 1.0}},
                                         {"years", {365.25, 1.0}},
                                         {"a", {365.25, 1.0}},
                                         {"julianday", {}}}};

/// Dates that are counted in days.
constexpr std::array<std::string_view, 10> julian_dates = {"jd",  "mjd",  "hjd",  "bjd",  "tjd",
                                                           "rjd", "btjd", "bkjd", "hmjd", "bmjd"};

/// What may stand beside a unit: frames, scales of time, and what says nothing.
constexpr std::array<std::string_view, 27> remarks = {
    "j2000", "b1950",  "icrs", "fk5",   "fk4",         "equinox",      "epoch",   "frame", "eq",
    "tdb",   "tcb",    "tt",   "tai",   "utc",         "ut",           "ut1",     "all",   "both",
    "in",    "julian", "date", "dates", "barycentric", "heliocentric", "unknown", "none",  "null"};

/// Units of values, which lines of units hold too.
constexpr std::array<std::string_view, 12> other_units = {
    "mag", "mmag", "jy", "mjy", "ujy", "njy", "adu", "km/s", "e-/s", "-", "--", "none"};

bool is_one_of(std::string_view word, std::span<std::string_view const> words) {
  return std::any_of(words.begin(), words.end(),
                     [word](std::string_view known) { return equal_names(known, word); });
}

std::optional<UnitScale> find_unit(std::string_view word, std::span<Unit const> units) {
  for (Unit const& unit : units) {
    bool const any_case = unit.name.size() >= shortest_in_any_case;
    if (unit.name == word || (any_case && equal_names(unit.name, word))) {
      return unit.scale;
    }
  }
  return std::nullopt;
}

std::optional<UnitScale> find_unit(std::string_view word, Quantity quantity) {
  if (quantity == Quantity::time) {
    return is_one_of(word, julian_dates) ? UnitScale{} : find_unit(word, times);
  }
  std::optional<UnitScale> const angle = find_unit(word, angles);
  return angle || quantity == Quantity::declination ? angle : find_unit(word, hours);
}

/// The words between blanks, commas, brackets and underscores.
std::vector<std::string_view> words_of(std::string_view text) {
  constexpr std::string_view between = " \t,;()[]_'\"";
  std::vector<std::string_view> words;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(between), text.size()));
    if (text.empty()) {
      return words;
    }
    std::size_t const end = std::min(text.find_first_of(between), text.size());
    words.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
}

/// "JD-2450000" counts as "JD", and a number or minus between words as nothing.
bool is_offset(std::string_view word) {
  return word.find_first_not_of("0123456789.+-") == std::string_view::npos;
}

std::string_view without_offset(std::string_view word) {
  std::size_t const sign = word.find_first_of("+-");
  return sign != std::string_view::npos && is_offset(word.substr(sign)) ? word.substr(0, sign)
                                                                        : word;
}

/// The text between the last brackets of these; empty: there are none.
std::string_view in_brackets(std::string_view name, char opening, char closing) {
  std::size_t const first = name.rfind(opening);
  std::size_t const last = name.find(closing, std::min(first, name.size()));
  return last == std::string_view::npos ? std::string_view()
                                        : name.substr(first + 1, last - first - 1);
}

std::string_view known_units(Quantity quantity) {
  switch (quantity) {
    case Quantity::right_ascension:
      return "right ascensions are read in deg, arcmin, arcsec, mas, uas, rad, hourangle and h";
    case Quantity::declination:
      return "declinations are read in deg, arcmin, arcsec, mas, uas, rad and hourangle";
    case Quantity::time:
      break;
  }
  return "times are read in d, h, min, s, ms, us, ns, yr and Julian dates";
}

}  // namespace

UnitText read_unit(std::string_view text, Quantity quantity) {
  std::vector<std::string_view> words = words_of(text);
  if (words.empty() && (text == "'" || text == "\"")) {  // which else stand about words
    words = {text};
  }
  bool const is_date = quantity == Quantity::time &&
                       std::any_of(words.begin(), words.end(), [](std::string_view word) {
                         return is_one_of(without_offset(word), julian_dates);
                       });
  UnitText result{true, std::nullopt};
  for (std::string_view const word : words) {
    std::optional<UnitScale> const scale =
        find_unit(is_date ? without_offset(word) : word, quantity);
    bool const says_nothing =
        is_one_of(word, remarks) || word == "-" || (is_date && is_offset(word));
    bool const contradicts = scale && result.scale && *scale != *result.scale;
    if ((!scale && !says_nothing) || contradicts) {
      return {false, std::nullopt};
    }
    result.scale = scale ? scale : result.scale;
  }
  return result;
}

std::optional<UnitScale> column_scale(std::string const& file, std::string const& column,
                                      std::string const& unit, Quantity quantity) {
  std::string_view text = unit;
  if (text.empty()) {
    text = in_brackets(column, '[', ']');
  }
  UnitText const read = read_unit(text, quantity);
  if (!read.is_understood) {
    throw Error(fmt::format("{}: the column '{}' is in '{}' ({}). Convert it, or correct its unit.",
                            file, shown_text(column), shown_text(text), known_units(quantity)));
  }
  return read.scale || !text.empty() ? read.scale
                                     : read_unit(in_brackets(column, '(', ')'), quantity).scale;
}

bool is_scale_word(std::string_view word) {
  return find_unit(word, angles) || find_unit(word, times);
}

bool is_unit_word(std::string_view word) {
  bool const in_square_brackets = word.starts_with('[') && word.ends_with(']');
  return in_square_brackets || is_one_of(word, other_units) || is_scale_word(word);
}

}  // namespace siderum::io
