// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <benchmark/benchmark.h>

#include "support/program.hpp"
#include "support/timing.hpp"

/// How cases enter Google Benchmark: it runs each once and takes the time that the case sets.
namespace siderum::bench {

template <class Function>
void register_case(std::string const& name, benchmark::TimeUnit unit, Function const& function) {
  if (is_wanted(name)) {
    benchmark::RegisterBenchmark(name.c_str(), function)
        ->UseManualTime()
        ->Iterations(1)
        ->Unit(unit);
  }
}

/// The time of a case [s].
inline void report_time(benchmark::State& state, double seconds) {
  for (auto _ : state) {
    state.SetIterationTime(seconds);
  }
}

inline void report_timing(benchmark::State& state, Timing const& timing) {
  report_time(state, timing.fastest);
  state.counters["median_s"] = timing.median;
  state.counters["runs"] = timing.runs;
}

/// The time is that of the second; the ratio says how many times faster it is than the first.
inline void report_comparison(benchmark::State& state, Comparison const& comparison) {
  report_time(state, comparison.second);
  state.counters["ratio"] = comparison.ratio;
  state.counters["ratio_lowest"] = comparison.lowest;
  state.counters["ratio_highest"] = comparison.highest;
  state.counters["resolved"] = comparison.resolved() ? 1 : 0;
  state.counters["rounds"] = comparison.rounds;
}

}  // namespace siderum::bench
