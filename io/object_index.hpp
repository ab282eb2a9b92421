// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace siderum::io {

/// Numbers ids 0, 1, 2, ... in the order in which they first come.
///
/// A hash table of its own (open addressing, linear probing) because one is asked per row of a
/// file: two cache lines per look-up, and none of them when the id is that of the row before.
class ObjectIndex {
 public:
  ObjectIndex();

  /// The number of an id, a new one if it has not come before.
  std::int32_t number_of(std::string_view id) {
    if (last_ >= 0 && ids_[static_cast<std::size_t>(last_)] == id) {
      return last_;
    }
    last_ = look_up(id);
    return last_;
  }

  std::int32_t size() const { return static_cast<std::int32_t>(ids_.size()); }
  std::vector<std::string> const& ids() const { return ids_; }
  std::vector<std::string> take_ids() && { return std::move(ids_); }

 private:
  struct Slot {
    std::uint32_t tag = 0;     ///< half of the hash, so that most others are told apart here
    std::int32_t number = -1;  ///< -1: free
  };

  std::int32_t look_up(std::string_view id);
  void grow();

  std::vector<Slot> slots_;
  std::vector<std::string> ids_;
  std::int32_t last_ = -1;
};

}  // namespace siderum::io
