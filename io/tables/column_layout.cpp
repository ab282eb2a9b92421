// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// What a layout says about itself.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <siderum/io/tables/column_advice.hpp>
#include <siderum/io/tables/columns.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {

std::string advise(Commas commas, std::string_view advice) {
  if (commas == Commas::perhaps_decimal) {
    return fmt::format("If commas stand in decimals, write points there; if not, {}", advice);
  }
  std::string sentence(advice);
  sentence.front() = static_cast<char>(sentence.front() - 'a' + 'A');
  return sentence;
}

std::size_t TableColumns::size() const {
  return std::max(header.size(), static_cast<std::size_t>(columns));
}

bool TableColumns::is_number(std::size_t place) const {
  return holds_number.empty() || (place < holds_number.size() && holds_number[place]);
}

int ColumnLayout::place_of(ColumnRole role) const {
  auto const found = std::find(roles.begin(), roles.end(), role);
  return found == roles.end() ? -1 : static_cast<int>(found - roles.begin());
}

bool ColumnLayout::is_free(std::size_t place) const {
  return place >= roles.size() || roles[place] == ColumnRole::skip;
}

void ColumnLayout::assign(std::size_t place, ColumnRole role) {
  roles.resize(std::max(roles.size(), place + 1), ColumnRole::skip);
  roles[place] = role;
}

std::string ColumnLayout::description() const {
  std::vector<std::string_view> names;
  for (ColumnRole const role : roles) {
    names.push_back(role_name(role));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

void ColumnChoice::describe(ColumnLayout& layout, TableColumns const& table) const {
  auto const value = static_cast<std::size_t>(layout.place_of(ColumnRole::value));
  if (value < table.header.size()) {
    layout.value_name = table.header[value];
  } else if (form_ == Form::in_order) {
    layout.value_name = words_[value].column;
  }
  auto const time = static_cast<std::size_t>(layout.place_of(ColumnRole::time));
  if (time < table.header.size()) {
    layout.time_name = table.header[time];
  }
  if (form_ == Form::in_order || value >= table.header.size() || names(ColumnRole::error)) {
    return;
  }
  std::string const value_text = shown_text(layout.value_name);
  if (int const error = layout.place_of(ColumnRole::error); error >= 0) {
    if (names(ColumnRole::value)) {
      layout.note = fmt::format(
          "the errors are '{}', which belongs to '{}' by its name; error=- in "
          "--columns leaves them out.",
          shown_text(table.header[static_cast<std::size_t>(error)]), value_text);
    }
    return;
  }
  for (std::size_t i = 0; i < table.header.size(); ++i) {
    if (layout.is_free(i) && recognise_role(table.header[i]) == ColumnRole::error) {
      layout.note = fmt::format(
          "no errors are used, as '{}' is not known to be that of '{}'; "
          "--columns error=NAME names the errors.",
          shown_text(table.header[i]), value_text);
      return;
    }
  }
}

std::string ColumnChoice::words_without_errors(ColumnLayout const& layout,
                                               TableColumns const& table) const {
  if (form_ == Form::none && layout.origin == LayoutOrigin::header) {
    return "error=-";
  }
  std::string words;
  if (form_ == Form::pairs) {
    for (Word const& word : words_) {
      if (word.role != ColumnRole::error) {
        int const place = layout.place_of(word.role);
        words += fmt::format(
            "{}={},", role_name(word.role),
            place < 0 ? "-" : plain_column_word(table, static_cast<std::size_t>(place)));
      }
    }
    return words + "error=-";
  }
  for (ColumnRole const role : layout.roles) {
    words += fmt::format("{}{}", words.empty() ? "" : ",",
                         role_name(role == ColumnRole::error ? ColumnRole::skip : role));
  }
  while (words.ends_with(",-")) {
    words.resize(words.size() - 2);
  }
  return words;
}

}  // namespace siderum::io
