// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

#include <siderum/backends/backend.hpp>
#include <siderum/engine/execution.hpp>

/// From what the user asks for to the types that compute it.
namespace siderum::engine {

/// The space that this module computes in.
using ModuleSpace = Kokkos::DefaultExecutionSpace;

/// Calls function(exec, backend) with the backend that the execution asks for.
template <class Function>
auto with_backend(Execution const& execution, Function const& function) {
  ModuleSpace const exec;
  if (execution.backend == BackendChoice::portable) {
    return function(exec, backend::Portable{});
  }
  return function(exec, backend::default_for_t<ModuleSpace>{});
}

/// Calls function(exec, backend, Real()) with the precision too.
template <class Function>
auto with_types(Execution const& execution, Function const& function) {
  return with_backend(execution, [&]<class Exec, class Backend>(Exec const& exec, Backend backend) {
    return execution.precision == Precision::single_precision ? function(exec, backend, 0.0F)
                                                              : function(exec, backend, 0.0);
  });
}

}  // namespace siderum::engine
