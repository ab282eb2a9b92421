// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

namespace siderum::cuda {

/// The threads of a block, by the names of a team of Kokkos, for portable code that takes either.
/// The league is the grid, row by row.
struct Block {
  KOKKOS_FORCEINLINE_FUNCTION static int team_rank() {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(threadIdx.x);))
    KOKKOS_IF_ON_HOST((return 0;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static int team_size() {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(blockDim.x);))
    KOKKOS_IF_ON_HOST((return 1;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static int league_rank() {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(blockIdx.y * gridDim.x + blockIdx.x);))
    KOKKOS_IF_ON_HOST((return 0;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static int league_size() {
    KOKKOS_IF_ON_DEVICE((return static_cast<int>(gridDim.x * gridDim.y);))
    KOKKOS_IF_ON_HOST((return 1;))
  }
  KOKKOS_FORCEINLINE_FUNCTION static void team_barrier() { KOKKOS_IF_ON_DEVICE((__syncthreads();)) }
};

}  // namespace siderum::cuda
