// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/core/error.hpp>

namespace siderum::apps {

/// A command line that is incomplete or contradicts itself: the program ends with 2 rather than 1.
class UsageError : public Error {
 public:
  using Error::Error;
};

}  // namespace siderum::apps
