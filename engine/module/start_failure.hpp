// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/out_of_memory.hpp>

namespace siderum::engine {

/// Throws what to say of a device that did not start.
/// @param reason     in the words of Kokkos, which may go on after the first line
/// @param is_of_gpu  whether the device is one
[[noreturn]] inline void refuse_start(std::string const& reason, bool is_of_gpu) {
  std::string const line = reason.substr(0, reason.find('\n'));
  // In the words of CUDA, HIP, Kokkos and C++.
  for (char const* const words :
       {"out of memory", "OutOfMemory", "MemoryAllocation", "failed to allocate", "bad_alloc"}) {
    if (line.find(words) == std::string::npos) {
      continue;
    }
    if (is_of_gpu) {
      throw OutOfMemory("There is not enough memory on the GPU to start there (" + line +
                        "; other programs may hold it). Free some, or use the CPU.");
    }
    throw out_of_memory("the start of the engine", 0.0);
  }
  throw Error("The device cannot be used (" + line + "). Check its driver.");
}

}  // namespace siderum::engine
