// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <initializer_list>
#include <string>

#include <gtest/gtest.h>

#include <siderum/core/worker_threads.hpp>

namespace siderum::test {

/// While it lives there are so many worker threads, then as many as before.
class WorkerThreads {
 public:
  explicit WorkerThreads(int threads) { set_worker_threads(threads); }
  ~WorkerThreads() { set_worker_threads(before_); }
  WorkerThreads(WorkerThreads const&) = delete;
  WorkerThreads& operator=(WorkerThreads const&) = delete;

 private:
  int before_ = worker_threads();
};

/// Calls action(threads) with each of these numbers of worker threads, which failures name.
template <class Action>
void with_threads(std::initializer_list<int> numbers, Action const& action) {
  for (int const threads : numbers) {
    SCOPED_TRACE(std::to_string(threads) + " worker threads");
    WorkerThreads const now(threads);
    action(threads);
  }
}

}  // namespace siderum::test
