// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
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

/// Calls loop.run<Loop::Number>(worker), a SIDERUM_NUMBER_FUNCTION: on hosts, where Number is
/// Lanes, from host code alone.
template <class Exec, class Loop>
struct LoopFunctor {
  Loop loop;
  KOKKOS_FUNCTION void operator()(std::int64_t worker) const {
    loop.template run<typename Loop::Number>(worker);
  }
};

template <class Loop>
struct LoopFunctor<HostSpace, Loop> {
  Loop loop;
  void operator()(std::int64_t worker) const { loop.template run<typename Loop::Number>(worker); }
};

/// Enqueues the loop for the workers 0 .. workers - 1.
template <class Exec, class Loop>
void enqueue(Exec const& exec, char const* label, std::int64_t workers, Loop const& loop) {
  using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for(label, Policy(exec, 0, workers), LoopFunctor<Exec, Loop>{loop});
}

/// function(Exec{}) for each execution space of this build that --spaces asks for: the device's,
/// where there is one, and the host's.
template <class Function>
void for_each_space(Function const& function) {
  if constexpr (has_device) {
    if (settings().spaces != Spaces::host) {
      function(DeviceSpace{});
    }
  }
  if (settings().spaces != Spaces::device) {
    function(HostSpace{});
  }
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
