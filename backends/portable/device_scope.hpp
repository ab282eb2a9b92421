// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace siderum::portable {

/// Contract of the operation DeviceScope: while it lives, this thread works on the device of Exec
/// as far as the vendor's runtime is concerned, and then on the one that it worked on before, which
/// belongs to the caller. Made before Kokkos is started it only keeps the one before, of which the
/// start makes another.
///
/// Here nothing, for hosts, which are one device. Those of a vendor have forms of their own, in
/// cuda/ and hip/; on others the contract is not kept.
template <class Exec>
class DeviceScope {
 public:
  DeviceScope() {}
  ~DeviceScope() {}
  DeviceScope(DeviceScope const&) = delete;
  DeviceScope& operator=(DeviceScope const&) = delete;
};

}  // namespace siderum::portable
