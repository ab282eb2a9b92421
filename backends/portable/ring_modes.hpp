// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include <Kokkos_Core.hpp>

#include <siderum/backends/portable/ring_pairs.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable {

/// What the two stages of a harmonic transform hand to each other: the Fourier modes F_m of every
/// ring of a run of pairs, in work space of the plan.
///
/// Synthesis: F_m = sum_l a_lm P_lm(theta). Analysis: F_m = sum_j w map_j exp(-i m phi_j). Slots
/// are those of RingPair, counted from the first pair of the run; modes with m >= orders of the
/// pair, and slots without a ring, are of no meaning: neither stage reads them.
template <class Real, class MemorySpace>
struct RingModes {
  Kokkos::View<Kokkos::complex<Real>*, MemorySpace> values;
  std::int64_t map_stride = 0;
  std::int64_t slot_stride = 0;
  std::int64_t order_stride = 0;
  /// Of each group of orders (order_group), where its modes begin in a row; empty: one group
  /// follows the other. On hosts only.
  Kokkos::View<std::int64_t const*, MemorySpace> groups = {};

  KOKKOS_FORCEINLINE_FUNCTION std::int64_t place(std::int64_t map, std::int64_t slot,
                                                 std::int64_t m) const {
    if constexpr (std::is_same_v<MemorySpace, Kokkos::HostSpace>) {
      if (groups.data() != nullptr) {
        m = groups(m / order_group) + m % order_group;
      }
    }
    return map * map_stride + slot * slot_stride + m * order_stride;
  }
  KOKKOS_FORCEINLINE_FUNCTION Kokkos::complex<Real>& operator()(std::int64_t map, std::int64_t slot,
                                                                std::int64_t m) const {
    return values(place(map, slot, m));
  }
};

/// Modes lie side by side on hosts (order_stride 1: a Fourier transform takes a ring in one go;
/// slot_stride is an odd number of 64-byte lines, which spreads rings over the sets of a cache),
/// slots on devices (slot_stride 1: neighbouring threads have neighbouring pairs). Those of hosts
/// are in large pages, since the loops over orders go from row to row.
/// @param groups  RingModes::groups
template <class Real, class Exec>
RingModes<Real, typename Exec::memory_space> allocate_ring_modes(
    Exec const& exec, std::int64_t pairs, std::int64_t orders, std::int64_t maps,
    std::vector<std::int64_t> const& groups = {}) {
  using Modes = RingModes<Real, typename Exec::memory_space>;
  constexpr std::int64_t line = 64 / static_cast<std::int64_t>(sizeof(Kokkos::complex<Real>));
  auto const lines = [](std::int64_t modes) { return (modes + line - 1) / line; };
  Modes modes;
  if constexpr (is_host<Exec>) {
    modes.order_stride = 1;
    auto const in_groups = static_cast<std::int64_t>(groups.size()) * order_group;
    modes.slot_stride = (lines(std::max(orders, in_groups)) | 1) * line;
    modes.map_stride = 2 * pairs * modes.slot_stride;
  } else {
    modes.slot_stride = 1;
    modes.order_stride = lines(2 * pairs) * line;
    modes.map_stride = orders * modes.order_stride;
  }
  modes.values = allocate<decltype(modes.values)>(exec, "siderum::harmonic_transform::modes",
                                                  maps * modes.map_stride);
  if (!groups.empty()) {
    modes.groups = copy_to_memory(exec, "siderum::harmonic_transform::groups_of_orders", groups);
  }
  return modes;
}

/// Modes whose slot 0 is another one of these.
template <class Real, class MemorySpace>
RingModes<Real, MemorySpace> from_slot(RingModes<Real, MemorySpace> const& modes,
                                       std::int64_t slot) {
  RingModes<Real, MemorySpace> rest = modes;
  auto const first = static_cast<std::size_t>(slot * modes.slot_stride);
  rest.values = Kokkos::subview(modes.values, Kokkos::make_pair(first, modes.values.extent(0)));
  return rest;
}

}  // namespace siderum::portable
