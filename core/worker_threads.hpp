// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>

#include <siderum/core/first_failure.hpp>

/// The threads of a host that do what needs no Kokkos: they turn the bytes of files into numbers
/// and back, draw random skies and paint pictures. No result depends on how many there are.
namespace siderum {

/// From now on there are so many; 0, as at first: as many as KOKKOS_NUM_THREADS says, else
/// OMP_NUM_THREADS (the first of a list), else as this process may use. Variables that name no
/// number of threads say nothing here: the engine refuses them.
void set_worker_threads(int threads);

/// How many they are, at least 1.
int worker_threads();

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
  run_by_threads(std::min<std::int64_t>(pieces, worker_threads()), [&] {
    failure.guard([&] {
      auto work = make_work();
      for (std::int64_t i = next++; i < pieces; i = next++) {
        failure.guard([&] { work(i * piece, std::min(count, (i + 1) * piece)); });
      }
    });
  });
  failure.rethrow();
}

/// Calls function(i) for each of 0 .. count - 1, as for_each_piece does for pieces.
template <class Function>
void for_each_index(std::size_t count, std::int64_t piece, Function const& function) {
  for_each_piece(static_cast<std::int64_t>(count), piece, [&] {
    return [&](std::int64_t begin, std::int64_t end) {
      for (auto i = static_cast<std::size_t>(begin); i < static_cast<std::size_t>(end); ++i) {
        function(i);
      }
    };
  });
}

/// Makes it `value` where that is less, whatever other threads do: of what several of them find,
/// the first is left.
inline void lower_to(std::atomic<std::int64_t>& least, std::int64_t value) {
  std::int64_t known = least;
  while (value < known && !least.compare_exchange_weak(known, value)) {
  }
}

/// Does work on parts that come and go in order, all threads on several of them at once: next(part)
/// fills a part and is false at the end, work(part) is done meanwhile on others, and take(part)
/// follows in the order of next. Only one thread at a time is in next, and one in take. The first
/// exception ends all and reaches the caller.
/// @param most  how many parts there are at most, as far as is known
/// @param make_part  of each thread, which it fills again and again
template <class MakePart, class Next, class Work, class Take>
void for_each_in_order(std::int64_t most, MakePart const& make_part, Next const& next,
                       Work const& work, Take const& take) {
  std::mutex claim;
  std::int64_t claimed = 0;
  std::atomic<std::int64_t> turn = 0;
  FirstFailure failure;
  run_by_threads(std::min<std::int64_t>(most, worker_threads()), [&] {
    failure.guard([&] {
      auto part = make_part();
      while (true) {
        std::int64_t mine = 0;
        bool has_part = false;
        {
          std::lock_guard const lock(claim);
          // Nothing is done after a failure.
          failure.guard([&] { has_part = next(part); });
          mine = has_part ? claimed++ : 0;
        }
        if (!has_part) {
          return;
        }
        failure.guard([&] { work(part); });
        for (std::int64_t now = turn; now != mine; now = turn) {
          turn.wait(now);
        }
        failure.guard([&] { take(part); });
        turn = mine + 1;
        turn.notify_all();
      }
    });
  });
  failure.rethrow();
}

}  // namespace siderum
