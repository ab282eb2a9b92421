// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/start_threads.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include <pthread.h>

#include <siderum/core/error.hpp>

namespace siderum::engine {

namespace {

/// Bytes of a stack as OMP_STACKSIZE gives them, "16M", in KiB without a letter; 0: by default.
std::size_t wished_stack() {
  char const* const text = std::getenv("OMP_STACKSIZE");
  if (text == nullptr) {
    return 0;
  }
  char* unit = nullptr;
  double const number = std::strtod(text, &unit);
  constexpr char units[] = "bkmg";
  unit += std::strspn(unit, " ");
  char const letter = *unit == '\0' ? 'k' : static_cast<char>(*unit | ' ');
  char const* const found = std::strchr(units, letter);
  constexpr double most = 1e15;
  double bytes = found == nullptr || number < 0.0 ? 0.0 : number;
  for (char const* at = units; found != nullptr && at < found; ++at) {
    bytes *= 1024.0;
  }
  return static_cast<std::size_t>(std::min(bytes, most));
}

/// Threads that wait until all are there. They allocate nothing: each would keep memory for that.
class WaitingThreads {
 public:
  explicit WaitingThreads([[maybe_unused]] int threads) {
    pthread_attr_init(&attributes_);
    std::size_t stack = wished_stack();
    if (stack == 0) {
      pthread_attr_getstacksize(&attributes_, &stack);
    }
#ifdef __clang__
    // LLVM's OpenMP gives a thread 128 bytes more than the one before, and counts eight helpers and
    // the threads of other callers, for which 32 leave room. The C library hands stacks that
    // threads have left to those that fit them, to the byte: those of the most bytes fit every
    // thread. Where a second one has no room this OpenMP ends the process.
    constexpr std::size_t more_of_llvm = 128;
    stack += more_of_llvm * (32 + static_cast<std::size_t>(threads));
#endif
    pthread_attr_setstacksize(&attributes_, stack);
    pthread_mutex_lock(&gate_);
  }
  ~WaitingThreads() {
    pthread_mutex_unlock(&gate_);
    for (pthread_t const thread : threads_) {
      pthread_join(thread, nullptr);
    }
    pthread_attr_destroy(&attributes_);
    pthread_mutex_destroy(&gate_);
  }
  WaitingThreads(WaitingThreads const&) = delete;
  WaitingThreads& operator=(WaitingThreads const&) = delete;

  /// @return 0, or why there are no more
  int start(int count) {
    threads_.reserve(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i) {
      pthread_t thread{};
      if (int const failure = pthread_create(&thread, &attributes_, &wait, &gate_)) {
        return failure;
      }
      threads_.push_back(thread);
    }
    return 0;
  }

  std::size_t count() const { return threads_.size(); }

 private:
  static void* wait(void* gate) {
    pthread_mutex_lock(static_cast<pthread_mutex_t*>(gate));
    pthread_mutex_unlock(static_cast<pthread_mutex_t*>(gate));
    return nullptr;
  }

  pthread_attr_t attributes_{};
  pthread_mutex_t gate_ = PTHREAD_MUTEX_INITIALIZER;
  std::vector<pthread_t> threads_;
};

}  // namespace

void check_threads_start(int threads) {
  WaitingThreads waiting(threads);
  int const failure = waiting.start(threads);
  SIDERUM_VALIDATE(failure == 0,
                   "Only " + std::to_string(waiting.count() + 1) + " of " +
                       std::to_string(threads + 1) + " threads can be started (" +
                       std::strerror(failure) +
                       "). Ask for fewer, as by OMP_NUM_THREADS, or raise the limits of memory and"
                       " processes (ulimit -v, ulimit -u).");
}

}  // namespace siderum::engine
