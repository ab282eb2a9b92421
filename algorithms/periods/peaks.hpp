// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/core/allocate.hpp>

namespace siderum {

/// Indices first .. last, both included, from which no peak may come.
struct ExcludedIndices {
  std::int64_t first;
  std::int64_t last;
};

/// The peaks of each object, highest first.
template <class Real, class Exec>
struct Peaks {
  using MemorySpace = typename Exec::memory_space;
  template <class Value>
  using Table = Kokkos::View<Value**, Kokkos::LayoutRight, MemorySpace>;
  Table<std::int64_t> index;  ///< (objects, peaks); -1 where there are fewer
  Table<Real> power;          ///< (objects, peaks); NaN where there are fewer

  static Peaks allocate(Exec const& exec, std::int64_t objects, std::int64_t peaks) {
    return {siderum::allocate<Table<std::int64_t>>(exec, "siderum::peaks::index", objects, peaks),
            siderum::allocate<Table<Real>>(exec, "siderum::peaks::power", objects, peaks)};
  }
};

/// The highest local maxima of each row of a periodogram, found without sorting it.
///
/// An index is a local maximum if its power is above that of the index before and not below that of
/// the index after (the first index of a plateau; the ends have one neighbour). The highest is
/// taken, of equal ones the first; then the highest of those at least the separation away from all
/// that were taken, and so on. NaN is never a peak.
///
/// @param power       (objects, frequencies)
/// @param separation  (objects) least distance of two peaks, in steps of the grid, >= 0, as
///                    peak_separations has it (peak_separations.hpp)
/// @param excluded    (windows) indices that are no candidates, though they are still neighbours
/// @param peaks       (objects, K) output, K >= 1
/// Cost: one read of the periodogram, then one short launch per peak; memory
/// O(objects x frequencies / 1024). Enqueues on `exec`.
/// Throws Error for extents that do not fit. Instantiated for float and double.
template <class Exec, class Real>
void find_peaks(Exec const& exec,
                std::type_identity_t<Kokkos::View<Real const**, Kokkos::LayoutRight,
                                                  typename Exec::memory_space>> const& power,
                Kokkos::View<double const*, typename Exec::memory_space> const& separation,
                Kokkos::View<ExcludedIndices const*, typename Exec::memory_space> const& excluded,
                Peaks<Real, Exec> const& peaks);

}  // namespace siderum
