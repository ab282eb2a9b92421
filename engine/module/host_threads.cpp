// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/host_threads.hpp>

#ifdef _OPENMP
#include <algorithm>
#include <cstddef>
#include <string>

#include <omp.h>

#include <siderum/core/error.hpp>
#include <siderum/core/thread_stack.hpp>
#include <siderum/engine/execution.hpp>
#include <siderum/engine/module/start_threads.hpp>

namespace siderum::engine {

AllThreads::AllThreads() : dynamic_(omp_get_dynamic()), levels_(omp_get_max_active_levels()) {
  omp_set_dynamic(0);
  omp_set_max_active_levels(std::max(1, levels_));
}

AllThreads::~AllThreads() {
  omp_set_dynamic(dynamic_);
  omp_set_max_active_levels(levels_);
}

int usual_threads() {
  return std::min(omp_get_max_threads(), most_threads);
}

int host_threads(int wanted) {
  int const threads = wanted > 0 ? wanted : usual_threads();
  check_threads_start(std::min(threads, omp_get_thread_limit()) - 1);
  omp_set_num_threads(threads);
  int came = 0;
  std::size_t least_stack = thread_stack_bytes();
#pragma omp parallel num_threads(threads) reduction(+ : came) reduction(min : least_stack)
  {
    ++came;
    least_stack = std::min(least_stack, thread_stack_bytes());
  }
  require_stack(least_stack);
  SIDERUM_VALIDATE(came == threads || wanted == 0,
                   "There cannot be " + std::to_string(threads) + " threads (OpenMP gives " +
                       std::to_string(came) +
                       ", see OMP_THREAD_LIMIT). Ask for so many, or for no number.");
  omp_set_num_threads(came);
  return came;
}

}  // namespace siderum::engine
#else
namespace siderum::engine {

AllThreads::AllThreads() = default;
AllThreads::~AllThreads() = default;

int usual_threads() {
  return 1;
}

int host_threads(int wanted) {
  return wanted;
}

}  // namespace siderum::engine
#endif
