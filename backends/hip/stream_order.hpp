// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/stream_order.hpp>

namespace siderum::portable {

/// HIP is asked whose memory a pointer points to: a wrong one would end the process in a kernel.
template <>
struct StreamOrder<Kokkos::HIP> : StreamOrderOfWaitingHost<Kokkos::HIP> {
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
