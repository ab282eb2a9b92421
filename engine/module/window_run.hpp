// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/spectral_window.hpp>
#include <siderum/engine/periods.hpp>

namespace siderum::engine {

/// The spectral windows of all objects, one row of them in memory at a time.
template <class Backend, class Exec, class Real>
void write_windows(Exec const& exec, LightCurveTable const& table, FrequencyGrid const& grid,
                   Errors errors, PeriodogramSink const& sink, ProgressObserver* progress) {
  auto const curves = make_light_curves<Real>(table.time, table.value, table.error, table.offsets);
  auto const window =
      allocate<PowerView<Real, Exec>>(exec, "siderum::periods::window", 1, grid.count);
  Precision const precision =
      std::is_same_v<Real, double> ? Precision::double_precision : Precision::single_precision;
  for (std::int64_t object = 0; object < curves.objects(); ++object) {
    spectral_window<Backend>(exec, mirror_to(exec, slice(curves, object, object + 1)), grid, window,
                             errors);
    exec.fence("siderum::periods::window");
    auto const row = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, window);
    sink({object, 1, grid.count, precision, row.data()});
    if (progress != nullptr) {
      progress->advance(object + 1, curves.objects());
    }
  }
}

}  // namespace siderum::engine
