// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/algorithms/periods/detail/multi_harmonic/pieces.hpp>
#include <siderum/algorithms/periods/detail/refine_peaks/zoom.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/work_space.hpp>

/// The definitions behind refine_peaks.hpp; included where they are instantiated.
namespace siderum::detail {

template <class Backend, int capacity, class Exec, class Real>
void run_rounds(Exec const& exec, Zoom<Exec, Real> zoom, std::int64_t rows) {
  typename Backend::template FrequencySums<Exec, Real> const sum(exec, zoom.prepared.series,
                                                                 zoom.terms);
  for (int round = 0; round < zoom.rounds; ++round) {
    zoom.spacing /= zoom.reach;
    sum(ZoomSampler<Exec, Real, capacity>{zoom}, rows * zoom.samples,
        "siderum::refine_peaks::sample[portable]");
    if (round + 1 < zoom.rounds) {
      Kokkos::parallel_for("siderum::refine_peaks::choose[portable]",
                           IndexPolicy<Exec>(exec, 0, rows), ZoomChooser<Exec, Real>{zoom});
    }
  }
  sum(ZoomFinisher<Exec, Real, capacity>{zoom}, rows, "siderum::refine_peaks::finish[portable]");
}

template <class Backend, class Exec, class Real>
void refine_peaks(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  FrequencyGrid const& grid,
                  Kokkos::View<std::int64_t const**, Kokkos::LayoutRight,
                               typename Exec::memory_space> const& index,
                  RefinedPeaks<Exec> const& refined, LombScargleOptions const& options, int terms) {
  using MemorySpace = typename Exec::memory_space;
  using Rows = Kokkos::View<double*, MemorySpace>;
  using Samples = Kokkos::View<double**, Kokkos::LayoutRight, MemorySpace>;
  validate(grid);
  validate_terms(terms);
  auto const objects = static_cast<std::size_t>(curves.objects());
  auto const fits = [&](auto const& table) {
    return table.extent(0) == objects && table.extent(1) == index.extent(1);
  };
  SIDERUM_VALIDATE(fits(index) && fits(refined.frequency) && fits(refined.power) &&
                       fits(refined.uncertainty) && fits(refined.amplitude),
                   "The peaks or their refined values are not one row per object (there are " +
                       std::to_string(objects) + "). Allocate them alike.");
  auto const peaks = static_cast<std::int64_t>(index.extent(1));
  std::int64_t const rows = curves.objects() * peaks;
  if (rows == 0) {
    return;
  }
  Zoom<Exec, Real> const zoom{
      prepare(exec, curves, options),
      options,
      terms,
      peaks,
      grid.first,
      grid.frequency(grid.count - 1),
      grid.step,
      allocate_work<Rows>(exec, "siderum::refine_peaks::centre", rows),
      allocate_work<Samples>(exec, "siderum::refine_peaks::power", rows, Zoom<Exec, Real>::samples),
      refined};
  Kokkos::parallel_for("siderum::refine_peaks::start[portable]", IndexPolicy<Exec>(exec, 0, rows),
                       ZoomStarter<Exec, Real>{zoom, grid, index});
  if (terms == 1) {
    run_rounds<Backend, 1>(exec, zoom, rows);
  } else if (terms <= 4) {
    run_rounds<Backend, 4>(exec, zoom, rows);
  } else {
    run_rounds<Backend, most_terms>(exec, zoom, rows);
  }
}

}  // namespace siderum::detail
