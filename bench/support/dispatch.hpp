// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/backends/backend.hpp>

#include "support/program.hpp"

/// The words in the names of benchmarks, and the spaces and backends that a build has.
namespace siderum::bench {

using HostSpace = Kokkos::DefaultHostExecutionSpace;
using DeviceSpace = Kokkos::DefaultExecutionSpace;
inline constexpr bool has_device = !std::is_same_v<HostSpace, DeviceSpace>;

/// "openmp", "cuda", ...
template <class Exec>
std::string space_name() {
  std::string name = Exec::name();
  for (char& letter : name) {
    letter = letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
  }
  return name;
}

template <class Real>
std::string precision_name() {
  return std::is_same_v<Real, double> ? "double" : "single";
}

template <class Exec>
inline constexpr bool has_other_backend =
    !std::is_same_v<backend::default_for_t<Exec>, backend::Portable>;

/// function(Exec{}) for each execution space of this build: the host's, and the device's where
/// there is one and --spaces asks for it.
template <class Function>
void for_each_space(Function const& function) {
  if constexpr (has_device) {
    if (settings().spaces == Spaces::all) {
      function(DeviceSpace{});
    }
  }
  function(HostSpace{});
}

/// function(Backend{}) for the default backend of a space, and for Portable where it is another.
template <class Exec, class Function>
void for_each_backend(Function const& function) {
  function(backend::default_for_t<Exec>{});
  if constexpr (has_other_backend<Exec>) {
    function(backend::Portable{});
  }
}

template <class Function>
void for_each_precision(Function const& function) {
  function(double{});
  function(float{});
}

}  // namespace siderum::bench
