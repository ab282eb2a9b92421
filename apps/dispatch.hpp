// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <siderum/apps/compute.hpp>
#include <siderum/backends/backend.hpp>

/// From what the user asks for to the types that compute it. Only what includes Kokkos includes it.
namespace siderum::apps {

using HostSpace = Kokkos::DefaultHostExecutionSpace;
using DeviceSpace = Kokkos::DefaultExecutionSpace;
inline constexpr bool has_gpu = !std::is_same_v<HostSpace, DeviceSpace>;

/// Calls function(exec, backend) with the types that the execution asks for.
template <class Function>
auto dispatch(Execution const& execution, Function const& function) {
  auto const with_backend = [&](auto const& exec) {
    using Exec = std::remove_cvref_t<decltype(exec)>;
    if (execution.backend == BackendChoice::portable) {
      return function(exec, backend::Portable{});
    }
    return function(exec, backend::default_for_t<Exec>{});
  };
  if constexpr (has_gpu) {
    if (execution.device != DeviceChoice::cpu) {
      return with_backend(DeviceSpace{});
    }
  }
  return with_backend(HostSpace{});
}

}  // namespace siderum::apps
