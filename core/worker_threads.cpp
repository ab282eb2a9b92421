// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/worker_threads.hpp>

#include <charconv>
#include <cstdlib>
#include <exception>
#include <string_view>
#include <thread>
#include <vector>

namespace siderum {
namespace {

std::atomic<int> threads_asked_for = 0;

/// The whole number that the variable begins with, as the first of a list; 0: none.
int number_in(char const* variable) {
  char const* const text = std::getenv(variable);
  if (text == nullptr) {
    return 0;
  }
  std::string_view word = text;
  word.remove_prefix(std::min(word.find_first_not_of(" \t"), word.size()));
  int number = 0;
  std::from_chars(word.data(), word.data() + word.size(), number);
  constexpr int most = 512;  // as of the engine
  return number >= 1 && number <= most ? number : 0;
}

}  // namespace

void set_worker_threads(int threads) {
  threads_asked_for = threads;
}

int worker_threads() {
  if (int const asked = threads_asked_for; asked > 0) {
    return asked;
  }
  for (char const* const variable : {"KOKKOS_NUM_THREADS", "OMP_NUM_THREADS"}) {
    if (int const said = number_in(variable); said > 0) {
      return said;
    }
  }
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
}

void run_by_threads(std::int64_t threads, std::function<void()> const& share) {
  std::vector<std::jthread> others;
  try {
    for (std::int64_t i = 1; i < threads; ++i) {
      others.emplace_back([&share]() noexcept { share(); });
    }
  } catch (std::exception const&) {
    // Neither a thread nor memory for one is to be had: those that are there do it all.
  }
  share();
}

}  // namespace siderum
