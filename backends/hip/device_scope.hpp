// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <siderum/backends/hip/check.hpp>
#include <siderum/backends/portable/device_scope.hpp>

namespace siderum::portable {

/// A thread of HIP has the number of its device and nothing besides. It has one before it uses any,
/// and none where there is no device.
template <>
class DeviceScope<Kokkos::HIP> {
 public:
  DeviceScope() {
    if (hipGetDevice(&before_) != hipSuccess) {
      before_ = none;
    }
    if (Kokkos::is_initialized()) {
      hip::check(hipSetDevice(Kokkos::HIP().hip_device()), "its device to this thread");
    }
  }
  ~DeviceScope() {
    if (before_ != none) {
      static_cast<void>(hipSetDevice(before_));
    }
  }
  DeviceScope(DeviceScope const&) = delete;
  DeviceScope& operator=(DeviceScope const&) = delete;

 private:
  static constexpr int none = -1;
  int before_ = none;
};

}  // namespace siderum::portable
