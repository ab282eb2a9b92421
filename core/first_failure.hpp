// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <exception>

namespace siderum {

/// Carries an exception out of threads that must not throw: those of a parallel loop, or one that
/// another waits for. The first one is kept.
class FirstFailure {
 public:
  /// Calls function, unless one has failed before. May be called by several threads at once.
  template <class Function>
  void guard(Function const& function) noexcept {
    if (is_taken_.load(std::memory_order_relaxed)) {
      return;
    }
    try {
      function();
    } catch (...) {
      if (!is_taken_.exchange(true)) {
        failure_ = std::current_exception();
      }
    }
  }

  /// Throws what was kept, once the threads are done.
  void rethrow() const {
    if (failure_) {
      std::rethrow_exception(failure_);
    }
  }

 private:
  std::atomic<bool> is_taken_ = false;
  std::exception_ptr failure_;
};

}  // namespace siderum
