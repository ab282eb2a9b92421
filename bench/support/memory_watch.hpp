// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>

#include <Kokkos_Core.hpp>

#include <siderum/core/work_space.hpp>

/// How much memory a space holds, from what Kokkos tells its tools.
namespace siderum::bench {

struct WatchedMemory {
  Kokkos_Profiling_SpaceHandle space = {};
  std::int64_t held = 0;
  std::int64_t most = 0;

  bool is_of(Kokkos_Profiling_SpaceHandle const& other) const {
    return std::strcmp(space.name, other.name) == 0;
  }
};

inline WatchedMemory watched;  // the callbacks take no state

inline void see_allocation(Kokkos_Profiling_SpaceHandle space, char const*, void const*,
                           std::uint64_t bytes) {
  if (watched.is_of(space)) {
    watched.held += static_cast<std::int64_t>(bytes);
    watched.most = std::max(watched.most, watched.held);
  }
}

inline void see_release(Kokkos_Profiling_SpaceHandle space, char const*, void const*,
                        std::uint64_t bytes) {
  if (watched.is_of(space)) {
    watched.held -= static_cast<std::int64_t>(bytes);
  }
}

/// To be called before the first allocation that is to count.
template <class MemorySpace>
void watch_memory() {
  namespace tools = Kokkos::Tools::Experimental;
  std::strncpy(watched.space.name, MemorySpace::name(), sizeof(watched.space.name) - 1);
  tools::set_allocate_data_callback(see_allocation);
  tools::set_deallocate_data_callback(see_release);
}

/// Bytes that the watched space held at most while a function ran. The work space that earlier
/// calls left is freed first; what the function's own object holds counts.
template <class Exec, class Function>
std::int64_t most_memory(Exec const& exec, Function const& function) {
  release_work_space();
  watched.most = watched.held;
  function();
  exec.fence("siderum::bench::memory");
  return watched.most;
}

}  // namespace siderum::bench
