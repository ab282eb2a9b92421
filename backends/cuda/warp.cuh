// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// Reductions over all lanes of a warp: in one instruction from compute capability 8.0 on, by
/// shuffles before.
namespace siderum::cuda {

inline constexpr unsigned all_lanes = 0xffffffffU;

/// The sum, modulo 2^32.
__device__ inline std::uint32_t add_over_warp(std::uint32_t value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_add_sync(all_lanes, value);
#else
  for (int distance = 16; distance > 0; distance /= 2) {
    value += __shfl_xor_sync(all_lanes, value, distance);
  }
  return value;
#endif
}

__device__ inline int largest_of_warp(int value) {
#if __CUDA_ARCH__ >= 800
  return __reduce_max_sync(all_lanes, value);
#else
  for (int distance = 16; distance > 0; distance /= 2) {
    value = max(value, __shfl_xor_sync(all_lanes, value, distance));
  }
  return value;
#endif
}

}  // namespace siderum::cuda
