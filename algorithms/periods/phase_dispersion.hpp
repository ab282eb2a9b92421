// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/finder.hpp>
#include <siderum/algorithms/periods/phase_dispersion_options.hpp>
#include <siderum/backends/choice.hpp>

/// Phase dispersion minimisation: the folded points are divided into equal bins of phase, and
///
///     theta = sum_b (n_b - 1) s_b^2 / (sum_b (n_b - 1)) / s^2,        power = 1 - theta
///
/// with s_b^2 the variance (n_b - 1) of the values in bin b, s^2 that of all (n - 1), and the sums
/// over bins with points (Stellingwerf 1978, ApJ 224, 953, with one cover: N_c = 1). At most 1.
/// Where every bin with points has one point alone, the power is 0: theta is not defined.
///
/// Errors do not weigh: theta has no weights. Otherwise as for super_smoother.hpp: phases of 2^-44
/// cycles from the object's first time, statuses, frequencies, exceptions; O(n log n) per object
/// and frequency. Instantiated for float and double on the default and the default host space.
namespace siderum {

/// The whole periodogram.
///
/// @param curves       (objects) light curves, in the memory of exec
/// @param frequencies  a FrequencyGrid, or a FrequencyList in the memory of exec
/// @param power        (objects, frequencies) output
/// @param status       (objects) output; a view without extent: not wanted
template <class Backend = backend::Default, class Exec, class Real, class Frequencies>
void phase_dispersion(Exec const& exec,
                      LightCurves<Real, typename Exec::memory_space> const& curves,
                      Frequencies const& frequencies, PowerView<Real, Exec> const& power,
                      StatusView<Exec> const& status, PhaseDispersionOptions const& options = {}) {
  detail::search<backend::resolve_t<Backend, Exec>, Exec, Real>(exec, curves, {frequencies},
                                                                {power, {{}, {}, status}}, options);
}

/// The whole periodogram in host memory, from host memory, in pieces that fit the device:
/// as super_smoother_to_host, with the bits of phase_dispersion.
///
/// @param curves  (objects) light curves in host memory
/// @param grid    frequencies in cycles per time unit of the curves
/// @param power   (objects, grid.count) output
/// @param status  (objects) output
template <class Backend = backend::Default, class Exec, class Real>
void phase_dispersion_to_host(Exec const& exec, LightCurves<Real, Kokkos::HostSpace> const& curves,
                              FrequencyGrid const& grid, HostPowerView<Real> const& power,
                              HostStatusView const& status,
                              PhaseDispersionOptions const& options = {},
                              StreamOptions const& stream = {}) {
  detail::search_to_host<backend::resolve_t<Backend, Exec>, Exec, Real>(exec, curves, grid, power,
                                                                        status, options, stream);
}

/// The index of the largest power of each object and that power; the lower index wins a tie.
///
/// @param best  (objects) output
template <class Backend = backend::Default, class Exec, class Real, class Frequencies>
void best_phase_dispersion(Exec const& exec,
                           LightCurves<Real, typename Exec::memory_space> const& curves,
                           Frequencies const& frequencies, BestPeriods<Real, Exec> const& best,
                           PhaseDispersionOptions const& options = {}) {
  detail::search<backend::resolve_t<Backend, Exec>, Exec, Real>(exec, curves, {frequencies},
                                                                {{}, best}, options);
}

}  // namespace siderum
