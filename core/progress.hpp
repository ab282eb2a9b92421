// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace siderum {

/// Told how far a long call has come. The library only reports; the program draws.
///
/// Called from the thread that made the call, between pieces of work, never from inside a kernel.
/// `done` never decreases and ends at `total`. An exception thrown by the observer leaves the call.
class ProgressObserver {
 public:
  virtual ~ProgressObserver() = default;

  /// @param done   pieces of work that are complete
  /// @param total  pieces of work of the whole call, >= 1
  virtual void advance(std::int64_t done, std::int64_t total) = 0;
};

}  // namespace siderum
