// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/multi_harmonic.hpp>
#include <siderum/backends/choice.hpp>

namespace siderum {

/// Peaks between the frequencies of a grid, all (objects, peaks) and FP64; NaN where there is none.
template <class Exec>
struct RefinedPeaks {
  using MemorySpace = typename Exec::memory_space;
  using Table = Kokkos::View<double**, Kokkos::LayoutRight, MemorySpace>;
  Table frequency;    ///< [1 / time unit] of the highest power
  Table power;        ///< there, in the normalization of the options
  Table uncertainty;  ///< 1 sigma of the frequency [1 / time unit]
  Table amplitude;    ///< of the sinusoid, or of its first harmonic [unit of the values]

  static RefinedPeaks allocate(Exec const& exec, std::int64_t objects, std::int64_t peaks) {
    auto const table = [&](char const* label) {
      return siderum::allocate<Table>(exec, label, objects, peaks);
    };
    return {table("siderum::refined_peaks::frequency"), table("siderum::refined_peaks::power"),
            table("siderum::refined_peaks::uncertainty"),
            table("siderum::refined_peaks::amplitude")};
  }
};

namespace detail {

template <class Backend, class Exec, class Real>
void refine_peaks(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  FrequencyGrid const& grid,
                  Kokkos::View<std::int64_t const**, Kokkos::LayoutRight,
                               typename Exec::memory_space> const& index,
                  RefinedPeaks<Exec> const& refined, LombScargleOptions const& options, int terms);

}  // namespace detail

/// The highest power near each peak of a grid, by direct sums in FP64.
///
/// Three rounds of 17 frequencies, each eight times finer than the one before, within one step of
/// the grid on either side of the peak, never beyond the ends of the grid; then the vertex of the
/// parabola through the three highest. The frequency is within 1e-6 of the width of a peak
/// (1 / baseline) where the grid has two steps in it or more.
///
/// The uncertainty is that of Montgomery & O'Donoghue 1999, Delta Scuti Star Newsletter 13, 28,
/// for white noise and times spread evenly over the baseline T,
///
///     sigma_f = sqrt(6 / n) sigma_residual / (pi T A),   A^2 = sum of (h A_h)^2 over the harmonics
///
/// with the weighted root mean square residual of the fit. It is no probability that the peak is
/// the right one: an alias has as small an uncertainty.
///
/// It knows no excluded windows: a peak that find_peaks took next to one may have its maximum
/// there, which its refined frequency tells.
///
/// @param grid     the grid of the search
/// @param index    (objects, peaks) as find_peaks or best_periods found them; -1: no peak
/// @param refined  (objects, peaks) output
/// @param terms    harmonics of the model, 1 .. most_terms
/// Cost: 53 points x peaks sines and cosines. Enqueues on exec.
/// Throws Error for extents that do not fit, terms out of range, and as validate(grid) does.
template <class Backend = backend::Default, class Exec, class Real>
void refine_peaks(Exec const& exec, LightCurves<Real, typename Exec::memory_space> const& curves,
                  FrequencyGrid const& grid,
                  Kokkos::View<std::int64_t const**, Kokkos::LayoutRight,
                               typename Exec::memory_space> const& index,
                  RefinedPeaks<Exec> const& refined, LombScargleOptions const& options = {},
                  int terms = 1) {
  detail::refine_peaks<backend::resolve_t<Backend, Exec>>(exec, curves, grid, index, refined,
                                                          options, terms);
}

}  // namespace siderum
