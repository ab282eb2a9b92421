// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/core/error.hpp>

namespace siderum::apps {

/// A command line that cannot be meant, whatever is in the files, as it is incomplete or
/// contradicts itself: the program ends with 2 rather than 1.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// Throws UsageError with the sentence unless it holds.
inline void validate_usage(bool holds, std::string const& sentence) {
  if (!holds) {
    throw UsageError(sentence);
  }
}

}  // namespace siderum::apps
