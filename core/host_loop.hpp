// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>

#include <Kokkos_Core.hpp>

#include <siderum/core/first_failure.hpp>
#include <siderum/core/policies.hpp>

namespace siderum {

namespace detail {

template <class Functor>
struct GuardedFunctor {
  Functor functor;
  FirstFailure* failure;

  void operator()(std::int64_t index) const {
    failure->guard([&] { functor(index); });
  }
};

}  // namespace detail

/// A parallel loop of a host whose functor may throw, as all do that allocate: what leaves a thread
/// of Kokkos ends the program. The first exception ends the loop and reaches the caller. As all
/// loops of hosts it is done when this returns.
template <class Policy, class Functor>
void for_each_on_host(std::string const& label, Policy const& policy, Functor const& functor) {
  using Memory = typename Policy::execution_space::memory_space;
  static_assert(std::is_same_v<Memory, Kokkos::HostSpace>);
  FirstFailure failure;
  Kokkos::parallel_for(label, policy, detail::GuardedFunctor<Functor>{functor, &failure});
  failure.rethrow();
}

/// Calls function(begin, end) for stretches of 0 .. count - 1, by all threads of the default host
/// space where there are several stretches; the function may throw.
template <class Function>
void for_each_stretch(std::string const& label, std::size_t count, Function const& function) {
  constexpr std::size_t stretch = std::size_t{1} << 15;
  std::size_t const stretches = (count + stretch - 1) / stretch;
  if (stretches < 2 || !Kokkos::is_initialized()) {
    function(std::size_t{0}, count);
    return;
  }
  using Host = Kokkos::DefaultHostExecutionSpace;
  for_each_on_host(label, IndexPolicy<Host>(Host(), 0, static_cast<std::int64_t>(stretches)),
                   [&](std::int64_t index) {
                     std::size_t const begin = static_cast<std::size_t>(index) * stretch;
                     function(begin, std::min(begin + stretch, count));
                   });
}

}  // namespace siderum
