// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/algorithms/periods/peaks.hpp>

/// Lomb-Scargle searches in which every object has a frequency grid of its own: a common grid must
/// have the step that the longest baseline needs, and most of its frequencies tell nothing new
/// about objects that were observed for less.
namespace siderum {

/// Which frequencies, in cycles per time unit of the curves.
struct OwnGridRange {
  double minimum = 0.0;              ///< >= 0, finite
  double maximum = 0.0;              ///< > minimum, finite; half open
  double oversampled_element = 0.1;  ///< largest step in units of 1 / baseline, > 0
};

/// The grid [minimum, maximum) of each object, with a step between 0.84 and 1 times
/// oversampled_element / (max t - min t) (Richards et al. 2011, ApJ 733, 10): the number of steps
/// is one of four in each octave, so that objects with similar baselines share a grid. Objects
/// without a time span get one frequency.
///
/// @param time     (points) [time unit], finite, any order
/// @param offsets  (objects + 1)
/// Throws Error as half_open_grid does, and where a grid would have more than 1e10 frequencies.
std::vector<FrequencyGrid> own_grids(std::span<double const> time,
                                     std::span<std::int64_t const> offsets,
                                     OwnGridRange const& range);

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
/// Cost: points x frequencies of each object, and some launches for each different grid. Blocks.
/// Throws Error as best_periods does. Instantiated for float and double on the default and the
/// default host execution space, as the next one.
template <class Exec, class Real>
void best_periods_on_own_grids(Exec const& exec, LightCurves<Real, Kokkos::HostSpace> const& curves,
                               std::span<FrequencyGrid const> grids,
                               HostBestPeriods<Real> const& best,
                               LombScargleOptions const& options = {});

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
                        std::int64_t work_bytes = std::int64_t{1} << 30);

}  // namespace siderum
