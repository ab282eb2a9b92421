// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <Kokkos_Core.hpp>

#include <siderum/core/error.hpp>

namespace siderum::hip {

/// Throws Error with HIP's own words where a call failed.
inline void check(hipError_t status, std::string const& what) {
  SIDERUM_VALIDATE(status == hipSuccess, "The GPU refused " + what + " (" +
                                             std::string(hipGetErrorString(status)) +
                                             "). Use the CPU.");
}

}  // namespace siderum::hip
