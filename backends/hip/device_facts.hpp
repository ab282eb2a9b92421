// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include <siderum/backends/hip/check.hpp>
#include <siderum/backends/portable/device_facts.hpp>
#include <siderum/backends/portable/runtime_facts.hpp>

namespace siderum::hip {

/// That of HIP, of which Kokkos asks less, and ends the program where it has no device.
struct Runtime {
  static constexpr char const* vendor = "AMD";
  static constexpr char const* tool = "rocminfo";

  static int current() {
    int device = 0;
    check(hipGetDevice(&device), "to name its device");
    return device;
  }
  static void memory(std::size_t& free, std::size_t& total) {
    check(hipMemGetInfo(&free, &total), "to tell its free memory");
  }
  static std::string count(int& devices) {
    hipError_t const status = hipGetDeviceCount(&devices);
    return status == hipSuccess ? "" : hipGetErrorString(status);
  }
  static DeviceFacts facts(int device) {
    hipDeviceProp_t properties;
    int runtime = 0;
    check(hipGetDeviceProperties(&properties, device), "to describe its device");
    check(hipRuntimeGetVersion(&runtime), "to name its runtime");
    return {properties.name,
            std::string(properties.gcnArchName) + ", HIP " + std::to_string(runtime / 10'000'000) +
                "." + std::to_string(runtime / 100'000 % 100),
            static_cast<std::int64_t>(properties.totalGlobalMem), 0};
  }
};

}  // namespace siderum::hip

namespace siderum::portable {

template <>
struct DeviceFactsOf<Kokkos::HIP> : RuntimeFacts<hip::Runtime> {};

}  // namespace siderum::portable
