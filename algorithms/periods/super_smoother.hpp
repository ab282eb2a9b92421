// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/finder.hpp>
#include <siderum/algorithms/periods/super_smoother_options.hpp>
#include <siderum/backends/choice.hpp>

/// The Super Smoother periodogram: for every trial frequency f the light curve is folded, sorted by
/// phase and smoothed by local lines of variable span; the power says how much better the smooth
/// curve fits than a constant. No shape is assumed.
///
///     x_j = frac(f (t_j - min t)),  w_j = error_j^-2 of mean 1,  chi2 = (1/n) sum w (y - smooth)^2
///     power = n/2 (chi0 - chi2) / chi0,                 chi0 = (1/n) sum w (y - weighted mean)^2
///
/// (Friedman 1984, LCS TR 5; Reimann 1994; single pass: Gowanlock et al. 2022, Astronomy and
/// Computing 38.) docs/super_smoother.md states both smoothers in full.
///
/// For every function below:
/// - Phases are rounded to 2^-44 cycles, so that points closer than that have equal phases;
///   window sums are FP64 in both precisions.
/// - Objects of fewer than 5 points, without time span or of constant values get NaN and a status.
///   An object whose points all have one phase has power 0 there.
/// - A half window of more than (n - 1)/2 points is cut to that; where in single_pass midrange
///   and tweeter or woofer have the same half width (n < 10), the midrange is used.
/// - Cost: O(n log^2 n) per object and frequency; memory O(points + objects) beside the outputs and
///   the scratch of what runs at one time.
/// - Enqueues on `exec`, and the caller fences. Work space is freed on return, for which Kokkos may
///   wait.
/// - Throws Error for extents that do not fit, options or frequencies out of range (a grid must
///   begin above 0), and objects of more than 2^20 points.
/// - A leading template parameter names a backend where the default of the space is not wanted.
/// Instantiated for float and double on the default and the default host execution space.
namespace siderum {

/// The whole periodogram.
///
/// @param curves       (objects) light curves, in the memory of exec
/// @param frequencies  a FrequencyGrid, or a FrequencyList in the memory of exec
/// @param power        (objects, frequencies) output
/// @param status       (objects) output; a view without extent: not wanted
template <class Backend = backend::Default, class Exec, class Real, class Frequencies>
void super_smoother(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                    Frequencies const& frequencies, PowerView<Real, Exec> const& power,
                    StatusView<Exec> const& status, SuperSmootherOptions const& options = {}) {
  detail::search<backend::resolve_t<Backend, Exec>, Exec, Real>(exec, curves, {frequencies},
                                                                {power, {{}, {}, status}}, options);
}

template <class Backend = backend::Default, class Exec, class Real, class Frequencies>
void super_smoother(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                    Frequencies const& frequencies, PowerView<Real, Exec> const& power,
                    SuperSmootherOptions const& options = {}) {
  super_smoother<Backend>(exec, curves, frequencies, power, StatusView<Exec>{}, options);
}

/// The whole periodogram in host memory, from host memory, however large: in pieces that fit the
/// share of the free device memory that stream.memory_fraction allows, whole rows of some objects
/// or, where one row is more than that, stretches of it. While a piece computes, the one before
/// travels through page-locked memory; on a host space results are written in place. Blocks until
/// the results are there.
///
/// The powers and statuses are those of super_smoother to the last bit, for any pieces. Memory: on
/// the device O(points of one group of objects), three pieces, and the scratch of three pieces; on
/// the host, three pieces. Throws Error as super_smoother does, for stream options outside their
/// range, and where the smallest piece does not fit either.
///
/// @param curves  (objects) light curves in host memory
/// @param grid    frequencies in cycles per time unit of the curves
/// @param power   (objects, grid.count) output
/// @param status  (objects) output
template <class Backend = backend::Default, class Exec, class Real>
void super_smoother_to_host(Exec const& exec, LightCurves<Real, Kokkos::HostSpace> const& curves,
                            FrequencyGrid const& grid, HostPowerView<Real> const& power,
                            HostStatusView const& status, SuperSmootherOptions const& options = {},
                            StreamOptions const& stream = {}) {
  detail::search_to_host<backend::resolve_t<Backend, Exec>, Exec, Real>(exec, curves, grid, power,
                                                                        status, options, stream);
}

/// The index of the largest power of each object and that power, without the periodogram in memory.
/// The lower index wins a tie, on every backend alike.
///
/// @param best  (objects) output
template <class Backend = backend::Default, class Exec, class Real, class Frequencies>
void best_super_smoother(Exec const& exec,
                         LightCurves<Real, typename Exec::memory_space> const& curves,
                         Frequencies const& frequencies, BestPeriods<Real, Exec> const& best,
                         SuperSmootherOptions const& options = {}) {
  detail::search<backend::resolve_t<Backend, Exec>, Exec, Real>(exec, curves, {frequencies},
                                                                {{}, best}, options);
}

/// The best within windows of a grid: each object is scored only at the indices of its own windows.
///
/// @param windows  (objects, W) ranges of indices, both ends included and cut to the grid; none
///                 where last < first. Where two overlap, an index is scored twice.
/// @param best     (objects) output; index -1 and power NaN where all windows of the object are
///                 empty
template <class Backend = backend::Default, class Exec, class Real>
void best_super_smoother(Exec const& exec,
                         LightCurves<Real, typename Exec::memory_space> const& curves,
                         FrequencyGrid const& grid, FrequencyWindows<Exec> const& windows,
                         BestPeriods<Real, Exec> const& best,
                         SuperSmootherOptions const& options = {}) {
  detail::search<backend::resolve_t<Backend, Exec>, Exec, Real>(exec, curves, {grid, windows},
                                                                {{}, best}, options);
}

}  // namespace siderum
