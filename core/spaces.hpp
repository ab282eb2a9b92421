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

/// How what runs on a device is laid out there, which forms of operations take from here.
template <class Exec>
struct DeviceShape {
  static constexpr int team = 128;        ///< threads that share the work of one object; 32 or more
  static constexpr int large_team = 256;  ///< where a thread needs few registers and no scratch
  static constexpr int widest_team = 512;  ///< where one object is work for thousands
  static constexpr int lanes = 32;         ///< threads in step: the longest vector of a thread
};

#ifdef KOKKOS_ENABLE_HIP
template <>
struct DeviceShape<Kokkos::HIP> {
  static constexpr int team = 128;
  static constexpr int large_team = 256;
  static constexpr int widest_team = 512;
  static constexpr int lanes = Kokkos::Impl::HIPTraits::WarpSize;  // 64, or 32 from gfx10 on
};
#endif

/// Threads of a team that shares the work of one object: one on a host.
template <class Exec>
inline constexpr int team_size = is_host<Exec> ? 1 : DeviceShape<Exec>::team;

/// Whether the host may read and write views in a memory space without a copy.
template <class Memory>
inline constexpr bool host_reaches =
    Kokkos::SpaceAccessibility<Kokkos::HostSpace, Memory>::accessible;

}  // namespace siderum
