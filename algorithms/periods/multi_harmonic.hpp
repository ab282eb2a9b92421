// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/detail/lomb_scargle/method.hpp>
#include <siderum/algorithms/periods/lomb_scargle.hpp>
#include <siderum/backends/choice.hpp>

/// The periodogram of a model of several harmonics: for every trial frequency, the least-squares
/// fit of
///
///     y(t) = offset + sum over m = 1 .. terms of a_m cos 2 pi m f t + b_m sin 2 pi m f t
///
/// reported, as in lomb_scargle.hpp, by what it takes off the variance (Palmer 2009, ApJ 695, 496;
/// VanderPlas 2018, ApJS 236, 16, sect. 6.1). The offset is a free constant at each frequency with
/// FitMean::yes, and else the weighted mean or 0. The normal equations come from sums at m f,
/// m = 1 .. 2 terms, and are solved by L D L^T in FP64.
///
/// - With one term all is as in lomb_scargle. With more, a frequency whose normal matrix is
///   singular has the power NaN. Where a pivot D_i of L D L^T, over |x|_1^2 for x the row i of the
///   inverse of L, is below 10 n epsilon, which is what errors of the sums may leave of a 0, or
///   where such errors e = n epsilon may move the power by more than 10 sqrt(e), some 1e-6 in
///   double, the sums of that frequency are formed in twice the bits of FP64. So it is at the first
///   frequencies of an automatic grid, below 1 / baseline, and where gaps between the points let
///   harmonics replace each other. Singular is what then is singular to the rounding of the phases:
///   at f = 0, and where the points have fewer phases than the model has coefficients. The tests
///   have no scale, neither of values nor of errors.
/// - Objects with fewer than 2 terms + 2 points (without floating mean 2 terms + 1) get the status
///   too_few_points and NaN: the model would pass through every point.
/// - The sums come by options.periodogram.method, as in lomb_scargle. Those of nufft
///   are as exact as it can be, 2e-14 (float 1e-7) of the sum of the strengths; where solving
///   magnifies that beyond the tolerance, sums are formed directly, in FP64.
/// - Cost: 18 terms fused multiply-adds per point and frequency, and (2 terms)^3 / 3 per frequency.
///   Memory O(points + objects) beside the outputs and options.work_bytes.
/// - Error: that of lomb_scargle over the smallest D_i / |x|_1^2, at most some 10 sqrt(e).
/// - Enqueues on exec; throws Error as lomb_scargle does, and for terms beyond most_terms.
/// Instantiated for float and double on the default and the default host execution space.
namespace siderum {

/// The largest number of harmonics that a model may have.
inline constexpr int most_terms = 12;

struct MultiHarmonicOptions {
  int terms = 1;                        ///< 1 .. most_terms
  LombScargleOptions periodogram = {};  ///< the model otherwise, and the normalization
  /// Room for the sums of a piece of the work, at least that of one object and 8192 frequencies.
  std::int64_t work_bytes = std::int64_t{1} << 28;
};

namespace detail {

template <class Backend, class Exec, class Real>
void multi_harmonic(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                    FrequencyGrid const& grid, PowerView<Real, Exec> const& power,
                    StatusView<Exec> const& status, MultiHarmonicOptions const& options);

template <class Backend, class Exec, class Real>
void multi_harmonic(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                    FrequencyList<typename Exec::memory_space> const& list,
                    PowerView<Real, Exec> const& power, StatusView<Exec> const& status,
                    MultiHarmonicOptions const& options);

template <class Backend, class Exec, class Real>
void best_multi_harmonic(Exec const& exec,
                         LightCurves<Real, typename Exec::memory_space> const& curves,
                         FrequencyGrid const& grid, BestPeriods<Real, Exec> const& best,
                         MultiHarmonicOptions const& options);

}  // namespace detail

/// The method that the sums are formed by: what Method::automatic stands for.
template <class Backend = backend::Default, class Exec, class Real>
Method method_of(Exec const&, LightCurves<Real, typename Exec::memory_space> const& curves,
                 FrequencyGrid const& grid, MultiHarmonicOptions const& options) {
  return detail::resolve_method<backend::resolve_t<Backend, Exec>, Exec, Real>(
      curves.host_offsets, grid, options.periodogram, options.terms);
}

/// The periodogram on a regular grid.
///
/// @param power   (objects, grid.count) output
/// @param status  (objects) output; a view without extent: not wanted
template <class Backend = backend::Default, class Exec, class Real>
void multi_harmonic(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                    FrequencyGrid const& grid, PowerView<Real, Exec> const& power,
                    StatusView<Exec> const& status, MultiHarmonicOptions const& options) {
  detail::multi_harmonic<backend::resolve_t<Backend, Exec>>(exec, curves, grid, power, status,
                                                            options);
}

/// The same at the frequencies of a list, of any spacing and order: by direct sums in FP64, with
/// one sine and cosine for each point and frequency.
///
/// @param power   (objects, list.count()) output
/// @param status  (objects) output; a view without extent: not wanted
template <class Backend = backend::Default, class Exec, class Real>
void multi_harmonic(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                    FrequencyList<typename Exec::memory_space> const& list,
                    PowerView<Real, Exec> const& power, StatusView<Exec> const& status,
                    MultiHarmonicOptions const& options) {
  detail::multi_harmonic<backend::resolve_t<Backend, Exec>>(exec, curves, list, power, status,
                                                            options);
}

/// The index of the largest power of each object and that power, without the periodogram in memory.
/// The lower index wins a tie; singular frequencies never win.
///
/// @param best  (objects) output
template <class Backend = backend::Default, class Exec, class Real>
void best_multi_harmonic(Exec const& exec,
                         LightCurves<Real, typename Exec::memory_space> const& curves,
                         FrequencyGrid const& grid, BestPeriods<Real, Exec> const& best,
                         MultiHarmonicOptions const& options) {
  detail::best_multi_harmonic<backend::resolve_t<Backend, Exec>>(exec, curves, grid, best, options);
}

}  // namespace siderum
