// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/table.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <siderum/core/error.hpp>

namespace siderum::io {
namespace {

template <class Data>
Data const& data_of(Table const& table, std::string_view name, std::string_view kind) {
  Column const* const column = table.find(name);
  SIDERUM_VALIDATE(column != nullptr,
                   fmt::format("The table has no column '{}' (names must be the same in every "
                               "letter). Check the name.",
                               name));
  Data const* const data = std::get_if<Data>(&column->data);
  SIDERUM_VALIDATE(data != nullptr,
                   fmt::format("The column '{}' does not hold {} (it is of another "
                               "type). Check the file.",
                               name, kind));
  return *data;
}

}  // namespace

std::int64_t Column::rows() const {
  return std::visit([](auto const& values) { return std::ssize(values); }, data);
}

void Table::add(std::string name, TextColumn data) {
  append({std::move(name), std::move(data)});
}
void Table::add(std::string name, IntegerColumn data) {
  append({std::move(name), std::move(data)});
}
void Table::add(std::string name, NumberColumn data, std::string unit) {
  append({std::move(name), std::move(data), std::move(unit)});
}

void Table::append(Column column) {
  SIDERUM_VALIDATE(
      columns_.empty() || column.rows() == rows(),
      fmt::format("The column '{}' has {} rows (the table has {}). Give columns of equal "
                  "length.",
                  column.name, column.rows(), rows()));
  SIDERUM_VALIDATE(
      find(column.name) == nullptr,
      fmt::format("The table has a column '{}' already (names tell columns apart). Name "
                  "one of them differently.",
                  column.name));
  columns_.push_back(std::move(column));
}

Column const* Table::find(std::string_view name) const {
  auto const found = std::find_if(columns_.begin(), columns_.end(),
                                  [name](Column const& column) { return column.name == name; });
  return found == columns_.end() ? nullptr : &*found;
}

TextColumn const& Table::text(std::string_view name) const {
  return data_of<TextColumn>(*this, name, "text");
}

IntegerColumn const& Table::integers(std::string_view name) const {
  return data_of<IntegerColumn>(*this, name, "integers");
}

NumberColumn const& Table::numbers(std::string_view name) const {
  return data_of<NumberColumn>(*this, name, "numbers");
}

}  // namespace siderum::io
