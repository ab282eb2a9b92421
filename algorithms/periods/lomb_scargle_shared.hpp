// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/backends/choice.hpp>
#include <siderum/core/shared_curves.hpp>

/// The Lomb-Scargle periodograms of objects that share their times and errors (a space mission).
///
/// The powers are those of lomb_scargle.hpp. The sums of the weights are formed once for all
/// objects, those of the values by one of two methods (options.method):
///
/// - Method::product: one matrix product
///
///       (objects x points) values  times  (points x frequencies) [cos 2 pi f t, sin 2 pi f t]
///
///   by the backend operation Product, in strips of frequencies: 4 operations per object, point and
///   frequency where lomb_scargle.hpp has 8, with floating mean 12. Exact to rounding.
/// - Method::nufft: non-uniform fast Fourier transforms within options.tolerance, for which cells
///   and kernel of the points are found once for a group of objects: one transform per object where
///   lomb_scargle.hpp has 2, with floating mean 3.
/// - Method::automatic: the one that the cost model expects to be faster; method_of tells which.
///
/// - Memory: the strengths (objects x points) and some 100 MB of work space on a device (nufft:
///   within options.work_bytes), 3 MB per thread on a host (nufft: 3 to 9 sections).
/// - Enqueues on `exec` and returns. Objects that cannot be searched get NaN and a status.
/// - Throws Error as lomb_scargle does, for Method::direct, and where there is no method for the
///   space (the portable backend on devices; hosts with neither matrix products nor transforms).
/// Instantiated for float and double on the default and the default host execution space.
namespace siderum {

namespace detail {

template <class Backend, class Exec, class Real>
void lomb_scargle_shared(Exec const& exec,
                         SharedCurves<Real, typename Exec::memory_space> const& curves,
                         FrequencyGrid const& grid, PowerView<Real, Exec> const& power,
                         StatusView<Exec> const& status, LombScargleOptions const& options);

template <class Backend, class Exec, class Real>
void best_periods_shared(Exec const& exec,
                         SharedCurves<Real, typename Exec::memory_space> const& curves,
                         FrequencyGrid const& grid, BestPeriods<Real, Exec> const& best,
                         LombScargleOptions const& options);

}  // namespace detail

/// The method that these light curves are searched by: what Method::automatic stands for.
template <class Backend = backend::Default, class Exec, class Real>
Method method_of(Exec const&, SharedCurves<Real, typename Exec::memory_space> const& curves,
                 FrequencyGrid const& grid, LombScargleOptions const& options = {}) {
  return detail::resolve_shared_method<backend::resolve_t<Backend, Exec>, Exec, Real>(
      curves.objects(), curves.points(), grid, options);
}

/// The periodograms on a regular grid.
///
/// @param power   (objects, grid.count) output, in options.normalization
/// @param status  (objects) output; a view without extent: not wanted
template <class Backend = backend::Default, class Exec, class Real>
void lomb_scargle(Exec const& exec, SharedCurves<Real, typename Exec::memory_space> const& curves,
                  FrequencyGrid const& grid, PowerView<Real, Exec> const& power,
                  StatusView<Exec> const& status, LombScargleOptions const& options = {}) {
  detail::lomb_scargle_shared<backend::resolve_t<Backend, Exec>>(exec, curves, grid, power, status,
                                                                 options);
}

/// The index of the largest power of each object and that power, without the periodogram in memory.
/// The lower index wins a tie.
///
/// @param best  (objects) output
template <class Backend = backend::Default, class Exec, class Real>
void best_periods(Exec const& exec, SharedCurves<Real, typename Exec::memory_space> const& curves,
                  FrequencyGrid const& grid, BestPeriods<Real, Exec> const& best,
                  LombScargleOptions const& options = {}) {
  detail::best_periods_shared<backend::resolve_t<Backend, Exec>>(exec, curves, grid, best, options);
}

}  // namespace siderum
