// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include <siderum/io/files/fits_card.hpp>

namespace siderum::io {

/// The header of one part of a FITS file, called HDU in sentences.
///
/// All of its cards are checked, before CFITSIO sees them: CFITSIO 4.2.0 copies values into buffers
/// that a card can overflow, divides by numbers of the header and asks for memory by them.
class FitsHeader {
 public:
  /// Headers and data begin at multiples of it.
  static constexpr std::int64_t block = 2880;

  /// The bytes from a place on, a block of them or fewer at the end of the file. They live until
  /// the next call.
  using Source = std::function<std::string_view(std::int64_t place)>;

  /// Reads the header at a place. Throws Error, which names the file, the HDU and the card, where
  /// it cannot be understood.
  /// @param number  of the HDU, from 1
  FitsHeader(std::string const& file, std::int64_t number, std::int64_t place,
             Source const& source);

  std::int64_t data() const { return data_; }       ///< the place of the data
  std::int64_t size() const { return data_size_; }  ///< of the data in bytes, as the cards claim

  /// The value of a keyword that is there, of several the first. Texts are without the blanks
  /// around them, continued ones whole. Throws Error where a whole number is another value.
  std::optional<std::string> text(std::string const& keyword) const;
  std::optional<std::int64_t> integer(std::string const& keyword) const;

  /// Throws Error: "<file> cannot be read as FITS (HDU <number>, <keyword>: <problem>). ..."
  [[noreturn]] void refuse(std::string_view keyword, std::string_view problem) const;

 private:
  void read_cards(Source const& source);
  void add(FitsCard card);
  bool is_table() const;
  void check_place(FitsCard const& card) const;
  void check_column(FitsCard const& card) const;
  void check_scale(FitsCard const& card) const;
  void check_size();
  void check_table() const;
  void check_undefined() const;
  void check_compressed_image() const;
  std::int64_t within(std::string const& keyword, std::int64_t least, std::int64_t most,
                      std::optional<std::int64_t> otherwise = {}) const;

  std::string file_;
  std::int64_t number_;
  std::int64_t data_;
  std::int64_t data_size_ = 0;
  std::int64_t card_ = 0;                  ///< the number of the card at hand, from 1
  std::string type_;                       ///< XTENSION
  std::string continued_;                  ///< the keyword of a text that goes on
  std::string odd_;                        ///< the first keyword of an image that is no number
  std::map<std::string, FitsCard> cards_;  ///< those with a value, the first of a keyword
};

}  // namespace siderum::io
