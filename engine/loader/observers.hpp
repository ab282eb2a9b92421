// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <siderum/core/progress.hpp>
#include <siderum/engine/execution.hpp>
#include <siderum/engine/loader/session.hpp>

/// What jobs tell their observers by. An observer may fork, and return in the child too: there the
/// job ends with an Error, since the threads that it computes with are not in the child.
namespace siderum::engine {

/// The function, watched; empty where it is empty. It must outlive the answer.
template <class... Arguments>
std::function<void(Arguments...)> watched(std::function<void(Arguments...)> const& observer) {
  if (!observer) {
    return {};
  }
  return [&observer, before = forks()](Arguments... arguments) {
    observer(arguments...);
    check_same_process(before);
  };
}

/// The observer of an execution, watched.
class WatchedProgress final : public ProgressObserver {
 public:
  explicit WatchedProgress(ProgressObserver* observer) : observer_(observer) {}

  /// Null where there is no observer.
  ProgressObserver* get() { return observer_ == nullptr ? nullptr : this; }

  void advance(std::int64_t done, std::int64_t total) override {
    observer_->advance(done, total);
    check_same_process(before_);
  }

 private:
  ProgressObserver* observer_;
  int before_ = forks();
};

}  // namespace siderum::engine
