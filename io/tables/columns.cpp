// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/columns.hpp>

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <siderum/core/error.hpp>
#include <siderum/io/tables/column_advice.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

// Where values are known, their times and errors are told by them.
constexpr std::array<ColumnRole, 4> roles_by_header = {ColumnRole::value, ColumnRole::time,
                                                       ColumnRole::id, ColumnRole::error};

constexpr std::string_view known_roles = "roles are id, time, value, error, and - to skip a column";

std::string_view trim(std::string_view word) {
  word.remove_prefix(std::min(word.find_first_not_of(" \t"), word.size()));
  word.remove_suffix(word.size() - (word.find_last_not_of(" \t") + 1));
  return word;
}

std::vector<std::string_view> split_words(std::string_view words) {
  std::vector<std::string_view> result;
  while (true) {
    std::size_t const comma = words.find(',');
    result.push_back(trim(words.substr(0, comma)));
    if (comma == std::string_view::npos) {
      return result;
    }
    words.remove_prefix(comma + 1);
  }
}

/// Is this the word for a column without a role?
bool skips(std::string_view word) {
  return word == "-" || equal_names(word, "skip");
}

/// Does the header name the column after another role?
bool is_another_role(TableColumns const& table, std::size_t place, ColumnRole role) {
  ColumnRole const named =
      place < table.header.size() ? recognise_role(table.header[place]) : ColumnRole::skip;
  return named != ColumnRole::skip && named != role;
}

/// A number from 1 as a place from 0; -1 where it is none of a column.
int place_of_number(TableColumns const& table, std::string const& word) {
  int number = 0;
  char const* const end = word.data() + word.size();
  bool const whole = std::from_chars(word.data(), end, number).ptr == end;
  return whole && number >= 1 && number <= static_cast<int>(table.size()) ? number - 1 : -1;
}

[[noreturn]] void refuse(TableColumns const& table, std::string const& problem,
                         std::string_view lead, std::string const& words) {
  if (words.empty()) {
    throw Error(problem + " Give a file with a time and a value in each row.");
  }
  throw ColumnError(problem, {advise(table.commas, lead), words, {}, {}});
}

[[noreturn]] void refuse_namesakes(TableColumns const& table,
                                   std::vector<std::size_t> const& places, std::string_view lead,
                                   std::string const& words) {
  std::string const& first = table.header[places[0]];
  std::string const& second = table.header[places[1]];
  refuse(table,
         fmt::format("{}: the columns {} and {} are named '{}'{} (a name must tell them apart).",
                     table.file, places[0] + 1, places[1] + 1, shown_text(first),
                     first == second ? "" : fmt::format(" and '{}'", shown_text(second))),
         lead, words);
}

ColumnLayout layout_by_count(TableColumns const& table) {
  using enum ColumnRole;
  ColumnLayout layout;
  switch (table.columns) {
    case 2:
      layout.roles = {time, value};
      return layout;
    case 3:
      layout.roles = {id, time, value};
      return layout;
    case 4:
      layout.roles = {id, time, value, error};
      return layout;
    case 1:
      throw Error(
          fmt::format("{} has one column (a light curve needs a time and a value). Separate "
                      "the columns by commas, tabs or blanks.",
                      table.file));
    default:
      refuse(table,
             fmt::format("{} has {} columns and no header (without names only 2, 3 or 4 columns "
                         "can be told apart).",
                         table.file, table.columns),
             "name them, for example by", table.is_number(0) ? "time,value" : "id,time,value");
  }
}

}  // namespace

ColumnChoice::ColumnChoice(std::string_view words, std::string_view band) : band_(trim(band)) {
  if (trim(words).empty()) {
    return;
  }
  form_ = words.find('=') == std::string_view::npos ? Form::in_order : Form::pairs;
  for (std::string_view const word : split_words(words)) {
    add_word(words, word);
  }
}

void ColumnChoice::add_word(std::string_view words, std::string_view word) {
  std::size_t const equals = word.find('=');
  if ((form_ == Form::pairs) == (equals == std::string_view::npos)) {
    throw Error(
        fmt::format("--columns {}: '{}' is no pair (the others are pairs like time=NAME). "
                    "Write all as pairs, or the roles in the order of the columns.",
                    words, word));
  }
  ColumnRole const role = recognise_role(word.substr(0, equals));
  std::string_view const column = form_ == Form::pairs ? trim(word.substr(equals + 1)) : word;
  if (form_ == Form::pairs && (role == ColumnRole::skip || column.empty())) {
    throw Error(
        fmt::format("--columns {}: '{}' names no {} (pairs are ROLE=COLUMN, roles are id, "
                    "time, value and error). Correct it.",
                    words, word, column.empty() ? "column" : "role"));
  }
  if (role != ColumnRole::skip && names(role)) {
    throw Error(
        fmt::format("--columns {}: two columns are the {} (a role has one column). Write - "
                    "for the one to skip.",
                    words, role_name(role)));
  }
  words_.push_back({role, std::string(column)});
}

