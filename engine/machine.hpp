// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <siderum/engine/execution.hpp>

/// What this machine and this installation can do, and how fast.
namespace siderum::engine {

struct Library {
  std::string name;
  std::string version;
};

/// A device that an engine could use.
struct Card {
  std::string name;               ///< as the hardware calls itself
  std::string detail;             ///< compute capability and driver; empty for a host
  std::int64_t memory_bytes = 0;  ///< 0: not known
};

/// The space that an engine computes in.
struct SpaceReport {
  std::string name;                   ///< "OpenMP", "Cuda"
  std::vector<std::string> backends;  ///< "portable", "cuda"; the default first
  std::vector<std::string> methods;   ///< of periodograms, in double precision
  int concurrency = 0;                ///< threads of a host, or those to come; 0: a GPU
  bool are_rates_measured = false;    ///< by measure_devices; else automatic takes built-in ones
};

struct EngineReport {
  std::string name;         ///< "cpu", "cuda"
  std::string file;         ///< where it lies; empty: it was not found
  std::string problem;      ///< why it cannot be used; empty: it can
  std::vector<Card> cards;  ///< that it could use
  SpaceReport space;        ///< of an engine that can be used
};

struct BuildReport {
  std::string version;
  std::string compiler;
  std::string processor_target;  ///< the value of -march
  std::vector<Library> libraries;
  std::vector<EngineReport> engines;
};

/// What this installation can do here. An engine that cannot be used is reported, not an error.
/// None is started, and nothing is settled: the threads of the CPU's are those that it has, or
/// would begin with where nobody asks for a number.
BuildReport report_build();

/// A number that was measured, as the tuning cache names it: the rate of a method [ns], the start
/// of a GPU [s], or what serves a stage of the harmonic transforms best (0: what is built in).
struct TunedValue {
  std::string device;
  std::string name;
  double value;
  std::string unit;  ///< "ns", "s", or empty
};

struct Measurement {
  std::vector<TunedValue> values;
  std::string skipped;  ///< why a GPU whose engine lies here was left out; empty: none was
};

/// Measures every device that can be used here, the methods in both precisions: some seconds each;
/// of a GPU that has not started in this process the start, too. On the device alone that the
/// execution names, where it names one. Throws Error where that cannot be used.
Measurement measure_devices(Execution const& execution = {});

/// Where measurements are kept: $XDG_CACHE_HOME/siderum/tuning.json, or beneath ~/.cache. Throws
/// Error where there is no place for them, as where a folder has that name, and where the folder
/// takes no file, as far as that shows.
std::string measurements_file();

/// One sentence about measurements that are kept and not used, as their file or numbers in it are
/// not what measure_devices leaves; empty where there is nothing to tell.
std::string measurements_problem();

/// Keeps what was measured in that file, for the automatic choices of every later process. Values
/// of other devices stay. Throws Error where the file cannot be written.
void keep(Measurement const& measurement);

/// Has a GPU that starts from now on tell how long the host waits for it.
void time_waits_for_gpu();

/// [s] that the host has waited for that GPU, for its kernels and copies; what it did while the
/// host was at work is not in it. 0 where none was to tell. From any thread, an observer's too.
double seconds_waited_for_gpu();

/// Ends the process as std::exit does, and at once where a GPU has started: its orderly end takes a
/// quarter of a second, and the system takes back all that it has. For programs whose results are
/// in their files.
[[noreturn]] void leave(int status);

}  // namespace siderum::engine
