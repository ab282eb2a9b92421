// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>

#include <siderum/algorithms/periods/candidates.hpp>
#include <siderum/algorithms/periods/detail/finder/validate.hpp>
#include <siderum/algorithms/periods/detail/lomb_scargle/preparation.hpp>
#include <siderum/backends/backend.hpp>
#include <siderum/core/error.hpp>
#include <siderum/core/policies.hpp>
#include <siderum/core/work_space.hpp>

/// The definitions behind candidates.hpp; included where they are instantiated.
namespace siderum::detail {

/// How far apart the peaks of an object must be: one resolution element, in steps of the grid.
template <class MemorySpace>
struct SeparationWriter {
  Kokkos::View<CurveSummary const*, MemorySpace> summary;
  double step;
  Kokkos::View<double*, MemorySpace> separation;

  KOKKOS_FUNCTION void operator()(std::int64_t object) const {
    double const baseline = summary(object).baseline;
    separation(object) = baseline > 0.0 ? 1.0 / (baseline * step) : 0.0;
  }
};

/// Windows around a peak, its half and its double.
template <class MemorySpace>
struct WindowWriter {
  template <class Value>
  using Table = Kokkos::View<Value**, Kokkos::LayoutRight, MemorySpace>;
  Table<std::int64_t> peaks;  // (objects, peaks)
  Kokkos::View<ExcludedIndices const*, MemorySpace> excluded;
  FrequencyGrid grid;
  std::int64_t half_window;
  Table<IndexRange> windows;  // (objects, 3 peaks)

  KOKKOS_FUNCTION void operator()(std::int64_t object, std::int64_t rank) const {
    constexpr double factors[] = {1.0, 0.5, 2.0};
    std::int64_t const peak = peaks(object, rank);
    for (int i = 0; i < 3; ++i) {
      windows(object, 3 * rank + i) = peak < 0 ? IndexRange{0, -1} : about(peak, factors[i]);
    }
  }

 private:
  KOKKOS_FUNCTION IndexRange about(std::int64_t peak, double factor) const {
    double const frequency = factor * (grid.first + static_cast<double>(peak) * grid.step);
    double const nearest = Kokkos::nearbyint((frequency - grid.first) / grid.step);
    if (!(nearest >= 0.0 && nearest < static_cast<double>(grid.count))) {
      return {0, -1};
    }
    auto const centre = static_cast<std::int64_t>(nearest);
    IndexRange range{Kokkos::max(centre - half_window, std::int64_t{0}),
                     Kokkos::min(centre + half_window, grid.count - 1)};
    for (std::size_t i = 0; i < excluded.extent(0); ++i) {
      if (excluded(i).last < centre) {
        range.first = Kokkos::max(range.first, excluded(i).last + 1);
      } else if (excluded(i).first > centre) {
        range.last = Kokkos::min(range.last, excluded(i).first - 1);
      } else {
        return {0, -1};
      }
    }
    return range;
  }
};

/// The offsets of some of the objects, from 0.
template <class MemorySpace>
struct OffsetShifter {
  Kokkos::View<std::int64_t const*, MemorySpace> offsets;  // (objects + 1) of all
  std::int64_t first;
  std::int64_t begin;
  Kokkos::View<std::int64_t*, MemorySpace> shifted;  // (objects + 1) of the piece

