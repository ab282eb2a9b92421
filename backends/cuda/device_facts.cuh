// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <string>

#include <siderum/backends/cuda/check.cuh>
#include <siderum/backends/portable/device_facts.hpp>
#include <siderum/backends/portable/runtime_facts.hpp>

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

/// That of CUDA.
struct Runtime {
  static constexpr char const* vendor = "NVIDIA";
  static constexpr char const* tool = "nvidia-smi";

  static int current() {
    int device = 0;
    check_runtime(cudaGetDevice(&device), "to name its device");
    return device;
  }
  static void memory(std::size_t& free, std::size_t& total) {
    check_runtime(cudaMemGetInfo(&free, &total), "to tell its free memory");
  }
  static std::string count(int& devices) {
    cudaError_t const status = cudaGetDeviceCount(&devices);
    return status == cudaSuccess ? "" : cudaGetErrorString(status);
  }
  static DeviceFacts facts(int device) {
    int driver = 0;
    cudaDeviceProp properties;
    check_runtime(cudaGetDeviceProperties(&properties, device), "to describe its device");
    check_runtime(cudaDriverGetVersion(&driver), "to name its driver");
    return {properties.name,
            "compute capability " + std::to_string(properties.major) + "." +
                std::to_string(properties.minor) + ", driver " + driver_release() + "for CUDA " +
                std::to_string(driver / 1000) + "." + std::to_string(driver % 1000 / 10),
            static_cast<std::int64_t>(properties.totalGlobalMem), 0};
  }
};

}  // namespace siderum::cuda

namespace siderum::portable {

/// By every backend.
///
/// Gain: Kokkos knows neither the memory of a device, by which work is divided into pieces, nor
/// which card it is.
template <>
struct DeviceFactsOf<Kokkos::Cuda> : RuntimeFacts<cuda::Runtime> {};

}  // namespace siderum::portable
