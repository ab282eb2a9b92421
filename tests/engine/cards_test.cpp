// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Which GPU a process has, with an engine of two that computes nothing.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include <gmock/gmock.h>

#include <siderum/core/tuning_cache.hpp>
#include <siderum/engine/loader/placement.hpp>
#include <siderum/engine/loader/session.hpp>
#include <siderum/engine/machine.hpp>

#include "engine/engine_jobs.hpp"
#include "engine/forked_child.hpp"
#include "support/sentence.hpp"

namespace siderum::engine {
namespace {

using test::Ending;
using test::sentence_of;
using test::status_of_child;

constexpr char const* other_card =
    "The GPU 0 cannot be used now (this process has begun with the GPU 1). Give the same, or start"
    " another process.";
constexpr char const* no_card =
    "There is no GPU 2 (there are 2, counted from 0). Give one that is there.";
constexpr char const* out_of_order =
    "The device cannot be used (it is out of order). Check its driver.";
constexpr char const* lost =
    "The GPU cannot be used in this process (it was forked by one that had used the GPU). Start it"
    " anew instead of by a fork (in Python by spawn), or use the CPU.";

Execution on(char const* device) {
  Execution execution;
  execution.device = parse_device(device);
  return execution;
}

std::string name_on(char const* device) {
  return place(PairWork{.pairs = 1.0}, linear_bins(0.0, 1.0, 2), on(device)).description;
}

bool cpu_works() {
  return !search_periods(test::few_curves(), test::small_search(), test::on_cpu()).peaks.empty();
}

// The first tests begin in a process that has used nothing.
TEST(Cards, StartButOnce) {
  EXPECT_EQ(
      status_of_child(Ending::by_exit,
                      [] {
                        setenv("SIDERUM_FAKE_FAILURE", "1", 1);
                        bool const is_missed = sentence_of([] { name_on("gpu:2"); }) == no_card;
                        bool const is_refused = sentence_of([] { name_on("gpu"); }) == out_of_order;
                        unsetenv("SIDERUM_FAKE_FAILURE");
                        return is_missed && is_refused && cpu_works() &&
                               sentence_of([] { name_on("gpu:1"); }) == out_of_order &&
                               report_build().engines[1].problem == out_of_order;
                      }),
      0);
}

TEST(Cards, StartWhileTheCallerGoesOn) {
  std::filesystem::path const file =
      std::filesystem::temp_directory_path() / ("siderum_cards_wait_" + std::to_string(getpid()));
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [&] {
                              setenv("SIDERUM_FAKE_WAIT", file.c_str(), 1);
                              check(on("gpu:1"));
                              std::ofstream(file).put('1');
                              return name_on("gpu:1") == "second";
                            }),
            0);
  // What is known before is said at once, what is not by the next job; an end waits for the start.
  EXPECT_EQ(
      status_of_child(Ending::by_exit,
                      [] {
                        setenv("SIDERUM_FAKE_FAILURE", "1", 1);
                        bool const is_missed = sentence_of([] { check(on("gpu:2")); }) == no_card;
                        check(on("gpu"));
                        return is_missed && sentence_of([] { name_on("gpu"); }) == out_of_order;
                      }),
      0);
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [] {
                              check(on("gpu"));
                              return true;
                            }),
            0);
  std::filesystem::remove(file);
}

/// Whether what is to be done at exit is done by a child that leaves.
bool ends_in_order(char const* device) {
  static char const* file = nullptr;
  std::string const path =
      (std::filesystem::temp_directory_path() / ("siderum_cards_leave_" + std::to_string(getpid())))
          .string();
  EXPECT_EQ(status_of_child(Ending::at_once,
                            [&]() -> bool {
                              file = path.c_str();
                              name_on(device);
                              std::atexit([] { std::ofstream(file).put('1'); });
                              leave(EXIT_SUCCESS);
                            }),
            0);
  return std::filesystem::remove(path);
}

TEST(Cards, NeedNoOrderlyEnd) {
  EXPECT_TRUE(ends_in_order("cpu"));
  EXPECT_FALSE(ends_in_order("gpu"));
}

TEST(Cards, MayBeNone) {
  std::filesystem::path const cache =
      std::filesystem::temp_directory_path() / ("siderum_cards_test_" + std::to_string(getpid()));
  EXPECT_EQ(status_of_child(Ending::at_once,
                            [&] {
                              setenv("XDG_CACHE_HOME", cache.c_str(), 1);
                              TuningCache measured;
                              measured.set("another", "start", 0.5);
                              measured.save();
                              setenv("SIDERUM_FAKE_NONE", "1", 1);
                              EngineReport const report = report_build().engines[1];
                              return report.problem.empty() && report.cards.empty() &&
                                     !report.space.are_rates_measured;
                            }),
            0);
  std::filesystem::remove_all(cache);
}

TEST(Cards, AreThoseThatTheEnvironmentLeaves) {
  auto const refuses = [](char const* name, char const* value, char const* card,
                          std::string const& beginning) {
    return status_of_child(Ending::at_once, [&] {
      setenv(name, value, 1);
      return sentence_of([&] { name_on(card); }).starts_with(beginning);
    });
  };
  EXPECT_EQ(refuses("KOKKOS_VISIBLE_DEVICES", "0", "gpu:1", "There is no GPU 1 (KOKKOS_VISIBLE"),
            0);
  EXPECT_EQ(refuses("KOKKOS_VISIBLE_DEVICES", "junk", "gpu", "KOKKOS_VISIBLE_DEVICES cannot be"),
            0);
  EXPECT_EQ(refuses("KOKKOS_DEVICE_ID", "2", "gpu",
                    "KOKKOS_DEVICE_ID cannot be '2' (it takes 0 to"
                    " 1)"),
            0);
  EXPECT_EQ(status_of_child(Ending::at_once,
                            [] {
                              setenv("KOKKOS_DEVICE_ID", "2", 1);
                              return name_on("gpu:1") == "second";
                            }),
            0);
}

