// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <benchmark/benchmark.h>

/// The command line that every benchmark shares, beside that of Google Benchmark and Kokkos.
namespace siderum::bench {

/// Which cases are run.
enum class Cases {
  quick,  ///< the small ones: a few minutes on two cores
  full,   ///< those of docs/benchmarks.md
  all,    ///< also what only a GPU does in seconds
};

/// Where the cases run.
enum class Spaces { all, host, device };

struct Settings {
  Cases cases = Cases::quick;   ///< --cases=quick|full|all
  Spaces spaces = Spaces::all;  ///< --spaces=all|host|device
  double seconds = 1.0;  ///< --seconds=SECONDS: each case is repeated so long, the fastest counts
  double limit = 30.0;   ///< --limit=SECONDS: one run that would take longer is left out
};

Settings const& settings();

/// Whether the filter of the command line lets a case of this name run; told once for each.
bool is_wanted(std::string const& name);

/// Ends a case that was not run here, with the reason: no failure of the program.
void leave_out(benchmark::State& state, std::string const& reason);

/// Ends a case whose result is wrong: the program's exit status is 1.
void fail(benchmark::State& state, std::string const& sentence);

/// Initialises Kokkos, adds the context, calls register_cases and runs what the filter chooses.
/// @return the exit status: 0, 1 (a result was wrong), 2 (an option that is not known)
int run(int argc, char** argv, void (*register_cases)());

}  // namespace siderum::bench
