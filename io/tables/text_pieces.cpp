// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/text_pieces.hpp>

#include <algorithm>
#include <cstring>
#include <limits>

namespace siderum::io {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 19;

}  // namespace

void TextPiece::reserve(std::size_t bytes) {
  if (bytes <= capacity_) {
    return;
  }
  auto larger = std::make_unique_for_overwrite<char[]>(bytes);
  std::copy_n(bytes_.get(), size_, larger.get());
  bytes_ = std::move(larger);
  capacity_ = bytes;
}

TextPieces::TextPieces(InputFile& input, std::string_view line) : input_(input) {
  input_.pass(static_cast<std::size_t>(line.data() - input_.window().data()));
  std::int64_t const most = std::numeric_limits<std::int32_t>::max();
  expected_ = input_.is_whole() ? std::ssize(input_.window()) / std::int64_t{piece_bytes} + 1
              : input_.size()   ? *input_.size() / std::int64_t{piece_bytes} + 1
                                : most;
}

bool TextPieces::next(TextPiece& piece) {
  piece.size_ = 0;
  piece.reserve(piece_bytes + begun_.size());
  piece.size_ = begun_.copy(piece.bytes_.get(), begun_.size());
  begun_.clear();
  // Of a line that goes on and on, twice as much each time.
  for (;; piece.reserve(2 * piece.capacity_)) {
    char* const bytes = piece.bytes_.get();
    std::size_t const room = piece.capacity_ - piece.size_;
    std::size_t const read = input_.take(bytes + piece.size_, room);
    piece.size_ += read;
    std::size_t const end = std::string_view(bytes, piece.size_).rfind('\n');
    if (end == std::string_view::npos) {
      require_line(input_.name(), piece.size_);
    }
    if (read < room) {
      return piece.size_ > 0;
    }
    if (end != std::string_view::npos) {
      begun_ = std::string_view(bytes, piece.size_).substr(end + 1);
      piece.size_ = end + 1;
      return true;
    }
  }
}

}  // namespace siderum::io
