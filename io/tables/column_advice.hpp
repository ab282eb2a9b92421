// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/io/tables/columns.hpp>

/// Which columns could have a role, and words for --columns where that is left open.
namespace siderum::io {

/// What would read the file: values for options, as a user gives them, not quoted for a shell.
struct ColumnAdvice {
  std::string lead;                    ///< "Choose one, for example by"
  std::optional<std::string> columns;  ///< ReadOptions::columns; empty: as they are
  std::optional<std::string> band;     ///< ReadOptions::band_column; empty: as it is
  std::string alone;  ///< the only file that it is for, as others have other columns
};

/// A file whose columns are not decided, and words that would decide them.
///
/// what() ends with these words. A program that knows its command line says that instead.
class ColumnError : public Error {
 public:
  /// @param problem  "<problem> (<why it is one>)."
  ColumnError(std::string problem, ColumnAdvice advice);

  std::string const& problem() const { return problem_; }
  ColumnAdvice const& advice() const { return advice_; }

 private:
  std::string problem_;
  ColumnAdvice advice_;
};

/// What is known about a role before the header is looked at.
struct KnownRole {
  ColumnRole role;
  int place;  ///< `left_out`, `sought`: the user named the role, but no column that there is
  static constexpr int left_out = -1;
  static constexpr int sought = -2;
};

/// The free columns whose names could have the role beside what the layout has already, in their
/// order: of several those that are called like the role itself. Errors belong to the value: a name
/// like that of the value with a word for errors, else its name without the quantity, else a
/// neutral one ("err") beside a single value.
std::vector<std::size_t> find_candidates(TableColumns const& table, ColumnLayout const& layout,
                                         ColumnRole role);

/// Pairs for --columns that give a time and a value to the file: of the roles that are known, and
/// of those that the header does not decide, where the best name is taken, or the first column that
/// holds numbers. Empty where there are not enough columns.
std::string advised_pairs(TableColumns const& table, std::vector<KnownRole> const& known);

/// How --columns calls a column: by its name, or by its number where the name does not tell it from
/// others or cannot stand there.
std::string column_word(TableColumns const& table, std::size_t place);

/// The same in words that a shell leaves as they are.
std::string plain_column_word(TableColumns const& table, std::size_t place);

/// What a sentence says about the columns that there are.
std::string describe_columns(TableColumns const& table);

}  // namespace siderum::io
