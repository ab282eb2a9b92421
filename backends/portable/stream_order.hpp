// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include <Kokkos_Core.hpp>

#include <siderum/core/spaces.hpp>

namespace siderum::portable {

/// Contract of the operation StreamOrder: how work on memory of the caller's takes its place among
/// what the caller's own stream is given. A stream is the handle of the vendor as a number, 0 the
/// default one of the device.
///
/// - `begin`: what the instance is given from now on runs behind all that the stream has by now.
/// - `end`: what the stream is given from now on runs behind all that the instance has by now. The
///   stream is not needed any more.
/// - `reaches`: whether kernels of the instance can use the memory that a pointer points to.
///
/// And what a library of the vendor is told of an instance:
/// - `ahead_of`: an instance on the same device, whose work goes ahead of that of the other
///   instance where both have some; the same one where devices know no such order.
/// - `stream`: its own stream; 0 where there is none.
/// - `is_idle`: whether it has done all that it was given, which is not waited for. Throws Error
///   where that failed.
/// - `card`: a name of its device that no other one has, on any host; empty where there is none.
///
/// Here the host waits, on a device for all that it was given by anybody.
template <class Exec>
struct StreamOrderOfWaitingHost {
  void begin(Exec const&, std::uintptr_t) const {
    if constexpr (!is_host<Exec>) {
      Kokkos::fence("siderum::stream_order::begin");
    }
  }
  void end(Exec const& exec, std::uintptr_t) const { exec.fence("siderum::stream_order::end"); }

  bool reaches(Exec const&, void const*) const { return true; }

  Exec ahead_of(Exec const& exec) const { return exec; }
  std::uintptr_t stream(Exec const&) const { return 0; }
  bool is_idle(Exec const& exec) const {
    exec.fence("siderum::stream_order::is_idle");
    return true;
  }
  std::string card(Exec const&) const { return {}; }
};

template <class Exec>
struct StreamOrder : StreamOrderOfWaitingHost<Exec> {};

}  // namespace siderum::portable
