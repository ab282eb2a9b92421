// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/core/error.hpp>
#include <siderum/core/host_facts.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum {

namespace portable {

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
      int const devices = Kokkos::num_devices();
      SIDERUM_VALIDATE(devices > 0, std::string("There is no device for ") + Exec::name() +
                                        " here (Kokkos finds none). Use the CPU.");
      return std::vector<DeviceFacts>(static_cast<std::size_t>(devices), {Exec::name(), "", 0, 0});
    }
  }
};

}  // namespace portable
}  // namespace siderum
