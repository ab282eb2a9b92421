// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/device_facts.hpp>
#include <siderum/core/error.hpp>

namespace siderum::hip {

/// Throws Error with HIP's own words where a call failed.
inline void check(hipError_t status, std::string const& what) {
  SIDERUM_VALIDATE(status == hipSuccess, "The GPU refused " + what + " (" +
                                             std::string(hipGetErrorString(status)) +
                                             "). Use the CPU.");
}

/// What does not change while a process lives, of the device of that number.
inline DeviceFacts device_facts(int device) {
  hipDeviceProp_t properties;
  int runtime = 0;
  check(hipGetDeviceProperties(&properties, device), "to describe its device");
  check(hipRuntimeGetVersion(&runtime), "to name its runtime");
  return {properties.name,
          std::string(properties.gcnArchName) + ", HIP " + std::to_string(runtime / 10'000'000) +
              "." + std::to_string(runtime / 100'000 % 100),
          static_cast<std::int64_t>(properties.totalGlobalMem), 0};
}

}  // namespace siderum::hip

namespace siderum::portable {

/// From the runtime of HIP, of which Kokkos asks less, and ends the program where it has no device.
template <>
struct DeviceFactsOf<Kokkos::HIP> {
  DeviceFacts operator()() const {
    int device = 0;
    std::size_t free = 0;
    std::size_t total = 0;
    hip::check(hipGetDevice(&device), "to name its device");
    DeviceFacts facts = hip::device_facts(device);
    hip::check(hipMemGetInfo(&free, &total), "to tell its free memory");
    facts.total_memory = static_cast<std::int64_t>(total);
    facts.free_memory = static_cast<std::int64_t>(free);
    return facts;
  }

  static std::vector<DeviceFacts> of_all_devices() {
    int count = 0;
    hipError_t const failure = hipGetDeviceCount(&count);
    SIDERUM_VALIDATE(failure == hipSuccess && count > 0,
                     std::string("No GPU of AMD can be used here (") +
                         (failure == hipSuccess ? "there is none" : hipGetErrorString(failure)) +
                         "). Use the CPU, or check the driver with rocminfo.");
    std::vector<DeviceFacts> all;
    for (int device = 0; device < count; ++device) {
      all.push_back(hip::device_facts(device));
    }
    return all;
  }
};

}  // namespace siderum::portable
