// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/peaks.hpp>
#include <siderum/algorithms/periods/super_smoother.hpp>
#include <siderum/backends/choice.hpp>

namespace siderum {

/// How best_candidates searches.
struct CandidateOptions {
  int peaks = 20;                 ///< of the Lomb-Scargle periodogram, >= 1
  std::int64_t half_window = 10;  ///< steps of the grid to either side of each candidate, >= 0
  LombScargleOptions lomb_scargle = {};
  SuperSmootherOptions super_smoother = {};

  /// Share of the free memory, in (0, 1], that periodograms may take at one time, of which half
  /// a gigabyte is enough: objects are searched in pieces. So much of what is left then may the
  /// smoothing of long curves take, of which a gigabyte is enough.
  double memory_fraction = 0.5;
};

namespace detail {

template <class Backend, class Exec, class Real>
void best_candidates(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
    FrequencyGrid const& grid,
    Kokkos::View<ExcludedIndices const*, typename Exec::memory_space> const& excluded,
    BestPeriods<Real, Exec> const& best, CandidateOptions const& options);

}  // namespace detail

/// Search and refine: the highest peaks of the Lomb-Scargle periodogram of each object, at least
/// 1 / (its time span) apart, are candidates, and so are their halves and doubles; the Super
/// Smoother scores a window of the grid around each, and the best of these wins (what Gowanlock et
/// al. 2022 name as future work). Candidates outside the grid are dropped.
///
/// @param curves    (objects) light curves, in the memory of exec
/// @param grid      frequencies in cycles per time unit; first > 0
/// @param excluded  (ranges) indices at which there is no candidate; windows end before them
/// @param best      (objects) output: the power is the Super Smoother's
/// Cost: one Lomb-Scargle periodogram, which is kept in memory for as many objects as
/// memory_fraction allows, one at least, and 3 peaks (2 half_window + 1) smooths per object in
/// place of grid.count. Enqueues on `exec`. Throws Error as lomb_scargle, find_peaks and
/// super_smoother do. Instantiated for float and double on the default and the default host
/// execution space.
template <class Backend = backend::Default, class Exec, class Real>
void best_candidates(
    Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
    FrequencyGrid const& grid,
    Kokkos::View<ExcludedIndices const*, typename Exec::memory_space> const& excluded,
    BestPeriods<Real, Exec> const& best, CandidateOptions const& options = {}) {
  detail::best_candidates<backend::resolve_t<Backend, Exec>>(exec, curves, grid, excluded, best,
                                                             options);
}

}  // namespace siderum
