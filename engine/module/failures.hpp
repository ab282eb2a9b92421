// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include <siderum/core/error.hpp>
#include <siderum/core/out_of_memory.hpp>

namespace siderum::engine {

/// Throws OutOfMemory where Kokkos says that it could not allocate, with what it says of how much.
inline void refuse_where_memory_lacks(std::string text) {
  if (!tells_of_no_memory(text)) {
    return;
  }
  constexpr std::string_view prefix = "Kokkos ERROR: ";
  if (text.starts_with(prefix)) {
    text.erase(0, prefix.size());
  }
  if (text.ends_with('.')) {
    text.pop_back();
  }
  throw OutOfMemory("There is not enough memory (" + text +
                    "). Ask for less at once, or free some.");
}

/// Throws what to say of a device that did not start.
/// @param reason     in the words of Kokkos, which may go on after the first line
/// @param is_of_gpu  whether the device is one
[[noreturn]] inline void refuse_start(std::string const& reason, bool is_of_gpu) {
  std::string const line = reason.substr(0, reason.find('\n'));
  // In the words of CUDA, HIP, Kokkos and C++.
  for (char const* const words :
       {"out of memory", "OutOfMemory", "MemoryAllocation", "bad_alloc"}) {
    if (line.find(words) == std::string::npos && !tells_of_no_memory(line)) {
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
