// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/core/spaces.hpp>

namespace siderum {

/// What is known of the hardware behind an execution space.
struct DeviceFacts {
  std::string name;               ///< as the hardware calls itself
  std::string detail;             ///< compute capability and driver; empty for a host
  std::int64_t total_memory = 0;  ///< [bytes]; 0: not known
  std::int64_t free_memory = 0;   ///< [bytes] that a new allocation can count on; 0: not known
};

namespace portable {

/// The processor and the memory of the host, from /proc; a limit of the control group counts.
DeviceFacts host_facts();

/// Contract of the operation DeviceFactsOf: the facts of the device that Kokkos uses for Exec,
/// cheap enough to ask before every piece of work. `of_all_devices` tells of each that Kokkos could
/// be started with, before it is, and not how much of their memory is free; it throws Error where
/// none can be used.
template <class Exec>
struct DeviceFactsOf {
  DeviceFacts operator()() const {
    if constexpr (is_host<Exec>) {
      return host_facts();
    } else {
      return {Exec::name(), "", 0, 0};
    }
  }

  static std::vector<DeviceFacts> of_all_devices() {
    if constexpr (is_host<Exec>) {
      return {host_facts()};
    } else {
      return std::vector<DeviceFacts>(static_cast<std::size_t>(Kokkos::num_devices()),
                                      {Exec::name(), "", 0, 0});
    }
  }
};

}  // namespace portable
}  // namespace siderum
