// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <type_traits>

#include <Kokkos_Core.hpp>

/// What an execution space is, and what the host can read. These are two questions: a GPU with
/// unified memory (MI300A, CUDA's unified memory) is no host, though the host reads its memory.
namespace siderum {

/// Whether an execution space runs on the host's processors, so that one thread does an item at a
/// time: Kokkos::OpenMP, Threads, HPX or Serial. Their own memory is the host's; that of a device
/// has a type of its own, also where it is unified.
template <class Exec>
inline constexpr bool is_host = std::is_same_v<typename Exec::memory_space, Kokkos::HostSpace>;

/// Threads of a team that shares the work of one object on a device.
inline constexpr int device_team_size = 128;

/// The same on any space: one on a host.
template <class Exec>
inline constexpr int team_size = is_host<Exec> ? 1 : device_team_size;

/// Whether the host may read and write views in a memory space without a copy.
template <class Memory>
inline constexpr bool host_reaches =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, Memory>::accessible;

}  // namespace siderum
