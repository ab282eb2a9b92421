// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <siderum/backends/cuda/check.cuh>
#include <siderum/backends/portable/device_facts.hpp>
#include <siderum/core/error.hpp>

namespace siderum::cuda {

/// The release of the driver with a space after it, such as "580.95.05 ", or nothing where the
/// kernel does not tell: the word of dots and digits in the first line of what it says.
inline std::string const& driver_release() {
  // Never destroyed: a job that a caller has left may run while the process ends.
  static std::string const& release = *new std::string([] {
    std::ifstream file("/proc/driver/nvidia/version");
    std::string line;
    std::getline(file, line);
    for (std::size_t begin = 0; begin < line.size();) {
      std::size_t const end = std::min(line.find(' ', begin), line.size());
      std::string const word = line.substr(begin, end - begin);
      if (word.find('.') != std::string::npos &&
          word.find_first_not_of("0123456789.") == std::string::npos) {
        return word + " ";
      }
      begin = end + 1;
    }
    return std::string();
  }());
  return release;
}

/// What does not change while a process lives, of the device of that number.
inline DeviceFacts device_facts(int device) {
  int driver = 0;
  cudaDeviceProp properties;
  check(cudaGetDeviceProperties(&properties, device), "to describe its device");
  check(cudaDriverGetVersion(&driver), "to name its driver");
  return {properties.name,
          "compute capability " + std::to_string(properties.major) + "." +
              std::to_string(properties.minor) + ", driver " + driver_release() + "for CUDA " +
              std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10),
          static_cast<std::int64_t>(properties.totalGlobalMem), 0};
}

/// DeviceFactsOf (contract in portable/device_facts.hpp) from the CUDA runtime.
struct DeviceFactsOf {
  DeviceFacts operator()() const {
    int device = 0;
    std::size_t free = 0;
    std::size_t total = 0;
    check(cudaGetDevice(&device), "to name its device");
    DeviceFacts facts = device_facts(device);
    check(cudaMemGetInfo(&free, &total), "to tell its free memory");
    facts.total_memory = static_cast<std::int64_t>(total);
    facts.free_memory = static_cast<std::int64_t>(free);
    return facts;
  }

  static std::vector<DeviceFacts> of_all_devices() {
    int count = 0;
    cudaError_t const failure = cudaGetDeviceCount(&count);
    SIDERUM_VALIDATE(failure == cudaSuccess && count > 0,
                     std::string("No GPU of NVIDIA can be used here (") +
                         (failure == cudaSuccess ? "there is none" : cudaGetErrorString(failure)) +
                         "). Use the CPU, or check the driver with nvidia-smi.");
    std::vector<DeviceFacts> all;
    for (int device = 0; device < count; ++device) {
      all.push_back(device_facts(device));
    }
    return all;
  }
};

}  // namespace siderum::cuda
