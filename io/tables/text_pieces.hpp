// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <siderum/core/worker_threads.hpp>
#include <siderum/io/files/input_file.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {

/// Whole lines of a text, in memory of their own, which is kept for the next ones.
class TextPiece {
 public:
  /// Steps through the lines; the first one is row 1.
  ContentLines lines() const { return ContentLines::within({bytes_.get(), size_}); }

 private:
  friend class TextPieces;

  void reserve(std::size_t bytes);

  std::unique_ptr<char[]> bytes_;
  std::size_t capacity_ = 0;
  std::size_t size_ = 0;
};

/// The rest of a text, piece by piece.
class TextPieces {
 public:
  /// @param line  in the window of the input, with which the rest begins; all views end here
  TextPieces(InputFile& input, std::string_view line);

  /// The next piece; false where there is none.
  bool next(TextPiece& piece);

  /// How many there are, one too many rather than too few.
  std::int64_t expected() const { return expected_; }

 private:
  InputFile& input_;
  std::string begun_;  ///< of a line that the last piece did not hold as a whole
  std::int64_t expected_;
};

/// Reads the rest of a text by all threads: read(piece, part) fills the parts of several pieces at
/// once and returns how many lines a piece has; take(part, rows_before) follows in their order,
/// where rows_before is the row before the first one of the piece. As for_each_in_order.
/// @param line  with which the rest begins, see TextPieces
/// @param row   its number
template <class MakePart, class Read, class Take>
void for_each_text_part(InputFile& input, std::string_view line, std::int64_t row,
                        MakePart const& make_part, Read const& read, Take const& take) {
  struct Share {
    decltype(make_part()) part;
    TextPiece piece = {};
    std::int64_t lines = 0;
  };
  TextPieces pieces(input, line);
  std::int64_t rows_before = row - 1;
  for_each_in_order(
      pieces.expected(), [&] { return Share{make_part()}; },
      [&](Share& share) { return pieces.next(share.piece); },
      [&](Share& share) { share.lines = read(share.piece, share.part); },
      [&](Share& share) {
        take(share.part, rows_before);
        rows_before += share.lines;
      });
}

}  // namespace siderum::io
