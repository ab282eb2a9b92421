// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/columns.hpp>

#include <algorithm>
#include <array>
#include <charconv>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <siderum/core/error.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

constexpr std::array<ColumnRole, 4> all_roles = {ColumnRole::id, ColumnRole::time,
                                                 ColumnRole::value, ColumnRole::error};

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

void assign(ColumnLayout& layout, std::size_t place, ColumnRole role) {
  layout.roles.resize(std::max(layout.roles.size(), place + 1), ColumnRole::skip);
  layout.roles[place] = role;
}

bool is_free(ColumnLayout const& layout, std::size_t place) {
  return place >= layout.roles.size() || layout.roles[place] == ColumnRole::skip;
}

/// Gives a role to the header's column that is named after it; several only if one has its own
/// name.
void assign_by_header(ColumnLayout& layout, std::string const& file,
                      std::vector<std::string> const& header, ColumnRole role) {
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (is_free(layout, i) && equal_names(header[i], role_name(role))) {
      assign(layout, i, role);
      return;
    }
    if (is_free(layout, i) && recognise_role(header[i]) == role) {
      places.push_back(i);
    }
  }
  if (places.size() > 1) {
    std::string const& first = header[places[0]];
    throw Error(fmt::format(
        "{}: the columns '{}' and '{}' could both be the {} (the header names more than one). "
        "Choose with --columns {}={}.",
        file, first, header[places[1]], role_name(role), role_name(role), first));
  }
  if (places.size() == 1) {
    assign(layout, places[0], role);
  }
}

/// What a sentence says about the columns that there are.
std::string contents(std::vector<std::string> const& header, int columns) {
  return header.empty() ? fmt::format("the file has {} columns and no header", columns)
                        : fmt::format("the header has {}", shown_names(header));
}

ColumnLayout layout_by_count(std::string const& file, int columns, Commas commas) {
  using enum ColumnRole;
  switch (columns) {
    case 2:
      return {LayoutOrigin::counted, {time, value}, {}, commas};
    case 3:
      return {LayoutOrigin::counted, {id, time, value}, {}, commas};
    case 4:
      return {LayoutOrigin::counted, {id, time, value, error}, {}, commas};
    case 1:
      throw Error(
          fmt::format("{} has one column (a light curve needs a time and a value). Separate "
                      "the columns by commas, tabs or blanks.",
                      file));
    default:
      throw Error(
          fmt::format("{} has {} columns and no header (without names only 2, 3 or 4 columns "
                      "can be told apart). {}",
                      file, columns,
                      advise(commas,
                             "name them with --columns, for example --columns "
                             "id,time,value,error,-.")));
  }
}

/// "value=NAME,error=NAME" for roles without a column, by number where columns have no names.
std::string pairs_for(std::vector<ColumnRole> const& roles,
                      std::vector<std::string> const& header) {
  bool const named = !header.empty() && std::find(header.begin(), header.end(), "") == header.end();
  std::string pairs;
  for (ColumnRole const role : roles) {
    pairs += fmt::format("{}{}={}", pairs.empty() ? "" : ",", role_name(role),
                         named ? "NAME" : "NUMBER");
  }
  return pairs;
}

void require_time_and_value(ColumnLayout const& layout, std::string const& file,
                            std::vector<std::string> const& header, int columns) {
  std::vector<ColumnRole> missing;
  for (ColumnRole const role : {ColumnRole::time, ColumnRole::value}) {
    if (!layout.has(role)) {
      missing.push_back(role);
    }
  }
  if (missing.empty()) {
    return;
  }
  auto const used = std::count_if(layout.roles.begin(), layout.roles.end(),
                                  [](ColumnRole role) { return role != ColumnRole::skip; });
  std::string advice = fmt::format("Name {} with --columns {}", missing.size() > 1 ? "them" : "it",
                                   pairs_for(missing, header));
  if (!layout.has(ColumnRole::error) && columns - used > std::ssize(missing)) {
    missing.push_back(ColumnRole::error);
    advice += fmt::format(", or where there are errors {}", pairs_for(missing, header));
  }
  throw Error(fmt::format("{}: no column is the {} ({}). {}.", file,
                          layout.has(ColumnRole::time)    ? "value"
                          : layout.has(ColumnRole::value) ? "time"
                                                          : "time or the value",
                          contents(header, columns), advice));
}

/// The place of the column that a pair names, by name or by number.
std::size_t place_of_pair(std::string const& file, std::vector<std::string> const& header,
                          int columns, ColumnRole role, std::string const& column) {
  int const named = find_name(header, column);
  if (named >= 0) {
    return static_cast<std::size_t>(named);
  }
  int number = 0;
  char const* const end = column.data() + column.size();
  if (std::from_chars(column.data(), end, number).ptr != end || number < 1 || number > columns) {
    throw Error(fmt::format("{}: there is no column '{}' ({}). Correct --columns {}={}.", file,
                            column, contents(header, columns), role_name(role), column));
  }
  return static_cast<std::size_t>(number - 1);
}

/// Is this the word for a column without a role?
bool skips(std::string_view word) {
  return word == "-" || equal_names(word, "skip");
}

}  // namespace

std::string advise(Commas commas, std::string_view advice) {
  if (commas == Commas::perhaps_decimal) {
    return fmt::format("If commas stand in decimals, write points there; if not, {}", advice);
  }
  std::string sentence(advice);
  sentence.front() = static_cast<char>(sentence.front() - 'a' + 'A');
  return sentence;
}