  KOKKOS_FUNCTION void operator()(std::int64_t i) const { shifted(i) = offsets(first + i) - begin; }
};

/// The objects first .. last - 1 alone: the points are shared.
template <class Backend, class Exec, class Real>
LightCurves<Real, typename Exec::memory_space> piece_of(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
    std::int64_t first, std::int64_t last) {
  using MemorySpace = typename Exec::memory_space;
  std::int64_t const begin = curves.host_offsets(first);
  auto const points = Kokkos::make_pair(begin, curves.host_offsets(last));
  auto const host = allocate_on_host<Kokkos::View<std::int64_t*, Kokkos::HostSpace>>(
      "siderum::candidates::host_offsets", last - first + 1);
  for (std::int64_t object = first; object <= last; ++object) {
    host(object - first) = curves.host_offsets(object) - begin;
  }
  auto const shifted = allocate_work<Kokkos::View<std::int64_t*, MemorySpace>>(
      exec, "siderum::candidates::offsets", last - first + 1);
  Kokkos::parallel_for(
      std::string("siderum::candidates::shift[") + std::string(Backend::name) + "]",
      IndexPolicy<Exec>(exec, 0, last - first + 1),
      OffsetShifter<MemorySpace>{curves.offsets, first, begin, shifted});
  LightCurves<Real, MemorySpace> piece{Kokkos::subview(curves.time, points),
                                       Kokkos::subview(curves.value, points),
                                       {},
                                       shifted,
                                       host};
  if (curves.has_errors()) {
    piece.error = Kokkos::subview(curves.error, points);
  }
  return piece;
}

/// The share of the free memory, `enough` bytes at most, and so many where it is not known.
template <class Exec>
double bytes_to_take(double memory_fraction, double enough) {
  std::int64_t const free =
      typename backend::default_for_t<Exec>::template DeviceFactsOf<Exec>()().free_memory;
  return free == 0 ? enough : std::min(enough, memory_fraction * static_cast<double>(free));
}

/// How many periodograms may be in memory at one time.
template <class Exec, class Real>
std::int64_t rows_in_memory(std::int64_t frequencies, double memory_fraction) {
  double const row = static_cast<double>(frequencies) * sizeof(Real);
  double const rows = bytes_to_take<Exec>(memory_fraction, 0x1p29) / row;
  return std::max<std::int64_t>(1, static_cast<std::int64_t>(rows));
}

template <class Backend, class Exec, class Real>
void best_candidates_of_piece(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
    FrequencyGrid const& grid,
    Kokkos::View<ExcludedIndices const*, typename Exec::memory_space> const& excluded,
    BestPeriods<Real, Exec> const& best, CandidateOptions const& options) {
  using MemorySpace = typename Exec::memory_space;
  std::int64_t const objects = curves.objects();
  auto const power =
      allocate_work<PowerView<Real, Exec>>(exec, "siderum::candidates::power", objects, grid.count);
  auto const separation = allocate_work<Kokkos::View<double*, MemorySpace>>(
      exec, "siderum::candidates::separation", objects);
  auto const windows = allocate_work<FrequencyWindows<Exec>>(exec, "siderum::candidates::windows",
                                                             objects, 3 * options.peaks);
  using PeakTables = Peaks<Real, Exec>;
  PeakTables const peaks{allocate_work<typename PeakTables::template Table<std::int64_t>>(
                             exec, "siderum::candidates::peak_index", objects, options.peaks),
                         allocate_work<typename PeakTables::template Table<Real>>(
                             exec, "siderum::candidates::peak_power", objects, options.peaks)};
  auto const label = [](char const* step) {
    return std::string("siderum::candidates::") + step + "[" + std::string(Backend::name) + "]";
  };
  lomb_scargle<Backend>(exec, curves, grid, power, options.lomb_scargle);
  if (objects > 0) {
    Kokkos::parallel_for(
        label("separation"), IndexPolicy<Exec>(exec, 0, objects),
        SeparationWriter<MemorySpace>{prepare(exec, curves, options.lomb_scargle).summary,
                                      grid.step, separation});
    find_peaks(exec, power, separation, excluded, peaks);
    Kokkos::parallel_for(
        label("windows"), PairPolicy<Exec>(exec, {0, 0}, {objects, std::int64_t{options.peaks}}),
        WindowWriter<MemorySpace>{peaks.index, excluded, grid, options.half_window, windows});
  }
  SearchedFrequencies<MemorySpace> frequencies(grid, windows);
  frequencies.work_bytes = static_cast<std::int64_t>(
      bytes_to_take<Exec>(options.memory_fraction, static_cast<double>(frequencies.work_bytes)));
  search<Backend, Exec, Real>(exec, curves, frequencies, {{}, best}, options.super_smoother);
}

template <class Backend, class Exec, class Real>
void best_candidates(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
    FrequencyGrid const& grid,
    Kokkos::View<ExcludedIndices const*, typename Exec::memory_space> const& excluded,
    BestPeriods<Real, Exec> const& best, CandidateOptions const& options) {
  validate(options.super_smoother);
  validate_folding_grid(grid);
  SIDERUM_VALIDATE(options.peaks >= 1 && options.half_window >= 0,
                   "There are no candidates to score (" + std::to_string(options.peaks) +
                       " peaks, windows of " + std::to_string(options.half_window) +
                       " steps to either side). Ask for at least one peak, and no negative steps.");
  SIDERUM_VALIDATE(options.memory_fraction > 0.0 && options.memory_fraction <= 1.0,
                   "The memory fraction is " + std::to_string(options.memory_fraction) +
                       " (it is a share of the free memory). Give a number above 0, at most 1.");
  std::int64_t const objects = curves.objects();
  validate_best(best, objects);
  std::int64_t const rows = rows_in_memory<Exec, Real>(grid.count, options.memory_fraction);
  if (rows >= objects) {
    best_candidates_of_piece<Backend>(exec, curves, grid, excluded, best, options);
    return;
  }
  for (std::int64_t first = 0; first < objects; first += rows) {
    std::int64_t const last = std::min(first + rows, objects);
    auto const some = Kokkos::make_pair(first, last);
    best_candidates_of_piece<Backend>(exec, piece_of<Backend>(exec, curves, first, last), grid,
                                      excluded,
                                      BestPeriods<Real, Exec>{Kokkos::subview(best.index, some),
                                                              Kokkos::subview(best.power, some),
                                                              Kokkos::subview(best.status, some)},
                                      options);
  }
}

}  // namespace siderum::detail
