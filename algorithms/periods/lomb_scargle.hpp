// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/backends/choice.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/frequency_list.hpp>
#include <siderum/core/frequency_range.hpp>
#include <siderum/core/light_curves.hpp>
#include <siderum/core/status.hpp>

/// The Lomb-Scargle periodogram: for every trial frequency f, the least-squares fit of one sinusoid
/// to an unevenly sampled series, reported as what the fit takes off the variance.
///
/// With weights w_j = error_j^-2 / sum error^-2 (1/n without errors), values y' about their
/// weighted mean, times t since the object's first, and the sums of TrigSums for v = w y', the
/// reduction p is
///
///     CC = (1 + c2)/2 - c^2,   SS = (1 - c2)/2 - s^2,   CS = s2/2 - c s     (c = s = 0 if no mean)
///     p  = (yc^2 SS + ys^2 CC - 2 yc ys CS) / (CC SS - CS^2),               0 <= p <= YY
///
/// (Lomb 1976, Ap&SS 39, 447; Scargle 1982, ApJ 263, 835; with floating mean Zechmeister & Kuerster
/// 2009, A&A 496, 577, eq. 5). Where the matrix is nearly singular its axes are taken one by one
/// and a vanishing one is dropped: at f = 0 the power is 0 with a floating mean.
///
/// For every function below:
/// - On a grid the sums come directly, by matrix products or by non-uniform FFTs, as options.method
///   says: by default whichever is expected to be fastest (method.hpp). What follows is said of the
///   direct sums; products are as exact, transforms cost less and are within options.tolerance.
/// - Cost: 4 (with floating mean 6) fused multiply-adds per point and frequency on a grid,
///   about ten times as much on a list; memory O(points + objects) beside the outputs.
/// - Error: within 1e-11 (double) and 2e-5 (float) of the largest power for n up to 1e5 and
///   |f| (max t - min t) up to 1e4 cycles; it grows like epsilon(FP64) times the cycles. Measured
///   at 3,555 points and 3e3 cycles: 7e-15 and 6e-7.
/// - Enqueues on `exec` and returns, and the caller fences. The work space of a device is kept for
///   the next call on the instance (core/work_space.hpp), so that nothing waits for it to be freed.
///   Objects that cannot be searched get NaN and a status and do not touch the others.
/// - Throws Error for extents that do not fit, and as validate(grid) does.
/// - A leading template parameter names a backend where the default of the space is not wanted.
/// Instantiated for float and double on the default and the default host execution space.
namespace siderum {

/// (objects, frequencies), row-major in every memory.
template <class Real, class Exec>
using PowerView = Kokkos::View<Real**, Kokkos::LayoutRight, typename Exec::memory_space>;

template <class Exec>
using StatusView = Kokkos::View<ObjectStatus*, typename Exec::memory_space>;

/// The best frequency of each object.
template <class Real, class Exec>
struct BestPeriods {
  using MemorySpace = typename Exec::memory_space;
  Kokkos::View<std::int64_t*, MemorySpace> index;   ///< (objects) of the largest power; -1: none
  Kokkos::View<Real*, MemorySpace> power;           ///< (objects) there; NaN: none
  Kokkos::View<ObjectStatus*, MemorySpace> status;  ///< (objects)

