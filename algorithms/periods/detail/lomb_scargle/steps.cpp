// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/lomb_scargle/steps.hpp>

#include <string>

#include <siderum/core/error.hpp>

namespace siderum::detail {

void validate_extent(std::size_t extent, std::int64_t wanted, char const* what) {
  SIDERUM_VALIDATE(extent == static_cast<std::size_t>(wanted),
                   std::string("The output for the ") + what + " has room for " +
                       std::to_string(extent) + " (there are " + std::to_string(wanted) +
                       "). Allocate it with that extent.");
}

}  // namespace siderum::detail
