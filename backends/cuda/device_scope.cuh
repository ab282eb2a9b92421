// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cuda.h>

#include <siderum/backends/cuda/check.cuh>
#include <siderum/backends/portable/device_scope.hpp>

namespace siderum::portable {

/// By every backend. A thread is given back the context of the driver, not the number of its
/// device: that would make a context where the thread has none yet.
///
/// Gain: Kokkos has no such thing, and the form for hosts does nothing.
template <>
class DeviceScope<Kokkos::Cuda> {
 public:
  DeviceScope() {
    if (cuCtxGetCurrent(&before_) != CUDA_SUCCESS) {
      before_ = nullptr;
    }
    if (Kokkos::is_initialized()) {
      cuda::check_runtime(cudaSetDevice(Kokkos::Cuda().cuda_device()), "its device to this thread");
    }
  }
  ~DeviceScope() { static_cast<void>(cuCtxSetCurrent(before_)); }
  DeviceScope(DeviceScope const&) = delete;
  DeviceScope& operator=(DeviceScope const&) = delete;

 private:
  CUcontext before_ = nullptr;
};

}  // namespace siderum::portable