  /// Memory for `objects` results, allocated on the instance and not initialised.
  static BestPeriods allocate(Exec const& exec, std::int64_t objects) {
    return {siderum::allocate<Kokkos::View<std::int64_t*, MemorySpace>>(
                exec, "siderum::best_periods::index", objects),
            siderum::allocate<Kokkos::View<Real*, MemorySpace>>(
                exec, "siderum::best_periods::power", objects),
            siderum::allocate<Kokkos::View<ObjectStatus*, MemorySpace>>(
                exec, "siderum::best_periods::status", objects)};
  }
};

/// The sinusoid that fits an object best at one frequency:
/// value(t) = offset + amplitude cos(2 pi (frequency (t - epoch) - phase)), epoch = min t.
template <class Exec>
struct Sinusoids {
  using View = Kokkos::View<double*, typename Exec::memory_space>;
  View amplitude;  ///< (objects) >= 0, unit of the values
  View phase;      ///< (objects) [cycles], 0 <= phase < 1
  View offset;     ///< (objects) unit of the values; without floating mean the weighted mean, or 0
  View epoch;      ///< (objects) [time unit]
};

namespace detail {

template <class Backend, class Exec, class Real, class Frequencies>
void lomb_scargle(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  Frequencies const& frequencies, FrequencyRange range,
                  PowerView<Real, Exec> const& power, StatusView<Exec> const& status,
                  LombScargleOptions const& options);

template <class Backend, class Exec, class Real, class Frequencies>
void best_periods(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  Frequencies const& frequencies, FrequencyRange range,
                  BestPeriods<Real, Exec> const& best, LombScargleOptions const& options);

}  // namespace detail

/// The periodogram on a regular grid.
///
/// @param curves   (objects) light curves, in the memory of exec
/// @param grid     frequencies in cycles per time unit of the curves
/// @param power    (objects, grid.count) output, in options.normalization
/// @param status   (objects) output; a view without extent: not wanted
template <class Backend = backend::Default, class Exec, class Real>
void lomb_scargle(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  FrequencyGrid const& grid, PowerView<Real, Exec> const& power,
                  StatusView<Exec> const& status, LombScargleOptions const& options = {}) {
  detail::lomb_scargle<backend::resolve_t<Backend, Exec>>(
      exec, curves, grid, FrequencyRange{0, grid.count}, power, status, options);
}

template <class Backend = backend::Default, class Exec, class Real>
void lomb_scargle(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  FrequencyGrid const& grid, PowerView<Real, Exec> const& power,
                  LombScargleOptions const& options = {}) {
  lomb_scargle<Backend>(exec, curves, grid, power, StatusView<Exec>{}, options);
}

/// The periodogram at any frequencies, of any spacing and order: power is (objects, list.count()).
template <class Backend = backend::Default, class Exec, class Real>
void lomb_scargle(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  FrequencyList<typename Exec::memory_space> const& list,
                  PowerView<Real, Exec> const& power, StatusView<Exec> const& status,
                  LombScargleOptions const& options = {}) {
  detail::lomb_scargle<backend::resolve_t<Backend, Exec>>(
      exec, curves, list, FrequencyRange{0, list.count()}, power, status, options);
}

template <class Backend = backend::Default, class Exec, class Real>
void lomb_scargle(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  FrequencyList<typename Exec::memory_space> const& list,
                  PowerView<Real, Exec> const& power, LombScargleOptions const& options = {}) {
  lomb_scargle<Backend>(exec, curves, list, power, StatusView<Exec>{}, options);
}

/// A stretch of the periodogram on a regular grid: the powers of the frequencies range.first ..
/// range.last - 1, the same to the last bit as in the whole.
///
/// @param range  0 <= first <= last <= grid.count, first a multiple of stretch_unit
/// @param power  (objects, last - first) output
template <class Backend = backend::Default, class Exec, class Real>
void lomb_scargle_stretch(Exec const& exec,
                          LightCurves<Real, typename Exec::memory_space> const& curves,
                          FrequencyGrid const& grid, FrequencyRange range,
                          PowerView<Real, Exec> const& power, StatusView<Exec> const& status,
                          LombScargleOptions const& options = {}) {
  detail::lomb_scargle<backend::resolve_t<Backend, Exec>>(exec, curves, grid, range, power, status,
                                                          options);
}

/// Where stretches of a periodogram may begin.
inline constexpr std::int64_t stretch_unit = 8192;

/// The index of the largest power of each object and that power, without the periodogram in memory:
/// reduced inside the kernel. The lower index wins a tie, on every backend alike.
///
/// @param best  (objects) output
template <class Backend = backend::Default, class Exec, class Real>
void best_periods(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  FrequencyGrid const& grid, BestPeriods<Real, Exec> const& best,
                  LombScargleOptions const& options = {}) {
  detail::best_periods<backend::resolve_t<Backend, Exec>>(
      exec, curves, grid, FrequencyRange{0, grid.count}, best, options);
}

template <class Backend = backend::Default, class Exec, class Real>
void best_periods(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  FrequencyList<typename Exec::memory_space> const& list,
                  BestPeriods<Real, Exec> const& best, LombScargleOptions const& options = {}) {
  detail::best_periods<backend::resolve_t<Backend, Exec>>(
      exec, curves, list, FrequencyRange{0, list.count()}, best, options);
}

/// The best of a stretch of a grid; indices count from the start of the grid.
/// @param range  as for lomb_scargle_stretch
template <class Backend = backend::Default, class Exec, class Real>
void best_periods_stretch(Exec const& exec,
                          LightCurves<Real, typename Exec::memory_space> const& curves,
                          FrequencyGrid const& grid, FrequencyRange range,
                          BestPeriods<Real, Exec> const& best,
                          LombScargleOptions const& options = {}) {
  detail::best_periods<backend::resolve_t<Backend, Exec>>(exec, curves, grid, range, best, options);
}

/// Amplitude, phase and offset of the fit of each object at a frequency of its own, always in FP64.
///
/// @param frequency  (objects) [1 / time unit]; NaN gives NaN
/// @param sinusoids  (objects) output; NaN where the object cannot be searched
template <class Exec, class Real>
void fit_sinusoids(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                   Kokkos::View<double const*, typename Exec::memory_space> const& frequency,
                   Sinusoids<Exec> const& sinusoids, LombScargleOptions const& options = {});

}  // namespace siderum
