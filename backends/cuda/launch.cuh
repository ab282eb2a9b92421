// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/backends/cuda/check.cuh>

namespace siderum::cuda {

/// What the device of an instance has of something.
inline int attribute(Kokkos::Cuda const& exec, cudaDeviceAttr which) {
  int value = 0;
  check(cudaDeviceGetAttribute(&value, which, exec.cuda_device()), "to tell what it can do");
  return value;
}

/// Bytes of shared memory that a block may have.
inline std::size_t shared_memory_of_block(Kokkos::Cuda const& exec) {
  return static_cast<std::size_t>(attribute(exec, cudaDevAttrMaxSharedMemoryPerBlockOptin));
}

/// Whether shared memory takes all of its room from the cache while a kernel runs.
enum class Cache : std::uint8_t { as_is, least };

/// Enqueues a kernel with dynamic shared memory on the stream of the instance, which launches of
/// Kokkos do for functors alone. Tools see it as they see the kernels of Kokkos.
template <Cache cache = Cache::as_is, class... Arguments>
void enqueue(Kokkos::Cuda const& exec, std::string const& label, void (*kernel)(Arguments...),
             dim3 blocks, int threads, std::size_t bytes,
             std::type_identity_t<Arguments> const&... arguments) {
  if (blocks.x == 0 || blocks.y == 0 || blocks.z == 0) {
    return;
  }
  if (bytes > 0) {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bytes)),
          "the shared memory of " + label);
    if constexpr (cache == Cache::least) {
      check(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout,
                                 cudaSharedmemCarveoutMaxShared),
            "the shared memory of " + label);
    }
  }
  std::uint64_t id = 0;
  Kokkos::Tools::beginParallelFor(label, Kokkos::Tools::Experimental::device_id(exec), &id);
  kernel<<<blocks, static_cast<unsigned>(threads), bytes, exec.cuda_stream()>>>(arguments...);
  Kokkos::Tools::endParallelFor(id);
  check(cudaGetLastError(), "to launch " + label);
}

/// Blocks of `size` that hold `count`.
inline unsigned blocks_of(std::int64_t count, std::int64_t size) {
  return static_cast<unsigned>((count + size - 1) / size);
}

}  // namespace siderum::cuda