bool ColumnChoice::names(ColumnRole role) const {
  return std::any_of(words_.begin(), words_.end(),
                     [role](Word const& word) { return word.role == role; });
}

ColumnLayout ColumnChoice::resolve(TableColumns const& table) const {
  ColumnLayout layout;
  if (form_ == Form::none && table.header.empty()) {
    layout = layout_by_count(table);
  } else {
    layout = form_ == Form::in_order ? resolve_in_order(table) : resolve_pairs(table);
    require_time_and_value(layout, table);
  }
  layout.commas = table.commas;
  layout.without_errors = words_without_errors(layout, table);
  add_band(layout, table);
  describe(layout, table);
  return layout;
}

void ColumnChoice::require_time_and_value(ColumnLayout const& layout,
                                          TableColumns const& table) const {
  bool const has_time = layout.has(ColumnRole::time);
  bool const has_value = layout.has(ColumnRole::value);
  if (has_time && has_value) {
    return;
  }
  std::string const missing = has_time ? "value" : has_value ? "time" : "time or the value";
  for (Word const& word : words_) {
    if (form_ == Form::in_order && word.role == ColumnRole::skip && !skips(word.column)) {
      refuse_word(table,
                  fmt::format("no column is the {}, and '{}' in --columns is no role ({}).",
                              missing, shown_text(word.column), known_roles),
                  "write for example");
    }
  }
  refuse_word(table, fmt::format("no column is the {} ({}).", missing, describe_columns(table)),
              has_time || has_value ? "name it, for example by" : "name them, for example by");
}

void ColumnChoice::assign_by_header(ColumnLayout& layout, TableColumns const& table,
                                    ColumnRole role) const {
  std::vector<std::size_t> const places = find_candidates(table, layout, role);
  if (places.size() == 1) {
    layout.assign(places[0], role);
  }
  if (places.size() < 2) {
    return;
  }
  std::string const words = advised_pairs(table, known_roles_of(table));
  std::string const& first = table.header[places[0]];
  std::string const& second = table.header[places[1]];
  if (equal_names(first, second)) {
    refuse_namesakes(table, places, "choose one, for example by", words);
  }
  refuse(table,
         fmt::format("{}: the columns '{}' and '{}' could both be the {} (the header names more "
                     "than one).",
                     table.file, shown_text(first), shown_text(second), role_name(role)),
         "choose one, for example by", words);
}

std::size_t ColumnChoice::place_of_pair(TableColumns const& table, Word const& word) const {
  std::vector<std::size_t> const named = find_names(table.header, word.column);
  if (named.size() > 1) {
    refuse_namesakes(table, named, "choose one, for example by",
                     advised_pairs(table, known_roles_of(table)));
  }
  int const counted = place_of_number(table, word.column);
  if (named.empty() && counted < 0) {
    refuse_word(table,
                fmt::format("there is no column '{}' ({}).", shown_text(word.column),
                            describe_columns(table)),
                "correct it, for example by");
  }
  return named.empty() ? static_cast<std::size_t>(counted) : named[0];
}

std::vector<KnownRole> ColumnChoice::known_roles_of(TableColumns const& table) const {
  std::vector<KnownRole> known;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    Word const& word = words_[i];
    std::vector<std::size_t> const named = find_names(table.header, word.column);
    int const first = named.empty() ? KnownRole::sought : static_cast<int>(named[0]);
    if (form_ == Form::pairs) {
      int const counted = place_of_number(table, word.column);
      bool const is_column = !named.empty() || counted < 0;
      known.push_back({word.role, word.column == "-" ? KnownRole::left_out
                                  : is_column        ? first
                                                     : counted});
    } else if (word.role != ColumnRole::skip) {
      bool const elsewhere =
          !named.empty() && std::find(named.begin(), named.end(), i) == named.end();
      bool const other = i >= table.size() || is_another_role(table, i, word.role);
      known.push_back({word.role, elsewhere ? first
                                  : other   ? KnownRole::sought
                                            : static_cast<int>(i)});
    }
  }
  // A word that is no role stands for one that is needed.
  for (ColumnRole const role : {ColumnRole::time, ColumnRole::value}) {
    auto const stray = std::find_if(words_.begin(), words_.end(), [&](Word const& word) {
      return form_ == Form::in_order && word.role == ColumnRole::skip && !skips(word.column);
    });
    if (stray != words_.end() && !names(role)) {
      std::vector<std::size_t> const named = find_names(table.header, stray->column);
      auto const place =
          named.empty() ? stray - words_.begin() : static_cast<std::ptrdiff_t>(named[0]);
      bool const other = static_cast<std::size_t>(place) >= table.size() ||
                         is_another_role(table, static_cast<std::size_t>(place), role);
      known.push_back({role, other ? KnownRole::sought : static_cast<int>(place)});
    }
  }
  return known;
}

