// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

#include <siderum/core/first_failure.hpp>
#include <siderum/core/spaces.hpp>

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
  static_assert(is_host<typename Policy::execution_space>);
  FirstFailure failure;
  Kokkos::parallel_for(label, policy, detail::GuardedFunctor<Functor>{functor, &failure});
  failure.rethrow();
}

}  // namespace siderum
