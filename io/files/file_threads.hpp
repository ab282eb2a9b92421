// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>

#include <siderum/core/first_failure.hpp>

/// The threads that turn the bytes of files into numbers and back. No result depends on how many
/// there are.
namespace siderum::io {

/// From now on so many threads read and write files; 0, as at first: as many as KOKKOS_NUM_THREADS
/// says, else OMP_NUM_THREADS (the first of a list), else as this process may use. Variables that
/// name no number of threads say nothing here: the engine refuses them.
void set_file_threads(int threads);

/// How many they are, at least 1.
int file_threads();

/// Calls share in so many threads at once, the caller's among them, and returns when all have
/// ended. Where the system has fewer to give, fewer do it. What it throws ends the process.
void run_by_threads(std::int64_t threads, std::function<void()> const& share);

/// Calls work(begin, end) for the pieces of 0 .. count - 1, by all threads, in any order. Each
/// thread has work of its own from make_work(), which may keep memory from piece to piece. The
/// first exception ends the loop and reaches the caller.
/// @param piece  the length of a piece, but for the last one
template <class MakeWork>
void for_each_piece(std::int64_t count, std::int64_t piece, MakeWork const& make_work) {
  std::int64_t const pieces = (count + piece - 1) / piece;
  std::atomic<std::int64_t> next = 0;
  FirstFailure failure;
  run_by_threads(std::min<std::int64_t>(pieces, file_threads()), [&] {
    failure.guard([&] {
      auto work = make_work();
      for (std::int64_t i = next++; i < pieces; i = next++) {
        failure.guard([&] { work(i * piece, std::min(count, (i + 1) * piece)); });
      }
    });
  });
  failure.rethrow();
}

}  // namespace siderum::io
