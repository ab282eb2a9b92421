// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/loader/cost_model.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numbers>
#include <thread>

#include <siderum/core/error.hpp>
#include <siderum/engine/loader/module.hpp>
#include <siderum/engine/loader/session.hpp>

namespace siderum::engine {

namespace {

/// Nanoseconds of one step: of one thread of a host, and of a whole GPU (docs/benchmarks.md).
struct StepTime {
  double cpu;
  double gpu;
};

constexpr StepTime direct_term{0.11, 2.0e-4};         // of a point and a frequency
constexpr StepTime transformed_frequency{15.0, 0.2};  // of a frequency, by transforms
constexpr StepTime folded_point{6.0, 0.05};           // of a point and a frequency, sorted by phase
constexpr StepTime counted_pair{0.35, 1.5e-3};        // of a pair that is looked at
constexpr StepTime harmonic_term{0.12, 1.0e-4};       // of a ring, a degree and an order

double gpu_start() {
  return 0.3;
}

int threads_of(Execution const& execution) {
  if (execution.threads > 0) {
    return execution.threads;
  }
  char const* const wanted = std::getenv("OMP_NUM_THREADS");
  int const given = wanted == nullptr ? 0 : std::atoi(wanted);
  int const cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  return std::clamp(given > 0 ? given : cores, 1, most_threads);
}

ExpectedTime time_of(double steps, StepTime const& step, Execution const& execution) {
  constexpr double nanosecond = 1e-9;
  return {nanosecond * steps * step.cpu / threads_of(execution), nanosecond * steps * step.gpu};
}

std::string seconds(double time) {
  char text[32];
  std::snprintf(text, sizeof text, time < 9.95 ? "%.2g s" : "%.0f s", time);
  return text;
}

Placement placed(Execution const& execution, Device device, std::string reason) {
  Placement result{execution, {}, std::move(reason)};
  result.execution.device = device;
  result.description = with_module(
      result.execution, [&](Module& module) { return module.description(result.execution); });
  return result;
}

}  // namespace

ExpectedTime expected_time(LightCurveTable const& curves, PeriodSearch const& search,
                           Execution const& execution) {
  auto const points = static_cast<double>(curves.points());
  auto const objects = static_cast<double>(curves.objects());
  auto const count = static_cast<double>(search.grid.count);
  double const samples = search.false_alarm == FalseAlarm::bootstrap
                             ? 1.0 + static_cast<double>(search.bootstrap_samples)
                             : 1.0;
  if (search.finder) {
    return time_of(points * count, folded_point, execution);
  }
  double const harmonics = std::max(1, search.terms);
  ExpectedTime const direct = time_of(samples * harmonics * points * count, direct_term, execution);
  ExpectedTime const transformed =
      time_of(samples * harmonics * objects * count, transformed_frequency, execution);
  return {std::min(direct.cpu, transformed.cpu), std::min(direct.gpu, transformed.gpu)};
}

ExpectedTime expected_time(double pairs, SeparationBins const& bins, Execution const& execution) {
  // Cells beyond the largest separation are not looked at.
  double const reach = bins.edges.empty() ? 180.0 : bins.edges.back();
  double const share =
      0.5 * (1.0 - std::cos(std::min(180.0, 2.0 * reach) * std::numbers::pi / 180.0));
  return time_of(pairs * std::max(share, 1e-6), counted_pair, execution);
}

ExpectedTime expected_time(TransformSize const& size, Execution const& execution) {
  // Rings of a grid with about as many pixels around it as HEALPix has.
  double const rings = std::sqrt(4.0 / 3.0 * static_cast<double>(size.pixels));
  double const steps = rings * static_cast<double>(size.range.count()) *
                       static_cast<double>(components(size.field) * size.transforms);
  return time_of(steps, harmonic_term, execution);
}

Placement place(ExpectedTime const& expected, Execution const& execution) {
  Device const wanted = wanted_device(execution);
  if (wanted.kind != DeviceKind::automatic) {
    return placed(execution, wanted,
                  execution.device.kind == DeviceKind::automatic ? "SIDERUM_DEVICE names it"
                                                                 : "it was asked for");
  }
  Device const cpu{DeviceKind::cpu, -1};
  if (!gpu_may_be_here()) {
    return placed(execution, cpu, "there is no GPU that this installation could use");
  }
  double const start = gpu_is_awake() ? 0.0 : gpu_start();
  std::string const times = "the CPU would take about " + seconds(expected.cpu) + ", a GPU " +
                            seconds(start + expected.gpu) + (start > 0.0 ? " with its start" : "");
  if (expected.cpu <= start + expected.gpu) {
    return placed(execution, cpu, times);
  }
  try {
    return placed(execution, {DeviceKind::gpu, -1}, times);
  } catch (Error const& error) {
    return placed(execution, cpu, std::string("no GPU can be used: ") + error.what());
  }
}

}  // namespace siderum::engine
