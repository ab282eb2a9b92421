// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/session.hpp>

#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include <siderum/engine/machine.hpp>

#include "engine/engine_jobs.hpp"
#include "support/sentence.hpp"

namespace siderum::engine {
namespace {

using test::few_curves;
using test::numbers_of;
using test::ObservedJob;
using test::on_cpu;
using test::sentence_of;
using test::small_search;

/// What an observer throws that wants no more.
struct Cancelled {
  int number;
};

std::vector<double> small_answer() {
  return numbers_of(search_periods(few_curves(), small_search(), on_cpu()));
}

class OfJobs : public testing::TestWithParam<ObservedJob> {};

TEST_P(OfJobs, ObserverMayCancelAndTheEngineWorksOn) {
  ObservedJob const& job = GetParam();
  int told = 0;
  std::vector<double> const whole = job.run([&] { ++told; });
  ASSERT_GT(told, 0);
  ASSERT_FALSE(whole.empty());
  for (int const last : {1, (told + 1) / 2, told}) {
    int times = 0;
    try {
      job.run([&] {
        if (++times == last) {
          throw Cancelled{last};
        }
      });
      FAIL() << "the job ended";
    } catch (Cancelled const& cancelled) {
      EXPECT_EQ(cancelled.number, last);
      EXPECT_EQ(times, last);
    }
    EXPECT_EQ(job.run([] {}), whole);
  }
}

TEST_P(OfJobs, NoJobStartsAnother) {
  std::string sentence;
  std::vector<double> const alone = GetParam().run([] {});
  std::vector<double> const nested =
      GetParam().run([&] { sentence = sentence_of([] { small_answer(); }); });
  EXPECT_EQ(sentence,
            "A job cannot be started from within another one (an observer or a sink did)."
            " Start it when the first has ended.");
  EXPECT_EQ(nested, alone);
}

INSTANTIATE_TEST_SUITE_P(Every, OfJobs, testing::ValuesIn(test::observed_jobs()),
                         [](auto const& job) {
                           std::string name;
                           for (char const letter : job.param.name) {
                             name += std::isalnum(letter) != 0 ? std::string(1, letter) : "";
                           }
                           return name;
                         });

TEST(Session, RefusesEveryCallWithinAJob) {
  PeriodSearch search = small_search();
  std::vector<std::string> sentences;
  search.sink = [&](PeriodogramRows const&) {
    sentences.push_back(sentence_of([] { report_build(); }));
    sentences.push_back(sentence_of([] { PairCounter(linear_bins(0, 1, 2), {}, {}); }));
    sentences.push_back(sentence_of([] { place(PairWork{.pairs = 1e3}, linear_bins(0, 1, 2)); }));
  };
  search_periods(few_curves(1), search, on_cpu());
  ASSERT_EQ(sentences.size(), 3U);
  for (std::string const& sentence : sentences) {
    EXPECT_THAT(sentence, testing::StartsWith("A job cannot be started from within another"));
  }
}

TEST(Session, WhatAJobHoldsMayEndWithinAnother) {
  auto counter = std::make_unique<PairCounter>(linear_bins(0, 1, 2), PairCountOptions{},
                                               std::vector<std::int64_t>{}, on_cpu());
  std::vector<CatalogueTable> const sets{test::few_points(0.0)};
  counter->add(sets);
  PeriodSearch search = small_search();
  search.sink = [&](PeriodogramRows const&) { counter.reset(); };
  search_periods(few_curves(1), search, on_cpu());
  EXPECT_EQ(counter, nullptr);
}

TEST(Session, TheFirstJobSettlesTheThreads) {
  Execution execution = on_cpu();
  small_answer();
  int const threads = report_build().engines[0].space.concurrency;
  execution.threads = threads;
  EXPECT_EQ(sentence_of([&] { search_periods(few_curves(), small_search(), execution); }), "");
  execution.threads = threads + 1;
  std::string const other = std::to_string(threads + 1);
  std::string const once = "There cannot be " + other +
                           " threads now (this process has begun with " + std::to_string(threads) +
                           ", which stay). Give the same number, or start another process.";
  std::string const never = "There cannot be " + other +
                            " threads (this build has one thread: its Kokkos lacks OpenMP). Ask"
                            " for no number.";
  std::string const expected = report_build().engines[0].space.name == "Serial" ? never : once;
  EXPECT_EQ(sentence_of([&] { search_periods(few_curves(), small_search(), execution); }),
            expected);
  EXPECT_EQ(sentence_of([&] { check(execution); }), expected);
}

TEST(Session, ChecksAndExpectsTheThreadsThatItHas) {
  small_answer();
  SpaceReport const cpu = report_build().engines[0].space;
  if (cpu.name == "Serial") {
    GTEST_SKIP() << "one thread settles nothing";
  }
  ASSERT_GT(cpu.concurrency, 1);
  Execution execution = on_cpu();
  execution.threads = 1;
  EXPECT_THAT(sentence_of([&] { check(execution); }),
              testing::StartsWith("There cannot be 1 threads now (this process has begun with"));
  EXPECT_EQ(machine_rates().threads, cpu.concurrency);
}

TEST(Session, CardsAreThoseOfGpus) {
  Execution execution = on_cpu();
  execution.device.card = 3;
  EXPECT_EQ(numbers_of(search_periods(few_curves(), small_search(), execution)), small_answer());
  execution.device = {DeviceKind::automatic, 1};
  std::string const sentence =
      "The card 1 cannot be had where the device is left open (only GPUs have cards). Ask for a"
      " GPU.";
  EXPECT_EQ(sentence_of([&] { search_periods(few_curves(), small_search(), execution); }),
            sentence);
  EXPECT_EQ(sentence_of([&] { check(execution); }), sentence);
}

TEST(Session, NoSentenceNamesAnOptionOfTheProgram) {
  Execution execution = on_cpu();
  execution.threads = most_threads + 1;
  EXPECT_EQ(sentence_of([&] { check(execution); }),
            "There cannot be 513 threads (Kokkos takes 512 at most). Give fewer.");
  execution = on_cpu();
  execution.device.kind = DeviceKind::gpu;
  EXPECT_EQ(sentence_of([&] { check(execution); }).find("--"), std::string::npos);
  TransformSize const large{std::int64_t{1} << 50, make_harmonic_range(16)};
  EXPECT_THAT(sentence_of([&] { check_memory(large, on_cpu()); }),
              testing::EndsWith("a smaller lmax or single precision."));
}

TEST(Session, TakesJobsOfThreadsOneByOne) {
  std::atomic<int> at_work = 0;
  std::atomic<int> most = 0;
  std::vector<double> const answer = small_answer();
  std::vector<std::vector<double>> answers(4);
  std::vector<std::thread> threads;
  for (auto& mine : answers) {
    threads.emplace_back([&] {
      for (int repeat = 0; repeat < 5; ++repeat) {
        PeriodSearch search = small_search();
        search.sink = [&](PeriodogramRows const&) {
          most = std::max<int>(most, ++at_work);
          std::this_thread::sleep_for(std::chrono::milliseconds(2));
          --at_work;
        };
        mine = numbers_of(search_periods(few_curves(), search, on_cpu()));
      }
    });
  }
  for (std::thread& thread : threads) {
    thread.join();
  }
  EXPECT_EQ(most, 1);
  for (auto const& mine : answers) {
    EXPECT_EQ(mine, answer);
  }
}

TEST(Session, ErrorsOfTheEngineAreCaughtByTheirTypes) {
  PeriodSearch search = small_search();
  search.grid = {0.05, 1e-9, 1'000'000'000'000};
  search.peaks = 2;
  try {
    search_periods(few_curves(1), search, on_cpu());
    FAIL() << "8 TB were there";
  } catch (OutOfMemory const&) {
    FAIL() << "refused before it is tried";
  } catch (Error const& error) {
    EXPECT_THAT(error.what(),
                testing::StartsWith("The periodogram of one object takes 8000.00 GB"));
  }
  // More than addresses reach.
  FrequencyGrid const grid{0.05, 1e-12, 1'000'000'000'000'000};
  EXPECT_THROW(spectral_windows(
                   few_curves(1), grid, Errors::use, [](auto const&) {}, on_cpu()),
               OutOfMemory);
  EXPECT_FALSE(small_answer().empty());
}

}  // namespace
}  // namespace siderum::engine
