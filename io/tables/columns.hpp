// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace siderum::io {

/// What a column of a light-curve file is for.
enum class ColumnRole : std::uint8_t { skip, id, time, value, error, band };

/// "id", "time", "value", "error", "band"; "-" for skip.
std::string_view role_name(ColumnRole role);

/// The role that a name stands for ("MJD" is time, "mag_err" is error; case, punctuation and units
/// in brackets do not count), or skip.
ColumnRole recognise_role(std::string_view name);

/// Does a name say that the values are magnitudes ("mag", "psfMag", "mag_r", "Magnitude")?
bool names_magnitudes(std::string_view name);

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

/// The roles of a file's columns from the first up to the last one that is used.
struct ColumnLayout {
  LayoutOrigin origin = LayoutOrigin::counted;
  std::vector<ColumnRole> roles;
  std::string value_name;  ///< of the value's column in the header or --columns; empty: unnamed
  Commas commas = Commas::separators;

  /// The place of a role among the columns, or -1.
  int place_of(ColumnRole role) const;
  bool has(ColumnRole role) const { return place_of(role) >= 0; }

  /// "id, time, value".
  std::string description() const;
};

/// The user's words about columns, parsed; see ReadOptions::columns for what they may be.
class ColumnChoice {
 public:
  /// @param band  the column of the bands, by its name or number; empty: none
  /// Throws Error where the words contradict themselves.
  explicit ColumnChoice(std::string_view words, std::string_view band = {});

  /// The layout of one file. `header` is empty where the file has none; `columns` is the number of
  /// columns of its first row. Throws Error, naming the file, where a needed column is not there.
  ColumnLayout resolve(std::string const& file, std::vector<std::string> const& header, int columns,
                       Commas commas = Commas::separators) const;

 private:
  enum class Form { none, in_order, pairs };
  struct Word {
    ColumnRole role;
    std::string column;  ///< in_order: the word itself; pairs: what stands after =
  };

  ColumnLayout resolve_in_order(std::string const& file, std::vector<std::string> const& header,
                                int columns) const;
  ColumnLayout resolve_pairs(std::string const& file, std::vector<std::string> const& header,
                             int columns) const;
  bool names(ColumnRole role) const;
  void add_band(ColumnLayout& layout, std::string const& file,
                std::vector<std::string> const& header, int columns) const;

  Form form_ = Form::none;
  std::vector<Word> words_;
  std::string band_;
};

}  // namespace siderum::io
