// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/algorithms/periods/multiband_options.hpp>
#include <siderum/backends/choice.hpp>

/// Periodograms of objects that were observed in several bands (filters), after VanderPlas & Ivezic
/// 2015, ApJ 812, 18.
///
/// - flexible: one linear model of all points of an object,
///
///       y = base(t) + deviation_band(t),
///
///   base of base_terms harmonics and a constant that all bands share, deviation of band_terms
///   harmonics and a constant for each band, held small by ridge terms on its coefficients (and on
///   those of the base, if asked for). With X the design matrix, W = error^-2, R the ridges and y'
///   the values less the weighted mean of their band,
///
///       p = (X^T W y')^T (X^T W X + R)^-1 (X^T W y'),    P = p / sum W y'^2
///
///   as astropy's LombScargleMultiband computes it. A ridge is a multiple of the trace of X^T W X
///   by default, which frees it from the unit of the errors. The band blocks are eliminated one by
///   one, in a form that does not cancel however small the ridge is.
/// - fast: the periodogram of every band alone, weighted by the chi-square of its constant model,
///
///       P = sum over bands of chi2_b P_b / sum over bands of chi2_b,    chi2_b = sum W y'^2
///
///   (eq. 31 of that paper). astropy 8 weights with the sum of P_b^2 over the frequencies instead,
///   so its values depend on the grid; those of the bands agree.
///
/// An object may lack bands: what is not there adds nothing. Bands of too few points, or of equal
/// values, are left out by `fast`.
namespace siderum {

/// Light curves whose points are sorted by band: the row object * bands + band of `curves` holds
/// the points of one object in one band.
template <class Real, class MemorySpace>
struct MultibandCurves {
  LightCurves<Real, MemorySpace> curves;  ///< (objects * bands)
  std::int64_t bands = 1;

  std::int64_t objects() const { return curves.objects() / bands; }
};

/// Sorts a user's arrays by band, in host memory, and checks them as make_light_curves does.
///
/// @param time, value, error, offsets  as for make_light_curves, in any order within an object
/// @param band   (points) index into names
/// @param names  (bands) for messages, at least one
/// Throws Error also for an index without a name, and for a band that no point is in, by its name.
template <class Real>
MultibandCurves<Real, Kokkos::HostSpace> make_multiband_curves(
    std::span<double const> time, std::span<double const> value, std::span<double const> error,
    std::span<std::int32_t const> band, std::span<std::int64_t const> offsets,
    std::span<std::string const> names);

/// The same in the memory of exec.
template <class Exec, class Real>
MultibandCurves<Real, typename Exec::memory_space> mirror_to(
    Exec const& exec, MultibandCurves<Real, Kokkos::HostSpace> const& host) {
  return {mirror_to(exec, host.curves), host.bands};
}

namespace detail {

template <class Backend, class Exec, class Real>
void multiband(Exec const& exec, MultibandCurves<Real, typename Exec::memory_space> const& curves,
               FrequencyGrid const& grid, PowerView<Real, Exec> const& power,
               StatusView<Exec> const& status, MultibandOptions const& options);

template <class Backend, class Exec, class Real>
void multiband(Exec const& exec, MultibandCurves<Real, typename Exec::memory_space> const& curves,
               FrequencyList<typename Exec::memory_space> const& list,
               PowerView<Real, Exec> const& power, StatusView<Exec> const& status,
               MultibandOptions const& options);

template <class Backend, class Exec, class Real>
void best_multiband(Exec const& exec,
                    MultibandCurves<Real, typename Exec::memory_space> const& curves,
                    FrequencyGrid const& grid, BestPeriods<Real, Exec> const& best,
                    MultibandOptions const& options);

}  // namespace detail

/// The multiband periodogram on a regular grid.
///
/// @param power   (objects, grid.count) output; NaN where the model is singular. Where errors e of
///                the sums (n epsilon, in FP32 sqrt(n) epsilon, and the tolerance of nufft) could
///                move the power by more than 10 sqrt(e), 3e-6, in FP32 0.01, they are formed in
///                FP64, then in twice its bits
/// @param status  (objects) output; a view without extent: not wanted
/// Cost: that of multi_harmonic for as many points, and the solution of (2 band_terms + 1)
/// equations per band. Enqueues on exec. Throws Error for extents that do not fit, for terms and
/// ridges out of range, and as validate(grid) does.
template <class Backend = backend::Default, class Exec, class Real>
void multiband(Exec const& exec, MultibandCurves<Real, typename Exec::memory_space> const& curves,
               FrequencyGrid const& grid, PowerView<Real, Exec> const& power,
               StatusView<Exec> const& status, MultibandOptions const& options = {}) {
  detail::multiband<backend::resolve_t<Backend, Exec>>(exec, curves, grid, power, status, options);
}

/// The same at the frequencies of a list, of any spacing and order, by direct sums in FP64.
///
/// @param power   (objects, list.count()) output
template <class Backend = backend::Default, class Exec, class Real>
void multiband(Exec const& exec, MultibandCurves<Real, typename Exec::memory_space> const& curves,
               FrequencyList<typename Exec::memory_space> const& list,
               PowerView<Real, Exec> const& power, StatusView<Exec> const& status,
               MultibandOptions const& options = {}) {
  detail::multiband<backend::resolve_t<Backend, Exec>>(exec, curves, list, power, status, options);
}

/// The index of the largest power of each object and that power, without the periodogram in memory.
///
/// @param best  (objects) output
template <class Backend = backend::Default, class Exec, class Real>
void best_multiband(Exec const& exec,
                    MultibandCurves<Real, typename Exec::memory_space> const& curves,
                    FrequencyGrid const& grid, BestPeriods<Real, Exec> const& best,
                    MultibandOptions const& options = {}) {
  detail::best_multiband<backend::resolve_t<Backend, Exec>>(exec, curves, grid, best, options);
}

}  // namespace siderum
