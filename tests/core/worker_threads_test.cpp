// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/worker_threads.hpp>

#include <cstdlib>
#include <new>
#include <stdexcept>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "support/worker_threads.hpp"

namespace siderum {
namespace {

TEST(WorkerThreads, AreAsManyAsAskedForOrAsTheEnvironmentSays) {
  set_worker_threads(0);
  ::unsetenv("KOKKOS_NUM_THREADS");
  ::setenv("OMP_NUM_THREADS", " 3,2", 1);
  EXPECT_EQ(worker_threads(), 3);
  ::setenv("KOKKOS_NUM_THREADS", "5", 1);
  EXPECT_EQ(worker_threads(), 5);
  set_worker_threads(2);
  EXPECT_EQ(worker_threads(), 2);
  set_worker_threads(0);
  for (char const* const none : {"", "many", "0", "-4", "100000", "99999999999999999999"}) {
    ::setenv("KOKKOS_NUM_THREADS", none, 1);
    EXPECT_EQ(worker_threads(), 3) << none;
  }
  ::unsetenv("KOKKOS_NUM_THREADS");
  ::unsetenv("OMP_NUM_THREADS");
  EXPECT_GE(worker_threads(), 1);
}

TEST(WorkerThreads, TakeEachPieceOnce) {
  test::with_threads({1, 2, 7}, [&](int threads) {
    EXPECT_EQ(worker_threads(), threads);
    for (std::int64_t const count : {0, 1, 9, 10, 11, 997}) {
      std::vector<int> met(static_cast<std::size_t>(count));
      for_each_piece(count, 10, [&] {
        return [&](std::int64_t begin, std::int64_t end) {
          EXPECT_EQ(begin % 10, 0);
          EXPECT_TRUE(end == begin + 10 || end == count);
          for (std::int64_t i = begin; i < end; ++i) {
            ++met[static_cast<std::size_t>(i)];
          }
        };
      });
      EXPECT_EQ(met, std::vector<int>(met.size(), 1)) << count;
    }
  });
}

TEST(WorkerThreads, WorkAtOnce) {
  test::WorkerThreads const three(3);
  std::atomic<int> here = 0;
  // Each waits for the others, so that fewer than three would wait for ever.
  for_each_piece(3, 1, [&] {
    return [&](std::int64_t, std::int64_t) {
      ++here;
      while (here < 3) {
        std::this_thread::yield();
      }
    };
  });
  EXPECT_EQ(here.load(), 3);
}

TEST(WorkerThreads, HandOnTheFirstFailureAndEnd) {
  test::with_threads({1, 4}, [&](int) {
    std::atomic<std::int64_t> done = 0;
    auto const loop = [&] {
      for_each_piece(1'000'000, 1, [&] {
        return [&](std::int64_t begin, std::int64_t) {
          if (begin == 10) {
            throw std::runtime_error("the tenth");
          }
          ++done;
        };
      });
    };
    EXPECT_THROW(loop(), std::runtime_error);
    EXPECT_LT(done.load(), 1'000'000);
    EXPECT_THROW(for_each_piece(9, 1,
                                []() -> std::function<void(std::int64_t, std::int64_t)> {
                                  throw std::bad_alloc();
                                }),
                 std::bad_alloc);
  });
}

struct Part {
  int number = -1;
  int square = -1;
};

TEST(WorkerThreads, TakePartsInTheirOrder) {
  test::with_threads({1, 2, 5}, [&](int) {
    constexpr int parts = 300;
    int next = 0;
    std::vector<int> taken;
    for_each_in_order(
        parts, [] { return Part(); },
        [&](Part& part) {
          part.number = next++;
          return part.number < parts;
        },
        [](Part& part) {
          if (part.number % 7 == 0) {
            std::this_thread::yield();
          }
          part.square = part.number * part.number;
        },
        [&](Part const& part) { taken.push_back(part.square); });
    ASSERT_EQ(taken.size(), std::size_t{parts});
    for (int i = 0; i < parts; ++i) {
      EXPECT_EQ(taken[static_cast<std::size_t>(i)], i * i);
    }
  });
}

TEST(WorkerThreads, EndWhereAnyStepOfAPartFails) {
  test::with_threads({1, 3}, [&](int) {
    for (int const step : {0, 1, 2}) {
      int next = 0;
      int last_taken = -1;
      auto const fail = [&](int here, int number) {
        if (here == step && number == 20) {
          throw std::runtime_error("the twentieth");
        }
      };
      auto const loop = [&] {
        for_each_in_order(
            1'000'000, [] { return Part(); },
            [&](Part& part) {
              part.number = next++;
              fail(0, part.number);
              return part.number < 1'000'000;
            },
            [&](Part const& part) { fail(1, part.number); },
            [&](Part const& part) {
              fail(2, part.number);
              last_taken = part.number;
            });
      };
      EXPECT_THROW(loop(), std::runtime_error) << step;
      EXPECT_LT(last_taken, 20);
    }
  });
}

}  // namespace
}  // namespace siderum
