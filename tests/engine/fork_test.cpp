// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Children that are forked while the engine is in some state. The first test needs a process that
// has computed nothing, so these are an executable of their own.
#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

#include <gtest/gtest.h>

#include <siderum/engine/loader/session.hpp>
#include <siderum/engine/machine.hpp>

#include "engine/engine_jobs.hpp"
#include "engine/forked_child.hpp"
#include "support/sentence.hpp"

namespace siderum::engine {
namespace {

using test::Ending;
using test::few_curves;
using test::hung;
using test::numbers_of;
using test::on_cpu;
using test::sentence_of;
using test::small_search;
using test::status_of_child;

std::vector<double> small_answer() {
  return numbers_of(search_periods(few_curves(), small_search(), on_cpu()));
}

constexpr char const* no_nesting =
    "A job cannot be started from within another one (an observer or a sink did). Start it when"
    " the first has ended.";
constexpr char const* interrupted =
    "The engine cannot be used in this process (it was forked while its parent computed). Fork"
    " before, or start the process anew (in Python by spawn).";
constexpr char const* left_behind =
    "The job cannot go on in this process (its observer forked, and its threads stayed in the"
    " parent). End the child within the observer.";

TEST(Fork, BeforeTheFirstJob) {
  for (Ending const ending : {Ending::at_once, Ending::by_exit}) {
    EXPECT_EQ(status_of_child(ending, [] { return small_answer() == small_answer(); }), 0);
  }
  // A thread still computes when the process ends.
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [] {
                              std::thread([] {
                                try {
                                  for (;;) {
                                    small_answer();
                                  }
                                } catch (Error const&) {
                                }
                              }).detach();
                              std::this_thread::sleep_for(std::chrono::milliseconds(200));
                              return true;
                            }),
            0);
  std::vector<double> const answer = small_answer();
  EXPECT_EQ(status_of_child(Ending::by_exit, [&] { return small_answer() == answer; }), 0);
}

// Before a test looks for the engine of GPUs, which a process does but once.
TEST(Fork, WhileAThreadOpensAnEngine) {
  char const* const folder = std::getenv("SIDERUM_FAKE_MODULES");
  ASSERT_NE(folder, nullptr);
  auto const open_in_a_child = [] {
    std::thread([] { all_modules(); }).detach();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    return status_of_child(Ending::at_once,
                           [] { return sentence_of([] { machine_rates(); }) == interrupted; }) == 0;
  };
  EXPECT_EQ(status_of_child(Ending::at_once,
                            [&] {
                              // An engine that takes for ever to open.
                              std::string const slow = std::string(folder) + "/waiting";
                              setenv("SIDERUM_ENGINE_PATH", slow.c_str(), 1);
                              return open_in_a_child();
                            }),
            0);
}

TEST(Fork, TwentyTimes) {
  std::vector<double> const answer = small_answer();
  for (int i = 0; i < 20; ++i) {
    Ending const ending = i % 2 == 0 ? Ending::at_once : Ending::by_exit;
    EXPECT_EQ(status_of_child(ending,
                              [&] { return small_answer() == answer && small_answer() == answer; }),
              0);
    EXPECT_EQ(small_answer(), answer);
  }
}

TEST(Fork, EveryJobWorksInAChild) {
  for (test::ObservedJob const& job : test::observed_jobs()) {
    std::vector<double> const answer = job.run([] {});
    EXPECT_EQ(status_of_child(Ending::at_once, [&] { return job.run([] {}) == answer; }), 0)
        << job.name;
  }
}

int threads_here() {
  return report_build().engines[0].space.concurrency;
}

/// The sentence of a search with so many threads; empty: it gave the answer.
std::string search_with(int threads, std::vector<double> const& answer) {
  Execution execution = on_cpu();
  execution.threads = threads;
  return sentence_of([&] {
    EXPECT_EQ(numbers_of(search_periods(few_curves(), small_search(), execution)), answer);
  });
}

