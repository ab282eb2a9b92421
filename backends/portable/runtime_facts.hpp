// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <siderum/core/error.hpp>
#include <siderum/core/host_facts.hpp>

namespace siderum::portable {

/// DeviceFactsOf (contract in device_facts.hpp) from the runtime of a vendor. Runtime has
///
/// - `vendor` and `tool`: who made the devices, and a program that tells whether the driver works
/// - `current()`, the number of this thread's device, and `memory(free, total)` of it, in bytes
/// - `count(devices)`: nothing, or why there are none in the words of the runtime
/// - `facts(device)`: what does not change while a process lives
template <class Runtime>
struct RuntimeFacts {
  DeviceFacts operator()() const {
    DeviceFacts facts = Runtime::facts(Runtime::current());
    std::size_t free = 0;
    std::size_t total = 0;
    Runtime::memory(free, total);
    facts.total_memory = static_cast<std::int64_t>(total);
    facts.free_memory = static_cast<std::int64_t>(free);
    return facts;
  }

  static std::vector<DeviceFacts> of_all_devices() {
    int count = 0;
    std::string const failure = Runtime::count(count);
    SIDERUM_VALIDATE(failure.empty() && count > 0,
                     std::string("No GPU of ") + Runtime::vendor + " can be used here (" +
                         (failure.empty() ? "there is none" : failure) +
                         "). Use the CPU, or check the driver with " + Runtime::tool + ".");
    std::vector<DeviceFacts> all;
    for (int device = 0; device < count; ++device) {
      all.push_back(Runtime::facts(device));
    }
    return all;
  }
};

}  // namespace siderum::portable
