// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/own_grids.hpp>

#include <siderum/engine/module/dispatch.hpp>
#include <siderum/engine/module/jobs.hpp>
#include <siderum/engine/module/rounded_curves.hpp>

namespace siderum::engine::on_space {

namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

/// A power of 0 is none: no sinusoid fits better than a constant.
template <class Real>
Peak peak_of(std::int64_t index, Real power) {
  return {power == Real(0) ? -1 : index, static_cast<double>(power)};
}

template <class Real>
void search(ModuleSpace const& exec, LightCurveTable const& table, OwnGridSearch const& request,
            OwnGridResult& result, ProgressObserver* progress) {
  auto const curves = rounded_curves<Real>(table, request.options.center_data);
  std::int64_t const objects = curves.objects();
  if (request.peaks == 1) {
    auto const best = HostBestPeriods<Real>::allocate(Host(), objects);
    best_periods_on_own_grids(exec, curves, result.grids, best, request.options, progress);
    for (std::int64_t object = 0; object < objects; ++object) {
      result.status.push_back(best.status(object));
      result.peaks.push_back(peak_of(best.index(object), best.power(object)));
    }
    return;
  }
  auto const peaks = HostPeaks<Real>::allocate(Host(), objects, request.peaks);
  auto const status = allocate<HostStatus>(Host(), "siderum::periods::status", objects);
  peaks_on_own_grids(exec, curves, result.grids, peaks, status, request.options, progress);
  for (std::int64_t object = 0; object < objects; ++object) {
    result.status.push_back(status(object));
    for (std::int64_t rank = 0; rank < request.peaks; ++rank) {
      result.peaks.push_back(peak_of(peaks.index(object, rank), peaks.power(object, rank)));
    }
  }
}

}  // namespace

void search_on_own_grids(LightCurveTable const& curves, OwnGridSearch const& request,
                         OwnGridResult& result, Execution const& execution) {
  ModuleSpace const exec;
  if (execution.precision == Precision::single_precision) {
    search<float>(exec, curves, request, result, execution.progress);
  } else {
    search<double>(exec, curves, request, result, execution.progress);
  }
}

}  // namespace siderum::engine::on_space