TEST(Fork, AChildMayHaveFewerThreads) {
  std::vector<double> const answer = small_answer();
  int const threads = threads_here();
  if (threads < 2) {
    GTEST_SKIP() << "there are no fewer";
  }
  auto const is_refused = [](std::string const& sentence) {
    return sentence.starts_with("There cannot be ");
  };
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [&] {
                              return is_refused(search_with(threads + 1, answer)) &&
                                     search_with(1, answer).empty() && threads_here() == 1 &&
                                     is_refused(search_with(threads, answer)) &&
                                     search_with(0, answer).empty() && threads_here() == 1;
                            }),
            0);
  // As the environment says, of a child of a child too.
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [&] {
                              return status_of_child(Ending::by_exit, [&] {
                                       setenv("OMP_NUM_THREADS", "1", 1);
                                       return search_with(0, answer).empty() && threads_here() == 1;
                                     }) == 0;
                            }),
            0);
  // The first call settles them: nobody said how many.
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [&] {
                              return search_with(0, answer).empty() && threads_here() == threads &&
                                     is_refused(search_with(1, answer));
                            }),
            0);
  for (test::ObservedJob const& job : test::observed_jobs()) {
    std::vector<double> const expected = job.run([] {});
    EXPECT_EQ(status_of_child(
                  Ending::at_once,
                  [&] { return search_with(1, answer).empty() && job.run([] {}) == expected; }),
              0)
        << job.name;
  }
  EXPECT_EQ(threads_here(), threads);
}

TEST(Fork, OfAChild) {
  std::vector<double> const answer = small_answer();
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [&] {
                              return status_of_child(Ending::by_exit,
                                                     [&] { return small_answer() == answer; }) ==
                                         0 &&
                                     small_answer() == answer;
                            }),
            0);
}

TEST(Fork, KeepsTheSettledThreads) {
  small_answer();
  Execution execution = on_cpu();
  execution.threads = report_build().engines[0].space.concurrency + 1;
  EXPECT_EQ(status_of_child(Ending::at_once,
                            [&] {
                              return sentence_of([&] {
                                       search_periods(few_curves(), small_search(), execution);
                                     })
                                  .starts_with("There cannot be");
                            }),
            0);
}

TEST(Fork, KeepsCatalogues) {
  PairCounter counter(linear_bins(0.0, 5.0, 4), {}, {}, on_cpu());
  std::vector<CatalogueTable> const sets{test::few_points(0.0)};
  auto const group = counter.add(sets);
  auto const counts = counter.count(group).count;
  auto const use = [&](PairCounter& there) { return there.count(group).count == counts; };
  EXPECT_EQ(status_of_child(Ending::at_once, [&] { return use(counter); }), 0);
  static auto held = std::make_unique<PairCounter>(linear_bins(0.0, 5.0, 4), PairCountOptions{},
                                                   std::vector<std::int64_t>{}, on_cpu());
  held->add(sets);
  // It ends with the statics of the process.
  EXPECT_EQ(status_of_child(Ending::by_exit, [&] { return use(*held); }), 0);
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [&] {
                              held.reset();
                              return small_answer() == small_answer();
                            }),
            0);
  EXPECT_TRUE(use(*held));
}

TEST(Fork, WhileAThreadComputes) {
  for (Ending const ending : {Ending::at_once, Ending::by_exit}) {
    int status = hung;
    PeriodSearch search = small_search();
    search.sink = [&](PeriodogramRows const&) {
      std::thread([&] {
        status = status_of_child(ending, [] {
          return sentence_of([] { small_answer(); }) == interrupted &&
                 report_build().engines[0].problem == interrupted;
        });
      }).join();
    };
    search_periods(few_curves(), search, on_cpu());
    EXPECT_EQ(status, 0);
  }
  EXPECT_FALSE(small_answer().empty());
}

TEST(Fork, FromWithinAnObserver) {
  for (test::ObservedJob const& job : test::observed_jobs()) {
    pid_t const parent = getpid();
    int status = hung;
    bool is_first = true;
    std::string of_nested;
    auto const fork_and_return = [&] {
      if (!is_first) {
        return;
      }
      is_first = false;
      std::fflush(nullptr);
      pid_t const child = fork();
      if (child == 0) {
        alarm(20);
        of_nested = sentence_of([] { small_answer(); });
        return;
      }
      waitpid(child, &status, 0);
    };
    std::string const sentence = sentence_of([&] { job.run(fork_and_return); });
    if (getpid() != parent) {
      bool const good = of_nested == no_nesting && sentence == left_behind &&
                        sentence_of([] { small_answer(); }) == interrupted;
      std::exit(good ? 0 : 1);
    }
    EXPECT_EQ(sentence, "") << job.name;
    EXPECT_EQ(status, 0) << job.name;
  }
  EXPECT_FALSE(small_answer().empty());
}

}  // namespace
}  // namespace siderum::engine
