// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <numeric>
#include <span>
#include <utility>

#include <fmt/format.h>

#include <siderum/io/sky/map_reader.hpp>
#include <siderum/io/sky/sky_map_keys.hpp>
#include <siderum/io/tables/name_matching.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

/// Names as packages and surveys write them, after plain_name.
constexpr std::array<std::string_view, 9> temperature_names{
    "temperature", "istokes", "i", "t", "tstokes", "intensity", "temp", "stokesi", "imap"};
constexpr std::array<std::string_view, 6> q_names{"qpolarisation", "qpolarization", "qstokes", "q",
                                                  "stokesq",       "qmap"};
constexpr std::array<std::string_view, 6> u_names{"upolarisation", "upolarization", "ustokes", "u",
                                                  "stokesu",       "umap"};
constexpr std::array<std::string_view, 2> theta_names{"thetacomponent", "theta"};
constexpr std::array<std::string_view, 2> phi_names{"phicomponent", "phi"};

/// A component in words, and the names that its column may have.
struct Component {
  std::string_view word;
  std::string_view column;  ///< as it is written
  std::span<std::string_view const> names;
};

constexpr Component temperature{"T", "TEMPERATURE", temperature_names};
constexpr Component stokes_q{"Q", "Q_POLARISATION", q_names};
constexpr Component stokes_u{"U", "U_POLARISATION", u_names};

std::vector<Component> components_of(Field field) {
  switch (field) {
    case Field::scalar:
      return {temperature};
    case Field::spin_one:
      return {{"the theta component", "THETA_COMPONENT", theta_names},
              {"the phi component", "PHI_COMPONENT", phi_names}};
    case Field::spin_two:
      return {stokes_q, stokes_u};
    case Field::polarised:
      return {temperature, stokes_q, stokes_u};
  }
  return {};
}

/// "T, Q and U".
std::string listed(std::vector<std::string_view> const& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    text += i == 0 ? "" : i + 1 == words.size() ? " and " : ", ";
    text += words[i];
  }
  return text;
}

bool is_one_of(std::string_view column, std::span<std::string_view const> names) {
  return std::find(names.begin(), names.end(), plain_name(column)) != names.end();
}

/// The first of some columns with one of the names; 0: none.
int known_column(MapReader const& reader, std::vector<int> const& columns,
                 std::span<std::string_view const> names) {
  auto const found = std::find_if(columns.begin(), columns.end(), [&](int column) {
    return is_one_of(reader.quantity(column), names);
  });
  if (found == columns.end()) {
    return 0;
  }
  reader.refuse_namesake(*found);
  return *found;
}

/// All but the one that lists pixels.
std::vector<int> columns_of_maps(MapReader const& reader, int listed) {
  std::vector<int> columns(reader.columns().size());
  std::iota(columns.begin(), columns.end(), 1);
  std::erase(columns, listed);
  return columns;
}

std::vector<int> chosen_columns(MapReader const& reader, std::string const& choice, Field field) {
  std::vector<int> columns;
  for (std::size_t start = 0; start <= choice.size();) {
    std::size_t const comma = std::min(choice.find(',', start), choice.size());
    columns.push_back(reader.map_column(choice.substr(start, comma - start), 0));
    start = comma + 1;
  }
  if (std::ssize(columns) != components(field)) {
    reader.refuse(fmt::format("--column names {} of its columns", columns.size()),
                  fmt::format("the field has {}", component_words(field)),
                  "Name as many, with commas between them.");
  }
  for (auto column = columns.begin(); column != columns.end(); ++column) {
    if (std::find(columns.begin(), column, *column) != column) {
      reader.refuse(
          fmt::format("--column names the column '{}' twice", shown_text(reader.quantity(*column))),
          fmt::format("the field has {}, each in a column of its own", component_words(field)),
          "Name each column once.");
    }
  }
  return columns;
}

/// The components whose columns are not there are said, and what there is.
[[noreturn]] void refuse_missing(MapReader const& reader, std::vector<int> const& columns,
                                 Field field) {
  std::vector<Component> const parts = components_of(field);
  std::vector<std::string_view> found;
  std::vector<std::string_view> missing;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    (columns[i] == 0 ? missing : found).push_back(parts[i].word);
  }
  reader.refuse(found.empty()
                    ? fmt::format("{} cannot be told", listed(missing))
                    : fmt::format("there is {} without {}", listed(found), listed(missing)),
                fmt::format("the field is {}, and the table has {}", component_words(field),
                            shown_names(reader.columns())),
                "Give a map with all of them, or name their columns with --column, commas between "
                "them.");
}

}  // namespace

std::vector<std::string> quantity_names(Field field) {
  std::vector<std::string> names;
  for (Component const& component : components_of(field)) {
    names.emplace_back(component.column);
  }
  return names;
}

std::string component_words(Field field) {
  std::vector<std::string_view> words;
  for (Component const& component : components_of(field)) {
    words.push_back(component.word);
  }
  return listed(words);
}

bool is_temperature(std::string_view column) {
  return is_one_of(column, temperature_names);
}

bool is_u_polarisation(std::string_view column) {
  return is_one_of(column, u_names);
}

bool is_component(std::string_view column) {
  for (std::span<std::string_view const> const names :
       std::initializer_list<std::span<std::string_view const>>{temperature_names, q_names, u_names,
                                                                theta_names, phi_names}) {
    if (is_one_of(column, names)) {
      return true;
    }
  }
  return false;
}

bool have_polarisation(std::vector<std::string> const& columns) {
  auto const have = [&](std::span<std::string_view const> names) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](std::string const& column) { return is_one_of(column, names); });
  };
  return have(q_names) && have(u_names);
}

std::vector<int> map_columns(MapReader const& reader, SkyMapSelection const& selection,
                             int listed) {
  if (selection.field == Field::scalar) {
    return {reader.map_column(selection.column, listed == 1 ? 2 : 1)};
  }
  if (!selection.column.empty()) {
    return chosen_columns(reader, selection.column, selection.field);
  }
  std::vector<int> const all = columns_of_maps(reader, listed);
  std::vector<int> columns;
  for (Component const& component : components_of(selection.field)) {
    columns.push_back(known_column(reader, all, component.names));
  }
  // Columns whose names say nothing are taken in their order.
  bool const none = std::none_of(all.begin(), all.end(),
                                 [&](int column) { return is_component(reader.quantity(column)); });
  if (none && all.size() == columns.size()) {
    columns = all;
  }
  if (std::count(columns.begin(), columns.end(), 0) > 0) {
    refuse_missing(reader, columns, selection.field);
  }
  return columns;
}

void check_lengths(MapReader const& reader, std::vector<int> const& columns, std::int64_t pixels) {
  for (int const column : columns) {
    if (std::int64_t const count = reader.pixel_count(column); count != pixels) {
      reader.refuse(fmt::format("the column '{}' has {} pixels", reader.quantity(column), count),
                    fmt::format("the one before has {}", pixels), "Check the columns.");
    }
  }
}

ColumnWords words_of(MapReader const& reader, std::vector<int> const& columns) {
  ColumnWords words;
  for (int const column : columns) {
    words.quantities.push_back(reader.quantity(column));
    words.units.push_back(reader.unit(column));
  }
  words.unit = words.units.front();
  if (std::count(words.units.begin(), words.units.end(), words.unit) == std::ssize(words.units)) {
    words.units.clear();
  }
  return words;
}

}  // namespace siderum::io
