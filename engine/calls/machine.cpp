// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/machine.hpp>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <sstream>
#include <system_error>

#include <unistd.h>

#include <siderum/core/error.hpp>
#include <siderum/core/host_facts.hpp>
#include <siderum/core/kept_file.hpp>
#include <siderum/core/tuning_cache.hpp>
#include <siderum/engine/loader/communicator.hpp>
#include <siderum/engine/loader/device_rates.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/session.hpp>
#include <siderum/version.hpp>

namespace siderum::engine {

namespace {

constexpr Device cpu{DeviceKind::cpu, -1};
constexpr Device any_gpu{DeviceKind::gpu, -1};

EngineReport report_engine(FoundModule const& found) {
  EngineReport report{found.name, found.file.string(), found.problem, {}, {}};
  if (found.module == nullptr) {
    return report;
  }
  bool const is_host = found.name == "cpu";
  Execution there;
  there.device = is_host ? cpu : any_gpu;
  try {
    run_on_module(
        there,
        [&](Module& module) {
          report.cards = module.cards();
          report.space = module.report();
          if (int const threads = is_host ? settled_threads() : 0; threads > 0) {
            report.space.concurrency = std::min(threads, module.most_threads());
          }
        },
        Start::no);
  } catch (Error const& failure) {
    report.problem = failure.what();
    return report;
  }
  report.space.are_rates_measured =
      !report.cards.empty() &&
      are_rates_measured(TuningCache(), is_host, report.cards.front().name);
  return report;
}

/// Seconds until a GPU that sleeps has opened, started and done a first small search.
double time_of_start(Execution const& execution) {
  LightCurveTable curve;
  curve.id = {"first"};
  curve.time = {0, 1, 2, 3, 4, 5, 6, 7};
  curve.value = {1, 3, 2, 4, 1, 5, 2, 3};
  curve.offsets = {0, std::ssize(curve.time)};
  PeriodSearch search;
  search.grid = {0.1, 0.01, 16};
  search.options.method = Method::direct;
  auto const before = std::chrono::steady_clock::now();
  with_module(execution,
              [&](Module& module) { return module.search_periods(curve, search, execution); });
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - before).count();
}

std::vector<TunedValue> measure(Execution const& execution) {
  return with_module(execution, [](Module& module) { return module.measure(); });
}

/// The first thing that the process does with a GPU, since it starts but once.
std::vector<TunedValue> measure_gpu(Execution const& execution) {
  bool const was_awake = gpu_is_awake();
  double const start = time_of_start(execution);
  std::vector<TunedValue> values = measure(execution);
  if (!was_awake) {
    values.push_back({values.front().device, start_rate, start, "s"});
  }
  return values;
}

}  // namespace

BuildReport report_build() {
  BuildReport report{build::version, build::compiler, build::processor_target, {}, {}};
  std::istringstream libraries(build::libraries);
  for (std::string entry; std::getline(libraries, entry, ';');) {
    std::size_t const space = entry.rfind(' ');
    report.libraries.push_back({entry.substr(0, space), entry.substr(space + 1)});
  }
  for (FoundModule const& found : all_modules()) {
    report.engines.push_back(report_engine(found));
  }
  return report;
}

Measurement measure_devices(Execution const& execution) {
  check_environment(execution.threads);
  Measurement result;
  Execution there = execution;
  there.device = wanted_device(execution);
  bool const is_named = there.device.kind != DeviceKind::automatic;
  if (there.device.kind != DeviceKind::gpu) {
    there.device = cpu;
    result.values = measure(there);
    if (is_named || !gpu_engine_lies_here()) {
      return result;
    }
    there.device = any_gpu;
  }
  try {
    std::vector<TunedValue> const found = measure_gpu(there);
    result.values.insert(result.values.end(), found.begin(), found.end());
  } catch (Error const& failure) {
    if (is_named) {
      throw;
    }
    result.skipped = failure.what();
  }
  return result;
}

std::string measurements_file() {
  std::filesystem::path const file = TuningCache::default_file();
  SIDERUM_VALIDATE(!file.empty(),
                   "There is no place for what is measured (neither XDG_CACHE_HOME nor HOME is"
                   " set). Set XDG_CACHE_HOME to a folder that can be written.");
  std::error_code ignored;
  SIDERUM_VALIDATE(!std::filesystem::is_directory(file, ignored),
                   file.string() +
                       " is a folder (what is measured is kept in a file of that name). Move it"
                       " away.");
  std::string const problem = hindrance_to_keeping(file);
  SIDERUM_VALIDATE(problem.empty(), TuningCache::unwritable(file, problem));
  return file.string();
}

std::string measurements_problem() {
  TuningCache const cache;
  std::string const file = cache.file().string();
  std::string const remedy = " Run siderum tune again, or remove the file.";
  if (!cache.problem().empty()) {
    return "The measurements in " + file + " are not used (" + cache.problem() + ")." + remedy;
  }
  std::string const odd = odd_measurement(cache, host_facts().name);
  if (odd.empty()) {
    return odd;
  }
  bool const is_choice = odd.starts_with(harmonic_choices);
  return file + ": " + odd + " is none that is measured" +
         (is_choice ? ", and not used." : " (nor are the rates beside it used).") + remedy;
}

void keep(Measurement const& measurement) {
  TuningCache cache(measurements_file());
  for (TunedValue const& tuned : measurement.values) {
    cache.set(tuned.device, tuned.name, tuned.value);
  }
  cache.save();
}

void leave(int status) {
  dismiss(status);
  if (gpu_has_begun()) {
    std::fflush(nullptr);
    _exit(status);
  }
  std::exit(status);
}

}  // namespace siderum::engine
