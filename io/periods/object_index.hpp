// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace siderum::io {

/// Numbers ids 0, 1, 2, ... in the order in which they first come.
///
/// One is asked per row of a file. Rows of one object mostly stand together and cost a comparison.
/// Where they do not, a look-up is two cache misses (open addressing, linear probing, then the id),
/// which a million objects make ten times as dear as reading the row; so ids are asked for in
/// groups, and what the whole group needs is fetched before the first is looked at.
class ObjectIndex {
 public:
  /// The number of an id that was asked for `times` times in a row.
  struct Answer {
    std::int32_t number;
    std::int64_t times;
  };

  ObjectIndex();

  /// Asks for the number of an id, a new one if it has not come before.
  void ask(std::string_view id) {
    if (questions_ > 0 && id == last_id()) {
      ++question_[questions_ - 1].times;
    } else {
      add_question(id);
    }
  }

  /// Is the group full, so that answers must be taken before the next question?
  bool is_full() const { return questions_ == group; }

  /// The answers to what was asked since the last call, in that order; valid until the next one.
  std::span<Answer const> take_answers();

  std::int32_t size() const { return static_cast<std::int32_t>(ids_.size()); }
  std::vector<std::string> const& ids() const { return ids_; }
  std::vector<std::string> take_ids() && { return std::move(ids_); }

 private:
  static constexpr std::size_t group = 64;

  struct Slot {
    std::uint32_t tag = 0;     ///< half of the hash, so that most others are told apart here
    std::int32_t number = -1;  ///< -1: free
  };
  struct Question {
    std::size_t start;  ///< of the id in letters_
    std::size_t size;
    std::size_t hash;
    std::int64_t times;
  };

  std::string_view id_of(Question const& question) const {
    return std::string_view(letters_).substr(question.start, question.size);
  }
  std::string_view last_id() const { return id_of(question_[questions_ - 1]); }
  void add_question(std::string_view id);
  std::int32_t look_up(std::string_view id, std::size_t hash);
  void grow();

  std::vector<Slot> slots_;
  std::vector<std::string> ids_;
  std::string letters_;
  std::array<Question, group> question_;
  std::array<Answer, group> answer_;
  std::size_t questions_ = 0;
};

}  // namespace siderum::io
