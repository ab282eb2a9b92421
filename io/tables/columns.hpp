// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <siderum/io/tables/column_names.hpp>

namespace siderum::io {

/// How the roles of a file were found.
enum class LayoutOrigin {
  counted,  ///< by the number of columns alone, which is a guess
  header,   ///< by names in the header
  chosen,   ///< by the user's words, at least in part
};

/// What the commas of a file are for.
enum class Commas : std::uint8_t {
  separators,
  perhaps_decimal,  ///< no number of the first row has a point, so that some may stand in decimals
};

/// An advice, given in lower case, as a sentence; behind one about decimals where that comes first.
std::string advise(Commas commas, std::string_view advice);

/// The columns of a file as its first rows show them.
struct TableColumns {
  std::string file;                 ///< as sentences call it
  std::vector<std::string> header;  ///< empty: the file has none
  int columns = 0;                  ///< of the first row
  Commas commas = Commas::separators;
  std::vector<bool> holds_number = {};  ///< in the first row; what lies behind its end does not

  /// How many columns can be given a role.
  std::size_t size() const;
  bool is_number(std::size_t place) const;
};

/// The roles of a file's columns from the first up to the last one that is used.
struct ColumnLayout {
  LayoutOrigin origin = LayoutOrigin::counted;
  std::vector<ColumnRole> roles;
  std::string value_name;  ///< of the value's column in the header or --columns; empty: unnamed
  std::string time_name;   ///< of the column of times in the header; empty: unnamed
  Commas commas = Commas::separators;
  std::string note;            ///< about the errors, for the user to know; mostly empty
  std::string without_errors;  ///< words for --columns that leave the errors out
  int watched_band = -1;       ///< place of a column of bands that was not asked for; -1: none
  std::string band_name;       ///< of that column, or of the one that was asked for

  /// The place of a role among the columns, or -1.
  int place_of(ColumnRole role) const;
  bool has(ColumnRole role) const { return place_of(role) >= 0; }

  bool is_free(std::size_t place) const;
  void assign(std::size_t place, ColumnRole role);

  /// "id, time, value".
  std::string description() const;
};

struct KnownRole;

/// The user's words about columns, parsed; see ReadOptions::columns for what they may be.
class ColumnChoice {
 public:
  /// @param band  the column of the bands, by its name or number; empty: none
  /// Throws Error where the words contradict themselves.
  explicit ColumnChoice(std::string_view words, std::string_view band = {});

  /// The layout of one file. Throws Error, naming the file, where a needed column is not there or
  /// several could be one; a ColumnError where words would decide.
  ColumnLayout resolve(TableColumns const& table) const;

 private:
  enum class Form { none, in_order, pairs };
  struct Word {
    ColumnRole role;
    std::string column;  ///< in_order: the word itself; pairs: what stands after =
  };

  void add_word(std::string_view words, std::string_view word);
  ColumnLayout resolve_in_order(TableColumns const& table) const;
  ColumnLayout resolve_pairs(TableColumns const& table) const;
  void check_word(TableColumns const& table, std::size_t place) const;
  [[noreturn]] void refuse_word(TableColumns const& table, std::string const& problem,
                                std::string_view lead) const;
  std::vector<KnownRole> known_roles_of(TableColumns const& table) const;
  std::size_t place_of_pair(TableColumns const& table, Word const& word) const;
  void assign_by_header(ColumnLayout& layout, TableColumns const& table, ColumnRole role) const;
  void require_time_and_value(ColumnLayout const& layout, TableColumns const& table) const;
  bool names(ColumnRole role) const;
  void add_band(ColumnLayout& layout, TableColumns const& table) const;
  void describe(ColumnLayout& layout, TableColumns const& table) const;
  std::string words_without_errors(ColumnLayout const& layout, TableColumns const& table) const;

  Form form_ = Form::none;
  std::vector<Word> words_;
  std::string band_;
};

}  // namespace siderum::io