TEST(Cards, WithoutMemoryLeaveWhatIsNotAskedOfThemToTheCpu) {
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [] {
                              Decision const faster{DeviceKind::gpu, "a GPU is faster"};
                              setenv("SIDERUM_FAKE_FREE", "1000000000", 1);
                              bool const has_room = place_as({}, faster).description == "first";
                              setenv("SIDERUM_FAKE_FREE", "12000000", 1);
                              Placement const placed = place_as({}, faster);
                              return has_room && placed.execution.device.kind == DeviceKind::cpu &&
                                     placed.reason ==
                                         "no GPU can be used: There is not enough memory on the GPU"
                                         " (11 MiB are free, other programs may hold the rest)" &&
                                     name_on("gpu") == "first" && cpu_works();
                            }),
            0);
}

TEST(Cards, ThatDoNotStartLeaveWhatIsNotAskedOfThemToTheCpu) {
  EXPECT_EQ(
      status_of_child(Ending::by_exit,
                      [] {
                        setenv("SIDERUM_FAKE_FAILURE", "1", 1);
                        Placement const placed = place_as({}, {DeviceKind::gpu, "a GPU is faster"});
                        return placed.execution.device.kind == DeviceKind::cpu &&
                               placed.reason ==
                                   "no GPU can be used: The device cannot be used (it is out"
                                   " of order)" &&
                               cpu_works();
                      }),
      0);
}

/// In time, on a thread of its own.
bool comes_true(bool (*is_true)()) {
  constexpr int most = 2000;
  for (int i = 0; i < most && !is_true(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return is_true();
}

TEST(Cards, WakeWhileTheirWorkIsPrepared) {
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [] {
                              foresee_as({}, {DeviceKind::cpu, ""});
                              bool const sleeps = !gpu_is_awake() && !gpu_has_begun();
                              foresee_as({}, {DeviceKind::gpu, ""});
                              return sleeps && comes_true(gpu_is_awake) &&
                                     name_on("gpu") == "first";
                            }),
            0);
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [] {
                              setenv("SIDERUM_FAKE_FAILURE", "1", 1);
                              foresee_as({}, {DeviceKind::gpu, ""});
                              Placement const placed = place_as({}, {DeviceKind::gpu, ""});
                              return comes_true([] { return !gpu_failure().empty(); }) &&
                                     placed.execution.device.kind == DeviceKind::cpu &&
                                     placed.reason.starts_with("no GPU can be used: ") &&
                                     cpu_works();
                            }),
            0);
}

TEST(Cards, TellHowLongTheyWereWaitedForWhereThatIsWanted) {
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [] {
                              bool const starts = name_on("gpu") == "first";
                              time_waits_for_gpu();
                              return starts && seconds_waited_for_gpu() == 0.0;
                            }),
            0);
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [] {
                              time_waits_for_gpu();
                              bool const is_zero = seconds_waited_for_gpu() == 0.0;
                              return is_zero && name_on("gpu") == "first" &&
                                     seconds_waited_for_gpu() == 0.25;
                            }),
            0);
}

TEST(Cards, AreReportedWithoutSettlingThreads) {
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [] {
                              SpaceReport const before = report_build().engines[0].space;
                              Execution one = test::on_cpu();
                              one.threads = 1;
                              bool const works =
                                  sentence_of([&] {
                                    search_periods(test::few_curves(), test::small_search(), one);
                                  }).empty();
                              return works &&
                                     before.concurrency == (before.name == "Serial" ? 1 : 2) &&
                                     report_build().engines[0].space.concurrency == 1;
                            }),
            0);
}

TEST(Cards, BelongToTheProcess) {
  EXPECT_EQ(status_of_child(Ending::by_exit,
                            [] {
                              bool const is_first = name_on("gpu") == "first";
                              // The one thread of that engine's host settles none of the CPU's.
                              SpaceReport const cpu = report_build().engines[0].space;
                              return is_first && cpu_works() &&
                                     cpu.concurrency == (cpu.name == "Serial" ? 1 : 2);
                            }),
            0);
  EXPECT_EQ(name_on("gpu:1"), "second");
  EXPECT_EQ(name_on("gpu"), "second");
  EXPECT_EQ(sentence_of([] { name_on("gpu:0"); }), other_card);
  EXPECT_EQ(sentence_of([] { check(on("gpu:0")); }), other_card);
  EXPECT_TRUE(cpu_works());
}

TEST(Cards, AreLostInAChild) {
  name_on("gpu:1");
  for (Ending const ending : {Ending::at_once, Ending::by_exit}) {
    EXPECT_EQ(status_of_child(ending,
                              [] {
                                bool const refused = sentence_of([] { name_on("gpu:1"); }) == lost;
                                return refused && report_build().engines[1].problem == lost &&
                                       !report_build().engines[0].space.name.empty() && cpu_works();
                              }),
              0);
  }
  EXPECT_EQ(name_on("gpu:1"), "second");
}

}  // namespace
}  // namespace siderum::engine
