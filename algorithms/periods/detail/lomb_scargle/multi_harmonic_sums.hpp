// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

#include <siderum/algorithms/periods/detail/lomb_scargle/preparation.hpp>
#include <siderum/algorithms/periods/lomb_scargle_options.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/frequency_grid.hpp>
#include <siderum/core/frequency_range.hpp>

namespace siderum {

/// Where the sums at the multiples of each frequency go, for models of several harmonics:
///
///     values(object, m - 1, k - first)  = sum_j v_j exp(2 pi i m f_k t_j),  m = 1 .. harmonics
///     weights(object, m - 1, k - first) = sum_j w_j exp(2 pi i m f_k t_j)
///
/// with v = w (y - mean) / sqrt(YY), w and t of the prepared curves. The two may have different
/// numbers of harmonics (extent 1), also none. Owned by the caller, who chooses the objects and
/// the stretch of the grid so that they fit the memory there is.
template <class Real, class MemorySpace>
struct MultiHarmonicSums {
  using Number = Kokkos::complex<Real>;
  using View = Kokkos::View<Number***, Kokkos::LayoutRight, MemorySpace>;
  View values;   ///< (objects, harmonics, frequencies of the stretch)
  View weights;  ///< (objects, harmonics, frequencies of the stretch)

  /// Memory for both, allocated on the instance and not initialised.
  template <class Exec>
  static MultiHarmonicSums allocate(Exec const& exec, std::int64_t objects,
                                    std::int64_t value_harmonics, std::int64_t weight_harmonics,
                                    std::int64_t frequencies) {
    return {siderum::allocate<View>(exec, "siderum::multi_harmonic_sums::values", objects,
                                    value_harmonics, frequencies),
            siderum::allocate<View>(exec, "siderum::multi_harmonic_sums::weights", objects,
                                    weight_harmonics, frequencies)};
  }
};

namespace detail {

/// Enqueues the sums of prepared curves on exec. Objects whose status is not ok get NaN.
///
/// The sums at m f of times t are those at f of times m t: the harmonics are summed as objects of
/// one batch, those of odd m (with mean sums) in one call of the method and those of even m in
/// another. Work space: 24 bytes for each point and harmonic.
///
/// Cost of the direct sums, for points x frequencies: 6 fused multiply-adds for each odd harmonic
/// of either, 4 for each even one of the values.
/// Error: that of the method at m times the frequency.
///
/// @param range    0 <= first <= last <= grid.count, first a multiple of stretch_unit
/// @param options  of which the method (one that resolve_method returned) and the tolerance of the
///                 sums count
template <class Backend, class Exec, class Real>
void multi_harmonic_sums(Exec const& exec,
                         PreparedCurves<Real, typename Exec::memory_space> const& prepared,
                         FrequencyGrid const& grid, FrequencyRange range,
                         MultiHarmonicSums<Real, typename Exec::memory_space> const& sums,
                         LombScargleOptions const& options);

}  // namespace detail
}  // namespace siderum
