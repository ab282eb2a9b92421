// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>

#include <siderum/backends/cuda/check.cuh>
#include <siderum/backends/portable/device_scope.hpp>

namespace siderum::cuda {

/// DeviceScope (contract in portable/device_scope.hpp). A thread is given back the context of the
/// driver, not the number of its device: that would make a context where the thread has none yet.
///
/// Gain: Kokkos has no such thing, and the portable form does nothing.
class DeviceScope {
 public:
  DeviceScope() {
    if (cuCtxGetCurrent(&before_) != CUDA_SUCCESS) {
      before_ = nullptr;
    }
    if (Kokkos::is_initialized()) {
      check(cudaSetDevice(Kokkos::Cuda().cuda_device()), "its device to this thread");
    }
  }
  ~DeviceScope() { static_cast<void>(cuCtxSetCurrent(before_)); }
  DeviceScope(DeviceScope const&) = delete;
  DeviceScope& operator=(DeviceScope const&) = delete;

 private:
  CUcontext before_ = nullptr;
};

}  // namespace siderum::cuda
