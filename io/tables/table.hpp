// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace siderum::io {

using TextColumn = std::vector<std::string>;
using IntegerColumn = std::vector<std::int64_t>;
using NumberColumn = std::vector<double>;

struct Column {
  std::string name;
  std::variant<TextColumn, IntegerColumn, NumberColumn> data;
  std::string unit{};  ///< as FITS writes it; empty: none. Text files have no place for it.

  std::int64_t rows() const;
};

/// What holds for a table as a whole, such as how it was computed: a keyword of a FITS header. Text
/// files have no place for it.
struct TableFact {
  std::string key;  ///< up to 8 capitals and digits
  std::variant<std::string, double> value;
  std::string comment;
};

/// Named columns of equal length, in the order in which they are written.
class Table {
 public:
  /// Throws Error where the length differs from that of the columns before, or the name is there.
  void add(std::string name, TextColumn data);
  void add(std::string name, IntegerColumn data);
  void add(std::string name, NumberColumn data, std::string unit = "");

  void describe(std::vector<TableFact> facts) { facts_ = std::move(facts); }

  std::vector<Column> const& columns() const { return columns_; }
  std::vector<TableFact> const& facts() const { return facts_; }
  std::int64_t rows() const { return columns_.empty() ? 0 : columns_.front().rows(); }

  /// The column of that name, or null. Case counts.
  Column const* find(std::string_view name) const;

  /// The data of that name. Throws Error where there is no such column or it is of another type.
  TextColumn const& text(std::string_view name) const;
  IntegerColumn const& integers(std::string_view name) const;
  NumberColumn const& numbers(std::string_view name) const;

 private:
  void append(Column column);

  std::vector<Column> columns_;
  std::vector<TableFact> facts_;
};

}  // namespace siderum::io
