// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/distributed/communicator.hpp>

/// Messages between processes of one build, which lay out types alike: numbers and plain structs as
/// they lie in memory, arrays behind their lengths.
namespace siderum::distributed {

template <class T>
concept Plain = std::is_trivially_copyable_v<T> && !std::is_pointer_v<T>;

/// Writes a message, one thing after the other.
class MessageWriter {
 public:
  template <Plain T>
  MessageWriter& operator<<(T const& value) {
    return append(&value, sizeof(T));
  }

  template <Plain T>
  MessageWriter& operator<<(std::span<T const> values) {
    *this << static_cast<std::int64_t>(values.size());
    return append(values.data(), values.size_bytes());
  }

  template <Plain T>
  MessageWriter& operator<<(std::vector<T> const& values) {
    return *this << std::span<T const>(values);
  }

  MessageWriter& operator<<(std::string const& text) {
    return *this << std::span<char const>(text.data(), text.size());
  }

  MessageWriter& operator<<(std::vector<std::string> const& texts) {
    *this << static_cast<std::int64_t>(texts.size());
    for (std::string const& text : texts) {
      *this << text;
    }
    return *this;
  }

  Bytes take() { return std::move(bytes_); }

 private:
  MessageWriter& append(void const* data, std::size_t size) {
    auto const* const first = static_cast<std::byte const*>(data);
    if (size > 0) {
      bytes_.insert(bytes_.end(), first, first + size);
    }
    return *this;
  }

  Bytes bytes_;
};

/// Reads it in the same order. Throws Error where it ends before.
class MessageReader {
 public:
  explicit MessageReader(Bytes const& bytes) : rest_(bytes) {}
  explicit MessageReader(Bytes&&) = delete;

  template <Plain T>
  MessageReader& operator>>(T& value) {
    std::memcpy(static_cast<void*>(&value), next(sizeof(T)).data(), sizeof(T));
    return *this;
  }

  template <Plain T>
  MessageReader& operator>>(std::vector<T>& values) {
    values.resize(read_size());
    std::span<std::byte const> const bytes = next(values.size() * sizeof(T));
    if (!bytes.empty()) {
      std::memcpy(static_cast<void*>(values.data()), bytes.data(), bytes.size());
    }
    return *this;
  }

  MessageReader& operator>>(std::string& text) {
    std::span<std::byte const> const bytes = next(read_size());
    text.assign(reinterpret_cast<char const*>(bytes.data()), bytes.size());
    return *this;
  }

  MessageReader& operator>>(std::vector<std::string>& texts) {
    texts.resize(read_size());
    for (std::string& text : texts) {
      *this >> text;
    }
    return *this;
  }

  /// What has not been read.
  std::span<std::byte const> rest() const { return rest_; }

 private:
  std::size_t read_size() {
    std::int64_t size = 0;
    *this >> size;
    return static_cast<std::size_t>(size);
  }

  std::span<std::byte const> next(std::size_t size) {
    SIDERUM_VALIDATE(size <= rest_.size(),
                     "A message between processes is too short (they may be of two builds). Start"
                     " the same siderum everywhere.");
    auto const part = rest_.first(size);
    rest_ = rest_.subspan(size);
    return part;
  }

  std::span<std::byte const> rest_;
};

}  // namespace siderum::distributed