int ColumnLayout::place_of(ColumnRole role) const {
  auto const found = std::find(roles.begin(), roles.end(), role);
  return found == roles.end() ? -1 : static_cast<int>(found - roles.begin());
}

std::string ColumnLayout::description() const {
  std::vector<std::string_view> names;
  for (ColumnRole const role : roles) {
    names.push_back(role_name(role));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

ColumnChoice::ColumnChoice(std::string_view words, std::string_view band) : band_(trim(band)) {
  if (trim(words).empty()) {
    return;
  }
  form_ = words.find('=') == std::string_view::npos ? Form::in_order : Form::pairs;
  for (std::string_view const word : split_words(words)) {
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
  // A word that is no role may be the name of a column, which the file knows.
  bool const known = std::all_of(words_.begin(), words_.end(), [](Word const& word) {
    return word.role != ColumnRole::skip || skips(word.column);
  });
  if (form_ == Form::in_order && known && !(names(ColumnRole::time) && names(ColumnRole::value))) {
    throw Error(
        fmt::format("--columns {}: no column is the {} (time and value are needed). Give the "
                    "roles in the order of the columns, for example id,time,value,error.",
                    words, names(ColumnRole::time) ? "value" : "time"));
  }
}

bool ColumnChoice::names(ColumnRole role) const {
  return std::any_of(words_.begin(), words_.end(),
                     [role](Word const& word) { return word.role == role; });
}

ColumnLayout ColumnChoice::resolve(std::string const& file, std::vector<std::string> const& header,
                                   int columns, Commas commas) const {
  if (form_ == Form::none && header.empty()) {
    ColumnLayout layout = layout_by_count(file, columns, commas);
    add_band(layout, file, header, columns);
    return layout;
  }
  ColumnLayout layout = form_ == Form::in_order ? resolve_in_order(file, header, columns)
                                                : resolve_pairs(file, header, columns);
  require_time_and_value(layout, file, header, columns);
  layout.commas = commas;
  add_band(layout, file, header, columns);
  std::size_t const value = static_cast<std::size_t>(layout.place_of(ColumnRole::value));
  if (value < header.size()) {
    layout.value_name = header[value];
  } else if (form_ == Form::in_order) {
    layout.value_name = words_[value].column;
  }
  return layout;
}

void ColumnChoice::add_band(ColumnLayout& layout, std::string const& file,
                            std::vector<std::string> const& header, int columns) const {
  if (band_.empty()) {
    return;
  }
  int const named = find_name(header, band_);
  int number = 0;
  char const* const end = band_.data() + band_.size();
  bool const counted =
      std::from_chars(band_.data(), end, number).ptr == end && number >= 1 && number <= columns;
  if (named < 0 && !counted) {
    throw Error(fmt::format("{}: there is no column '{}' ({}). Correct --band-column.", file, band_,
                            contents(header, columns)));
  }
  auto const place = static_cast<std::size_t>(named >= 0 ? named : number - 1);
  if (!is_free(layout, place)) {
    throw Error(
        fmt::format("{}: column '{}' is both the {} and the band (a column has one role). "
                    "Say with --columns what the columns are.",
                    file, band_, role_name(layout.roles[place])));
  }
  assign(layout, place, ColumnRole::band);
}

ColumnLayout ColumnChoice::resolve_in_order(std::string const& file,
                                            std::vector<std::string> const& header,
                                            int columns) const {
  ColumnLayout layout{LayoutOrigin::chosen, {}, {}};
  for (std::size_t i = 0; i < words_.size(); ++i) {
    Word const& word = words_[i];
    int const named = find_name(header, word.column);
    if (named >= 0 && named != static_cast<int>(i)) {
      throw Error(
          fmt::format("{}: --columns gives '{}' to column {}, the header to column {} (the words "
                      "of --columns are "
                      "the roles of the columns in their order). Put - for columns to skip, or "
                      "write pairs like "
                      "time=NAME.",
                      file, word.column, i + 1, named + 1));
    }
    if (word.role == ColumnRole::skip && !skips(word.column) && named < 0) {
      throw Error(
          fmt::format("{}: there is no column '{}' ({}). Give --columns the words id, time, value, "
                      "error and, for a column to skip, - in the order of the columns, or pairs "
                      "like value=NAME.",
                      file, word.column, contents(header, columns)));
    }
    if (word.role != ColumnRole::skip) {
      assign(layout, i, word.role);
    }
  }
  return layout;
}

ColumnLayout ColumnChoice::resolve_pairs(std::string const& file,
                                         std::vector<std::string> const& header,
                                         int columns) const {
  ColumnLayout layout{form_ == Form::none ? LayoutOrigin::header : LayoutOrigin::chosen, {}, {}};
  for (Word const& word : words_) {
    if (word.column == "-") {
      continue;
    }
    std::size_t const place = place_of_pair(file, header, columns, word.role, word.column);
    if (!is_free(layout, place)) {
      throw Error(
          fmt::format("--columns: '{}' is both the {} and the {} (a column has one role). "
                      "Correct it.",
                      word.column, role_name(layout.roles[place]), role_name(word.role)));
    }
    assign(layout, place, word.role);
  }
  for (ColumnRole const role : all_roles) {
    if (!names(role)) {
      assign_by_header(layout, file, header, role);
    }
  }
  return layout;
}

}  // namespace siderum::io
