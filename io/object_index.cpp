// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/object_index.hpp>

#include <functional>
#include <limits>
#include <utility>

#include <siderum/core/error.hpp>

namespace siderum::io {

ObjectIndex::ObjectIndex() : slots_(1024) {}

std::int32_t ObjectIndex::look_up(std::string_view id) {
  std::size_t const hash = std::hash<std::string_view>{}(id);
  std::uint32_t const tag = static_cast<std::uint32_t>(hash >> 32);
  std::size_t const mask = slots_.size() - 1;
  for (std::size_t place = hash & mask;; place = (place + 1) & mask) {
    Slot& slot = slots_[place];
    if (slot.number < 0) {
      SIDERUM_VALIDATE(size() < std::numeric_limits<std::int32_t>::max(),
                       "There are more than 2147483647 objects (their numbers have 31 bits). Read "
                       "the files in several batches.");
      slot = {tag, size()};
      ids_.emplace_back(id);
      if (2 * ids_.size() > slots_.size()) {
        grow();
      }
      return size() - 1;
    }
    if (slot.tag == tag && ids_[static_cast<std::size_t>(slot.number)] == id) {
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
    slots_[place] = {static_cast<std::uint32_t>(hash >> 32), static_cast<std::int32_t>(number)};
  }
}

}  // namespace siderum::io
