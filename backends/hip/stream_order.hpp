// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/stream_order.hpp>

namespace siderum::portable {

/// The host waits, as in the portable form; but HIP is asked whose memory a pointer points to,
/// which would end the process in a kernel.
template <>
struct StreamOrder<Kokkos::HIP> {
  void begin(Kokkos::HIP const&, std::uintptr_t) const {
    Kokkos::fence("siderum::stream_order::begin");
  }
  void end(Kokkos::HIP const& exec, std::uintptr_t) const {
    exec.fence("siderum::stream_order::end");
  }

  bool reaches(Kokkos::HIP const& exec, void const* pointer) const {
    hipPointerAttribute_t found;
    if (hipPointerGetAttributes(&found, pointer) != hipSuccess) {
      static_cast<void>(hipGetLastError());  // it would be found by who asks next
      return false;
    }
    hipMemoryType const type = type_of(found);
    return found.isManaged != 0 || type == hipMemoryTypeHost ||
           (type == hipMemoryTypeDevice && found.device == exec.hip_device());
  }

  Kokkos::HIP ahead_of(Kokkos::HIP const& exec) const { return exec; }
  std::uintptr_t stream(Kokkos::HIP const&) const { return 0; }
  bool is_idle(Kokkos::HIP const& exec) const {
    exec.fence("siderum::stream_order::is_idle");
    return true;
  }
  std::string card(Kokkos::HIP const&) const { return {}; }

 private:
  /// HIP 6 has given the member another name.
  template <class Attributes>
  static hipMemoryType type_of(Attributes const& found) {
    if constexpr (requires { found.memoryType; }) {
      return found.memoryType;
    } else {
      return found.type;
    }
  }
};

}  // namespace siderum::portable
