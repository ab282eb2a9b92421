// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include <Kokkos_Core.hpp>

#include <siderum/core/allocate.hpp>

namespace siderum {

/// Frequencies of any spacing and order, in cycles per time unit. A view: copies share the memory.
///
/// Costs several times a FrequencyGrid of the same length: nothing is shared between neighbours.
template <class MemorySpace>
struct FrequencyList {
  Kokkos::View<double const*, MemorySpace> frequency;  ///< (frequencies), finite, >= 0

  std::int64_t count() const { return static_cast<std::int64_t>(frequency.extent(0)); }
};

/// Copies a user's frequencies into host memory and checks them.
/// Throws Error that names the index of the first frequency that is negative or not finite, and
/// where there is none at all.
FrequencyList<Kokkos::HostSpace> make_frequency_list(std::span<double const> frequency);

/// The same without a copy: a checked view of the user's array, which must outlive it.
FrequencyList<Kokkos::HostSpace> view_frequency_list(std::span<double const> frequency);

/// The same list in the memory of `exec`: enqueued on the instance, or the same view.
template <class Exec>
FrequencyList<typename Exec::memory_space> mirror_to(Exec const& exec,
                                                     FrequencyList<Kokkos::HostSpace> const& host) {
  return {mirror_to(exec, "siderum::frequency_list::frequency", host.frequency)};
}

}  // namespace siderum
