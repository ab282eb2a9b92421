// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/conditional_entropy_options.hpp>
#include <siderum/algorithms/periods/finder.hpp>
#include <siderum/backends/choice.hpp>

/// Conditional entropy of the values at given phase: the folded points are counted in equal bins of
/// phase and of value, values scaled from their least to their largest, and
///
///     H = sum_{m, phi} p(m, phi) ln(p(phi) / p(m, phi)),          power = -H
///
/// with p the counts over n, cells without points contributing nothing (Graham et al. 2013, MNRAS
/// 434, 2629). At most 0, at least -ln(value bins). Value bin of y: floor(bins (y - least) /
/// (largest - least)), the largest in the last bin.
///
/// Errors do not weigh. Otherwise as for super_smoother.hpp: phases of 2^-44 cycles from the
/// object's first time, statuses, frequencies, exceptions; O(n log n) per object and frequency.
/// Instantiated for float and double on the default and the default host space.
namespace siderum {

/// The whole periodogram.
///
/// @param curves       (objects) light curves, in the memory of exec
/// @param frequencies  a FrequencyGrid, or a FrequencyList in the memory of exec
/// @param power        (objects, frequencies) output
/// @param status       (objects) output; a view without extent: not wanted
template <class Backend = backend::Default, class Exec, class Real, class Frequencies>
void conditional_entropy(Exec const& exec,
                         LightCurves<Real, typename Exec::memory_space> const& curves,
                         Frequencies const& frequencies, PowerView<Real, Exec> const& power,
                         StatusView<Exec> const& status,
                         ConditionalEntropyOptions const& options = {}) {
  detail::search<backend::resolve_t<Backend, Exec>, Exec, Real>(exec, curves, {frequencies},
                                                                {power, {{}, {}, status}}, options);
}

/// The whole periodogram in host memory, from host memory, in pieces that fit the device:
/// as super_smoother_to_host, with the bits of conditional_entropy.
///
/// @param curves  (objects) light curves in host memory
/// @param grid    frequencies in cycles per time unit of the curves
/// @param power   (objects, grid.count) output
/// @param status  (objects) output
template <class Backend = backend::Default, class Exec, class Real>
void conditional_entropy_to_host(Exec const& exec,
                                 LightCurves<Real, Kokkos::HostSpace> const& curves,
                                 FrequencyGrid const& grid, HostPowerView<Real> const& power,
                                 HostStatusView const& status,
                                 ConditionalEntropyOptions const& options = {},
                                 StreamOptions const& stream = {}) {
  detail::search_to_host<backend::resolve_t<Backend, Exec>, Exec, Real>(exec, curves, grid, power,
                                                                        status, options, stream);
}

/// The index of the largest power of each object and that power; the lower index wins a tie.
///
/// @param best  (objects) output
template <class Backend = backend::Default, class Exec, class Real, class Frequencies>
void best_conditional_entropy(Exec const& exec,
                              LightCurves<Real, typename Exec::memory_space> const& curves,
                              Frequencies const& frequencies, BestPeriods<Real, Exec> const& best,
                              ConditionalEntropyOptions const& options = {}) {
  detail::search<backend::resolve_t<Backend, Exec>, Exec, Real>(exec, curves, {frequencies},
                                                                {{}, best}, options);
}

}  // namespace siderum
