// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cassert>
#include <source_location>
#include <stdexcept>
#include <string>

namespace siderum {

/// The one exception of the library: something that the user passed in cannot be used.
///
/// The sentence is "<problem> (<why it is one>). <what to do>", with the row for data. what() is
/// that sentence alone; where() tells which check refused.
class Error : public std::runtime_error {
 public:
  explicit Error(std::string const& sentence,
                 std::source_location where = std::source_location::current())
      : std::runtime_error(sentence), where_(where) {}

  std::source_location const& where() const noexcept { return where_; }

 private:
  std::source_location where_;
};

/// Memory that could not be had: on a device, or on the host.
class OutOfMemory : public Error {
 public:
  // Written out: nvcc 13 stumbles over the default argument of an inherited constructor.
  explicit OutOfMemory(std::string const& sentence,
                       std::source_location where = std::source_location::current())
      : Error(sentence, where) {}
};

}  // namespace siderum

/// Always on, on the host, for what a user passes in. The message is evaluated only on failure.
#define SIDERUM_VALIDATE(condition, message) \
  do {                                       \
    if (!(condition)) {                      \
      throw ::siderum::Error(message);       \
    }                                        \
  } while (false)

/// A programming error: checked in debug builds only, on the host and on devices.
#define SIDERUM_EXPECT(condition) assert(condition)
