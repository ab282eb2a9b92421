// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/fold_and_sort.hpp>

namespace siderum::portable {

/// The frequency of an index, of a grid or of a list.
template <class MemorySpace>
struct FoldedFrequencies {
  FrequencyGrid grid;
  Kokkos::View<double const*, MemorySpace> list;  // no extent: the grid

  KOKKOS_FORCEINLINE_FUNCTION double operator()(std::int64_t k) const {
    return list.extent(0) > 0 ? list(k)
                              : Kokkos::fma(static_cast<double>(k), grid.step, grid.first);
  }
};

}  // namespace siderum::portable
