// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <siderum/core/error.hpp>

namespace siderum::cuda {

/// Throws Error with CUDA's own words where a call failed.
inline void check(cudaError_t status, std::string const& what,
                  char const* remedy = "Try the portable backend, or the CPU.") {
  SIDERUM_VALIDATE(
      status == cudaSuccess,
      "The GPU refused " + what + " (" + std::string(cudaGetErrorString(status)) + "). " + remedy);
}

/// The same of a call that the portable backend makes too.
inline void check_runtime(cudaError_t status, std::string const& what) {
  check(status, what, "Use the CPU.");
}

}  // namespace siderum::cuda
