// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/backends/cuda/check.cuh>
#include <siderum/backends/portable/device_facts.hpp>

namespace siderum::cuda {

/// DeviceFactsOf (contract in portable/device_facts.hpp) from the CUDA runtime.
template <class Exec>
struct DeviceFactsOf {
  DeviceFacts operator()() const {
    if constexpr (!std::is_same_v<Exec, Kokkos::Cuda>) {
      return portable::DeviceFactsOf<Exec>()();
    } else {
      int device = 0;
      int driver = 0;
      cudaDeviceProp properties;
      std::size_t free = 0;
      std::size_t total = 0;
      check(cudaGetDevice(&device), "to name its device");
      check(cudaGetDeviceProperties(&properties, device), "to describe its device");
      check(cudaDriverGetVersion(&driver), "to name its driver");
      check(cudaMemGetInfo(&free, &total), "to tell its free memory");
      return {properties.name,
              "compute capability " + std::to_string(properties.major) + "." +
                  std::to_string(properties.minor) + ", driver for CUDA " +
                  std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10),
              static_cast<std::int64_t>(total), static_cast<std::int64_t>(free)};
    }
  }
};

}  // namespace siderum::cuda
