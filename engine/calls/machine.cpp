// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/machine.hpp>

#include <sstream>

#include <siderum/core/error.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/session.hpp>
#include <siderum/version.hpp>

namespace siderum::engine {

namespace {

EngineReport report_engine(FoundModule const& found) {
  EngineReport report{found.name, found.file.string(), found.problem, {}, {}};
  if (found.module == nullptr) {
    return report;
  }
  Execution there;
  there.device = {found.name == "cpu" ? DeviceKind::cpu : DeviceKind::gpu, -1};
  try {
    run_on_module(
        there, [&](Module& module) { report.cards = module.cards(); }, Start::no);
    report.space = with_module(there, [](Module& module) { return module.report(); });
  } catch (Error const& failure) {
    report.problem = failure.what();
  }
  return report;
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

std::vector<TunedValue> measure_devices(Execution const& execution) {
  std::vector<TunedValue> values;
  Device const wanted = wanted_device(execution);
  auto const measure = [&](Device device) {
    Execution there = execution;
    there.device = device;
    std::vector<TunedValue> const found =
        with_module(there, [](Module& module) { return module.measure(); });
    values.insert(values.end(), found.begin(), found.end());
  };
  if (wanted.kind != DeviceKind::gpu) {
    measure({DeviceKind::cpu, -1});
  }
  if (wanted.kind == DeviceKind::gpu ||
      (wanted.kind == DeviceKind::automatic && gpu_may_be_here())) {
    measure({DeviceKind::gpu, wanted.card});
  }
  return values;
}

}  // namespace siderum::engine
