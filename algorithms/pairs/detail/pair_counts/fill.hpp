// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <Kokkos_Core.hpp>

#include <siderum/core/policies.hpp>

namespace siderum::detail {

template <class Value, class MemorySpace>
struct Filler {
  Kokkos::View<Value*, MemorySpace> view;
  Value value;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const { view(i) = value; }
};

/// Writes a value to every element; unlike that of Kokkos::deep_copy, the kernel has a label of
/// siderum.
template <class Exec, class Value>
void fill(Exec const& exec, Kokkos::View<Value*, typename Exec::memory_space> const& view,
          Value value) {
  Kokkos::parallel_for("siderum::pair_counts::fill[portable]",
                       IndexPolicy<Exec>(exec, 0, static_cast<std::int64_t>(view.extent(0))),
                       Filler<Value, typename Exec::memory_space>{view, value});
}

}  // namespace siderum::detail
