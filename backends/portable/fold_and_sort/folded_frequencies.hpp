// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/portable/fold_and_sort.hpp>
#include <siderum/core/phase.hpp>

namespace siderum::portable {

/// The frequency of an index, of a grid or of a list.
template <class MemorySpace>
struct FoldedFrequencies {
  FrequencyGrid grid;
  Kokkos::View<double const*, MemorySpace> list;  // no extent: the grid

  KOKKOS_FORCEINLINE_FUNCTION double operator()(std::int64_t k) const {
    return list.extent(0) > 0 ? list(k) : frequency_of(grid, k);
  }
};

}  // namespace siderum::portable
