// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "support/context.hpp"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include <benchmark/benchmark.h>

#include <siderum/version.hpp>

#include "support/dispatch.hpp"
#include "support/peaks.hpp"
#include "support/report.hpp"

namespace siderum::bench {

namespace {

std::string environment(char const* name) {
  char const* const value = std::getenv(name);
  return value == nullptr ? "(not set)" : value;
}

// One line: what Kokkos prints of itself, without its indentation.
std::string kokkos_configuration() {
  std::ostringstream printed;
  Kokkos::print_configuration(printed);
  std::istringstream lines(printed.str());
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    std::size_t const begin = line.find_first_not_of(" \t");
    if (begin != std::string::npos) {
      text += (text.empty() ? "" : "; ") + line.substr(begin);
    }
  }
  return text;
}

std::string first_line(char const* path) {
  std::string line;
  std::ifstream file(path);
  std::getline(file, line);
  return line;
}

std::string billions(double value) {
  std::ostringstream text;
  text.precision(4);
  text << value * 1e-9;
  return text.str();
}

template <class Exec>
void add_space() {
  using Facts = typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>;
  DeviceFacts const facts = Facts()();
  std::string const name = space_name<Exec>();
  benchmark::AddCustomContext(name + "_device", facts.name);
  if (!facts.detail.empty()) {
    benchmark::AddCustomContext(name + "_detail", facts.detail);
  }
  benchmark::AddCustomContext(name + "_memory_bytes", std::to_string(facts.total_memory));
  benchmark::AddCustomContext(name + "_default_backend",
                              std::string(backend::default_for_t<Exec>::name));
  benchmark::AddCustomContext(name + "_peak_gflops_double",
                              billions(multiply_add_peak<Exec, double>()));
  benchmark::AddCustomContext(name + "_peak_gflops_single",
                              billions(multiply_add_peak<Exec, float>()));
  benchmark::AddCustomContext(name + "_triad_gbytes_per_second", billions(bandwidth_peak<Exec>()));
}

}  // namespace

void add_context() {
  benchmark::AddCustomContext("siderum_version", build::version);
  benchmark::AddCustomContext("build_type", build::build_type);
  benchmark::AddCustomContext("compiler", build::compiler);
  benchmark::AddCustomContext("compile_options", build::compile_options);
  benchmark::AddCustomContext("kokkos", kokkos_configuration());
  benchmark::AddCustomContext("threads", std::to_string(HostSpace().concurrency()));
  for (char const* name : {"OMP_NUM_THREADS", "OMP_PROC_BIND", "OMP_PLACES"}) {
    benchmark::AddCustomContext(name, environment(name));
  }
  benchmark::AddCustomContext("load_before", first_line("/proc/loadavg"));
  for_each_space([]<class Exec>(Exec const&) { add_space<Exec>(); });
  benchmark::AddCustomContext("one_thread_peak_gflops_double",
                              billions(multiply_add_peak_of_one_thread<HostSpace, double>()));
  benchmark::AddCustomContext("one_thread_peak_gflops_single",
                              billions(multiply_add_peak_of_one_thread<HostSpace, float>()));
}

void register_peak(char const* when) {
  if (settings().spaces == Spaces::device) {
    return;
  }
  std::string const name =
      "machine/" + space_name<HostSpace>() + "/multiply_add_peak/double/" + when;
  benchmark::RegisterBenchmark(name.c_str(),
                               [](benchmark::State& state) {
                                 Rate const rate = measure_multiply_add_peak<HostSpace, double>();
                                 report_time(state, 1.0 / rate.fastest);
                                 state.counters["gflops"] = rate.fastest * 1e-9;
                                 state.counters["gflops_median"] = rate.median * 1e-9;
                               })
      ->UseManualTime()
      ->Iterations(1);
}

}  // namespace siderum::bench
