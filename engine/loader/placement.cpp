// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/placement.hpp>

#include <algorithm>
#include <cstdio>
#include <utility>

#include <siderum/core/error.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

/// "0.002 s", "0.31 s", "12 s": no more digits than an estimate has.
std::string seconds(double time) {
  constexpr double least = 0.001;
  int const digits = time < 0.01 ? 3 : time < 1.0 ? 2 : time < 9.95 ? 1 : 0;
  char text[32];
  std::snprintf(text, sizeof text, "%.*f s", digits, std::max(time, least));
  return text;
}

Placement placed(Execution const& execution, Device device, std::string reason) {
  Placement result{execution, {}, std::move(reason)};
  result.execution.device = device;
  result.description = with_module(
      result.execution, [&](Module& module) { return module.description(result.execution); });
  return result;
}

/// Throws OutOfMemory where a device has so little left that hardly a job would fit.
void check_room(Execution const& execution) {
  constexpr std::int64_t least = std::int64_t{256} << 20;
  std::int64_t const left =
      with_module(execution, [](Module& module) { return module.free_memory(); });
  if (left > 0 && left < least) {
    throw OutOfMemory("There is not enough memory on the GPU (" + std::to_string(left >> 20) +
                      " MiB are free, other programs may hold the rest). Free some, or use the"
                      " CPU.");
  }
}

/// "<problem> (<why>)" of a sentence that goes on with what to do.
std::string problem_of(std::string const& sentence) {
  std::size_t const end = sentence.find("). ");
  return end == std::string::npos ? sentence : sentence.substr(0, end + 1);
}

}  // namespace

Decision decide(ExpectedTime const& expected, double start, GpuState gpu) {
  if (!gpu.is_here) {
    return {DeviceKind::cpu, "there is no GPU that this installation could use"};
  }
  double const by_gpu = expected.gpu + (gpu.is_awake ? 0.0 : start);
  std::string const times = "the CPU would take about " + seconds(expected.cpu) + ", a GPU " +
                            seconds(by_gpu) + (gpu.is_awake ? "" : " with its start");
  return {expected.cpu <= by_gpu ? DeviceKind::cpu : DeviceKind::gpu, times};
}

Placement place_as(Execution const& execution, Decision const& decision) {
  if (decision.kind == DeviceKind::cpu) {
    return placed(execution, on_cpu(execution).device, decision.reason);
  }
  try {
    Placement const on_gpu = placed(execution, {DeviceKind::gpu, -1}, decision.reason);
    check_room(on_gpu.execution);
    return on_gpu;
  } catch (Error const& error) {
    return placed(execution, on_cpu(execution).device,
                  "no GPU can be used: " + problem_of(error.what()));
  }
}

Placement place(Execution const& execution,
                std::function<ExpectedTime(MachineRates const&)> const& expect) {
  Device const wanted = wanted_device(execution);
  if (wanted.kind != DeviceKind::automatic) {
    bool const is_of_environment = execution.device.kind == DeviceKind::automatic;
    return placed(execution, wanted,
                  is_of_environment ? "SIDERUM_DEVICE names it" : "it was asked for");
  }
  GpuState const gpu{gpu_may_be_here(), gpu_is_awake()};
  if (std::string const failure = gpu_failure(); !failure.empty()) {
    return placed(execution, on_cpu(execution).device,
                  "no GPU can be used: " + problem_of(failure));
  }
  MachineRates const rates = gpu.is_here ? machine_rates() : MachineRates{};
  ExpectedTime const expected = gpu.is_here ? expect(rates) : ExpectedTime{};
  Decision const decision = decide(expected, rates.gpu.start, gpu);
  return place_as(execution, decision);
}

void foresee_as(Execution const& execution, Decision const& decision) {
  if (decision.kind != DeviceKind::gpu) {
    return;
  }
  Execution on_gpu = execution;
  on_gpu.device = {DeviceKind::gpu, -1};
  start_aside(on_gpu);
}

void foresee(Execution const& execution,
             std::function<ExpectedTime(MachineRates const&)> const& expect) {
  bool const is_open = wanted_device(execution).kind == DeviceKind::automatic;
  if (is_open && gpu_may_be_here() && !gpu_is_awake()) {
    MachineRates const rates = machine_rates();
    foresee_as(execution, decide(expect(rates), rates.gpu.start, {true, false}));
  }
}

Execution on_cpu(Execution execution) {
  execution.device = {DeviceKind::cpu, -1};
  return execution;
}

Execution on_named_device(Execution execution) {
  execution.device = wanted_device(execution);
  return execution.device.kind == DeviceKind::automatic ? on_cpu(execution) : execution;
}

}  // namespace siderum::engine
