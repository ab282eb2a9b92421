// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/algorithms/periods/own_grid_range.hpp>
#include <siderum/algorithms/periods/peaks.hpp>
#include <siderum/core/progress.hpp>

/// Lomb-Scargle searches in which every object has a frequency grid of its own: own_grid_range.hpp
/// says which.
namespace siderum {

/// Results in the memory of the host.
template <class Real>
using HostBestPeriods = BestPeriods<Real, Kokkos::DefaultHostExecutionSpace>;
template <class Real>
using HostPeaks = Peaks<Real, Kokkos::DefaultHostExecutionSpace>;
using HostStatus = StatusView<Kokkos::DefaultHostExecutionSpace>;

/// The best frequency of each object on its own grid, as best_periods on a common one.
///
/// @param curves  (objects) in host memory
/// @param grids   (objects); equal ones are searched together, as one batch
/// @param best    (objects) output; indices count in the object's own grid
/// @param progress  told of the objects that are done, after each batch; null: nobody. What it
///                  throws reaches the caller
/// Cost: points x frequencies of each object, and some launches for each different grid. Blocks.
/// Throws Error as best_periods does. Instantiated for float and double on the default and the
/// default host execution space, as the next one.
template <class Exec, class Real>
void best_periods_on_own_grids(Exec const& exec, LightCurves<Real, Kokkos::HostSpace> const& curves,
                               std::span<FrequencyGrid const> grids,
                               HostBestPeriods<Real> const& best,
                               LombScargleOptions const& options = {},
                               ProgressObserver* progress = nullptr);

/// The highest peaks of each object on its own grid, 1 / (max t - min t) apart at least, as
/// find_peaks has them.
///
/// @param peaks       (objects, K) output; indices count in the object's own grid
/// @param status      (objects) output
/// @param work_bytes  for periodograms on the device at a time; one object's at least
template <class Exec, class Real>
void peaks_on_own_grids(Exec const& exec, LightCurves<Real, Kokkos::HostSpace> const& curves,
                        std::span<FrequencyGrid const> grids, HostPeaks<Real> const& peaks,
                        HostStatus const& status, LombScargleOptions const& options = {},
                        ProgressObserver* progress = nullptr,
                        std::int64_t work_bytes = std::int64_t{1} << 30);

}  // namespace siderum
