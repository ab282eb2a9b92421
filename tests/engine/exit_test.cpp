// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Processes that end while objects of the engine are there, or a job runs.
#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include <siderum/engine/sky_arrays.hpp>

#include "engine/engine_jobs.hpp"
#include "support/sentence.hpp"

namespace siderum::engine {
namespace {

using test::few_curves;
using test::numbers_of;
using test::on_cpu;
using test::sentence_of;
using test::small_search;

constexpr char const* ending =
    "The engine cannot be used any more (the process is about to end). Compute before.";

struct Held {
  std::unique_ptr<PairCounter> counter;
  std::unique_ptr<SkyTransform<double>> plan;
};

void fill(Held& held) {
  held.counter = std::make_unique<PairCounter>(linear_bins(0.0, 5.0, 4), PairCountOptions{},
                                               std::vector<std::int64_t>{}, on_cpu());
  held.counter->add(test::few_points(0.0));
  held.plan = std::make_unique<SkyTransform<double>>(healpix_grid(8), make_harmonic_range(16),
                                                     Field::scalar, on_cpu());
}

/// Computes when the process ends, where it was told to.
struct LateJob {
  ~LateJob() {
    if (is_wanted &&
        sentence_of([] { search_periods(few_curves(), small_search(), on_cpu()); }) != ending) {
      _exit(3);
    }
  }
  bool is_wanted = false;
};

// Made before main, and so before any engine: they end after it.
Held made_before;
LateJob late_job;

class Exit : public testing::Test {
 protected:
  // Each process begins anew instead of by a fork.
  Exit() { testing::FLAGS_gtest_death_test_style = "threadsafe"; }
};

/// Ends the process, unless that hangs.
[[noreturn]] void leave() {
  alarm(20);
  std::exit(0);
}

TEST_F(Exit, WithObjectsMadeBeforeTheEngine) {
  EXPECT_EXIT((fill(made_before), leave()), testing::ExitedWithCode(0), "^$");
}

TEST_F(Exit, WithObjectsMadeAfterTheEngine) {
  EXPECT_EXIT(
      {
        search_periods(few_curves(), small_search(), on_cpu());
        static Held made_after;
        fill(made_after);
        leave();
      },
      testing::ExitedWithCode(0), "^$");
}

TEST_F(Exit, WithAnObjectThatComputesThen) {
  EXPECT_EXIT(
      {
        search_periods(few_curves(), small_search(), on_cpu());
        late_job.is_wanted = true;
        leave();
      },
      testing::ExitedWithCode(0), "^$");
}

/// Calls within_job from a job, on this thread; the job has more to do after it.
void compute(std::function<void()> const& within_job) {
  PeriodSearch search = small_search();
  search.sink = [&](PeriodogramRows const&) { within_job(); };
  for (;;) {
    search_periods(few_curves(), search, on_cpu());
  }
}

TEST_F(Exit, WhileAThreadComputesForLong) {
  EXPECT_EXIT(
      {
        fill(made_before);
        static std::atomic<bool> is_at_work = false;
        std::thread([] {
          compute([] {
            is_at_work = true;
            std::this_thread::sleep_for(std::chrono::milliseconds(2000));
          });
        }).detach();
        while (!is_at_work) {
          std::this_thread::yield();
        }
        leave();
      },
      testing::ExitedWithCode(0), "^$");
}

TEST_F(Exit, FromWithinAnObserver) {
  EXPECT_EXIT((fill(made_before), compute(leave)), testing::ExitedWithCode(0), "^$");
}

}  // namespace
}  // namespace siderum::engine