void ColumnChoice::refuse_word(TableColumns const& table, std::string const& problem,
                               std::string_view lead) const {
  refuse(table, fmt::format("{}: {}", table.file, problem), lead,
         advised_pairs(table, known_roles_of(table)));
}

void ColumnChoice::check_word(TableColumns const& table, std::size_t place) const {
  Word const& word = words_[place];
  std::vector<std::size_t> const named = find_names(table.header, word.column);
  bool const here = std::find(named.begin(), named.end(), place) != named.end();
  constexpr std::string_view lead = "put - for columns to skip, or write pairs, for example";
  if (!named.empty() && !here && !skips(word.column)) {
    refuse_word(table,
                fmt::format("--columns gives '{}' to column {}, the header to column {} (the words "
                            "of --columns are the roles of the columns in their order).",
                            shown_text(word.column), place + 1, named[0] + 1),
                lead);
  }
  if (word.role == ColumnRole::skip) {
    if (!skips(word.column) && !here) {
      refuse_word(
          table,
          fmt::format(
              "'{}' in --columns is no role ({}{}).", shown_text(word.column), known_roles,
              names_bands(word.column, false) ? "; --band-column names that of the bands" : ""),
          "write them in the order of the columns, or pairs, for example");
    }
  } else if (!here && is_another_role(table, place, word.role)) {
    refuse_word(table,
                fmt::format("--columns gives the {} to column {}, whose name '{}' is that of {} {} "
                            "(the words of --columns are the roles of the columns in their order).",
                            role_name(word.role), place + 1, shown_text(table.header[place]),
                            recognise_role(table.header[place]) == ColumnRole::id ||
                                    recognise_role(table.header[place]) == ColumnRole::error
                                ? "an"
                                : "a",
                            role_name(recognise_role(table.header[place]))),
                lead);
  }
}

ColumnLayout ColumnChoice::resolve_in_order(TableColumns const& table) const {
  ColumnLayout layout;
  layout.origin = LayoutOrigin::chosen;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    check_word(table, i);
    if (words_[i].role != ColumnRole::skip) {
      layout.assign(i, words_[i].role);
    }
  }
  return layout;
}

ColumnLayout ColumnChoice::resolve_pairs(TableColumns const& table) const {
  ColumnLayout layout;
  layout.origin = form_ == Form::none ? LayoutOrigin::header : LayoutOrigin::chosen;
  for (Word const& word : words_) {
    if (word.column == "-") {
      continue;
    }
    std::size_t const place = place_of_pair(table, word);
    if (!layout.is_free(place)) {
      throw Error(
          fmt::format("--columns: '{}' is both the {} and the {} (a column has one role). "
                      "Correct it.",
                      word.column, role_name(layout.roles[place]), role_name(word.role)));
    }
    layout.assign(place, word.role);
  }
  for (ColumnRole const role : roles_by_header) {
    if (!names(role)) {
      assign_by_header(layout, table, role);
    }
  }
  return layout;
}

void ColumnChoice::add_band(ColumnLayout& layout, TableColumns const& table) const {
  auto const is_band = [&](std::size_t i) {
    return layout.is_free(i) && names_bands(table.header[i], table.is_number(i));
  };
  std::size_t known = 0;
  while (known < table.header.size() && !is_band(known)) {
    ++known;
  }
  bool const is_known = known < table.header.size();
  if (band_.empty()) {
    layout.watched_band = is_known ? static_cast<int>(known) : -1;
    layout.band_name = is_known ? plain_column_word(table, known) : "";
    return;
  }
  auto const refuse_band = [&](std::string const& problem) {
    throw ColumnError(fmt::format("{}: {}", table.file, problem),
                      {"Correct it, for example by",
                       {},
                       is_known ? column_word(table, known) : std::string(),
                       {}});
  };
  std::vector<std::size_t> const named = find_names(table.header, band_);
  int const counted = place_of_number(table, band_);
  if (named.empty() && counted < 0) {
    refuse_band(
        fmt::format("there is no column '{}' ({}).", shown_text(band_), describe_columns(table)));
  }
  if (named.size() > 1) {
    known = named[0];
    refuse_band(
        fmt::format("the columns {} and {} are both named '{}' (a name must tell them "
                    "apart).",
                    named[0] + 1, named[1] + 1, shown_text(band_)));
  }
  auto const place = named.empty() ? static_cast<std::size_t>(counted) : named[0];
  if (!layout.is_free(place)) {
    refuse_band(fmt::format("column '{}' is both the {} and the band (a column has one role).",
                            shown_text(band_), role_name(layout.roles[place])));
  }
  layout.assign(place, ColumnRole::band);
  layout.band_name = plain_column_word(table, place);
}

}  // namespace siderum::io
