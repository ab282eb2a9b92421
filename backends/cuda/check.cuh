// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/core/error.hpp>

namespace siderum::cuda {

/// Throws Error with CUDA's own words where a call failed.
inline void check(cudaError_t status, std::string const& what) {
  SIDERUM_VALIDATE(status == cudaSuccess, "The GPU refused " + what + " (" +
                                              std::string(cudaGetErrorString(status)) +
                                              "). Try the portable backend, or the CPU.");
}

}  // namespace siderum::cuda
