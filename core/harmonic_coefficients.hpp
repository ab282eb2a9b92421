// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/core/allocate.hpp>
#include <siderum/core/harmonic_range.hpp>

namespace siderum {

/// Harmonic coefficients of one or several real maps, of orthonormal harmonics with the
/// Condon-Shortley phase: map i has a_lm at values(i, range.index(l, m)).
///
/// A view of the data: copies share the memory. a_l0 is real: its imaginary part is ignored where
/// it is read and 0 where it is written. Work space of a transform may hold some neighbouring
/// orders alone, m = begin .. end - 1: then `first` is range.index(begin, begin).
template <class Real, class MemorySpace>
struct HarmonicCoefficients {
  using memory_space = MemorySpace;

  HarmonicRange range;
  Kokkos::View<Kokkos::complex<Real>**, Kokkos::LayoutRight, MemorySpace> values;  ///< (maps, a_lm)
  std::int64_t first = 0;  ///< place in the range of the first a_lm that there is

  /// Where a_lm lies in a row of values.
  KOKKOS_FORCEINLINE_FUNCTION std::int64_t place(std::int64_t l, std::int64_t m) const {
    return range.index(l, m) - first;
  }
  KOKKOS_FUNCTION std::int64_t maps() const { return static_cast<std::int64_t>(values.extent(0)); }
};

/// Memory for the coefficients of `maps` maps, not initialised. Throws OutOfMemory.
template <class Real, class Exec>
HarmonicCoefficients<Real, typename Exec::memory_space> allocate_coefficients(
    Exec const& exec, HarmonicRange range, std::int64_t maps = 1) {
  using Coefficients = HarmonicCoefficients<Real, typename Exec::memory_space>;
  return {range, allocate<decltype(Coefficients::values)>(
                     exec, "siderum::harmonic_coefficients::values", maps, range.count())};
}

/// The maps of a space's memory, (maps, pixels).
template <class Real, class MemorySpace>
using MapView = Kokkos::View<Real**, Kokkos::LayoutRight, MemorySpace>;

}  // namespace siderum
