// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/algorithms/periods/detail/multi_harmonic/pieces.hpp>
#include <siderum/algorithms/periods/detail/refine_peaks/zoom.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/spaces.hpp>
#include <siderum/core/work_space.hpp>

/// The definitions behind refine_peaks.hpp; included where they are instantiated.
namespace siderum {

namespace detail {

template <int capacity, class Exec, class Real>
struct ZoomLauncher {
  Exec const& exec;
  std::int64_t rows;

  void run(Zoom<Exec, Real> zoom) const {
    for (int round = 0; round < zoom.rounds; ++round) {
      zoom.spacing /= zoom.reach;
      launch(zoom, Tag{}, rows * zoom.samples, "siderum::refine_peaks::sample[portable]");
      if (round + 1 < zoom.rounds) {
        Kokkos::parallel_for("siderum::refine_peaks::choose[portable]",
                             IndexPolicy<Exec>(exec, 0, rows), ZoomChooser<Exec, Real>{zoom});
      }
    }
    launch(zoom, LastTag{}, rows, "siderum::refine_peaks::finish[portable]");
  }

 private:
  static constexpr bool on_host = is_host<Exec>;
  using Functor =
      std::conditional_t<on_host, HostZoom<Exec, Real, capacity>, DeviceZoom<Exec, Real, capacity>>;
  using Tag = typename Functor::Sample;
  using LastTag = typename Functor::Finish;

  template <class Step>
  void launch(Zoom<Exec, Real> const& zoom, Step, std::int64_t count, char const* label) const {
    if constexpr (on_host) {
      using Policy = IndexPolicy<Exec, Kokkos::Schedule<Kokkos::Dynamic>, Step>;
      Kokkos::parallel_for(label, Policy(exec, 0, count, Kokkos::ChunkSize(1)), Functor{zoom});
    } else {
      using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>, LightWeight, Step>;
      Kokkos::parallel_for(label, Policy(exec, static_cast<int>(count), Functor::team_size),
                           Functor{zoom});
    }
  }
};

}  // namespace detail

template <class Exec, class Real>
void refine_peaks(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  FrequencyGrid const& grid,
                  Kokkos::View<std::int64_t const**, Kokkos::LayoutRight,
                               typename Exec::memory_space> const& index,
                  RefinedPeaks<Exec> const& refined, LombScargleOptions const& options, int terms) {
  using MemorySpace = typename Exec::memory_space;
  using Zoom = detail::Zoom<Exec, Real>;
  validate(grid);
  detail::validate_terms(terms);
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
  Zoom const zoom{prepare(exec, curves, options),
                  options,
                  terms,
                  peaks,
                  grid.first,
                  grid.frequency(grid.count - 1),
                  grid.step,
                  allocate_work<Kokkos::View<double*, MemorySpace>>(
                      exec, "siderum::refine_peaks::centre", rows),
                  allocate_work<Kokkos::View<double**, Kokkos::LayoutRight, MemorySpace>>(
                      exec, "siderum::refine_peaks::power", rows, Zoom::samples),
                  refined};
  Kokkos::parallel_for("siderum::refine_peaks::start[portable]", IndexPolicy<Exec>(exec, 0, rows),
                       detail::ZoomStarter<Exec, Real>{zoom, grid, index});
  if (terms == 1) {
    detail::ZoomLauncher<1, Exec, Real>{exec, rows}.run(zoom);
  } else if (terms <= 4) {
    detail::ZoomLauncher<4, Exec, Real>{exec, rows}.run(zoom);
  } else {
    detail::ZoomLauncher<most_terms, Exec, Real>{exec, rows}.run(zoom);
  }
}

}  // namespace siderum
