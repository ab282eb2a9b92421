// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace siderum::io {

/// One of the 80 letters wide records of which the header of a FITS file consists.
struct FitsCard {
  static constexpr std::size_t width = 80;

  /// The longest value that the standard lets a card have: what is between the quotes of a text.
  static constexpr std::size_t longest_value = 68;

  enum class Kind {
    remark,        ///< COMMENT, HISTORY and whatever has no value
    text,          ///< between quotes
    word,          ///< a number, T, F, or a text whose quotes were forgotten
    continuation,  ///< of the text before it
    end,
  };

  Kind kind = Kind::remark;
  std::string keyword;
  std::string value;    ///< of a text without quotes and without blanks at its end
  std::string problem;  ///< why the value cannot be understood; empty: it can
};

/// Reads a card as CFITSIO does, which keeps values in buffers of a fixed size: cards that it would
/// write beyond them have a problem.
FitsCard read_card(std::string_view card);

/// Throws Error where a text fits no card, so that CFITSIO would cut it off: it has more letters
/// than the longest value, of which an apostrophe is two, or others than those of ASCII.
/// @param what  begins the sentence: "--unit", "The unit of the map"
void check_card_text(std::string_view what, std::string_view text);

/// The number that is a value, as CFITSIO reads it; none where it is infinite or would become 0.
std::optional<double> real_number(std::string_view value);

/// The number that is a value: of a whole number also if it is written as 512. or 5.12E2.
std::optional<std::int64_t> whole_number(std::string_view value);

}  // namespace siderum::io
