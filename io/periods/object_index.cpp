// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/object_index.hpp>

#include <functional>
#include <limits>

#include <siderum/core/error.hpp>

namespace siderum::io {
namespace {

std::uint32_t tag_of(std::size_t hash) {
  return static_cast<std::uint32_t>(hash >> 32);
}

}  // namespace

ObjectIndex::ObjectIndex() : slots_(1024) {}

void ObjectIndex::add_question(std::string_view id) {
  SIDERUM_EXPECT(!is_full());
  std::size_t const hash = std::hash<std::string_view>{}(id);
  __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  question_[questions_] = {letters_.size(), id.size(), hash, 1};
  ++questions_;
  letters_ += id;
}

std::span<ObjectIndex::Answer const> ObjectIndex::take_answers() {
  for (std::size_t i = 0; i < questions_; ++i) {
    Slot const& slot = slots_[question_[i].hash & (slots_.size() - 1)];
    if (slot.number >= 0) {
      __builtin_prefetch(&ids_[static_cast<std::size_t>(slot.number)]);
    }
  }
  for (std::size_t i = 0; i < questions_; ++i) {
    Question const& question = question_[i];
    answer_[i] = {look_up(id_of(question), question.hash), question.times};
  }
  std::size_t const answers = questions_;
  questions_ = 0;
  letters_.clear();
  return {answer_.data(), answers};
}

std::int32_t ObjectIndex::look_up(std::string_view id, std::size_t hash) {
  std::size_t const mask = slots_.size() - 1;
  for (std::size_t place = hash & mask;; place = (place + 1) & mask) {
    Slot& slot = slots_[place];
    if (slot.number < 0) {
      SIDERUM_VALIDATE(size() < std::numeric_limits<std::int32_t>::max(),
                       "There are more than 2147483647 objects (their numbers have 31 bits). Read "
                       "the files in several batches.");
      slot = {tag_of(hash), size()};
      ids_.emplace_back(id);
      if (2 * ids_.size() > slots_.size()) {
        grow();
      }
      return size() - 1;
    }
    if (slot.tag == tag_of(hash) && ids_[static_cast<std::size_t>(slot.number)] == id) {
      return slot.number;
    }
  }
}

void ObjectIndex::grow() {
  slots_.assign(4 * slots_.size(), Slot{});
  std::size_t const mask = slots_.size() - 1;
  for (std::size_t number = 0; number < ids_.size(); ++number) {
    std::size_t const hash = std::hash<std::string_view>{}(ids_[number]);
    std::size_t place = hash & mask;
    while (slots_[place].number >= 0) {
      place = (place + 1) & mask;
    }
    slots_[place] = {tag_of(hash), static_cast<std::int32_t>(number)};
  }
}

}  // namespace siderum::io
