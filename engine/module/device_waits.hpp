// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>

#include <Kokkos_Core.hpp>

/// How long the host waits for a device, as Kokkos tells its tools of fences; copies that wait are
/// fences as well.
namespace siderum::engine {

/// Of one kind of device. Waits of several threads at once, and those within another one, count
/// once.
template <class Exec>
class DeviceWaits {
 public:
  /// Counts from now on. Does nothing where another tool listens.
  static void begin() {
    namespace tools = Kokkos::Tools::Experimental;
    if (tools::get_callbacks().begin_fence == nullptr) {
      tools::set_begin_fence_callback(see_begin);
      tools::set_end_fence_callback(see_end);
    }
  }

  /// [s] of waits that have ended.
  static double seconds() {
    State& now = state();
    std::lock_guard const lock(now.turn);
    return std::chrono::duration<double>(now.waited).count();
  }

 private:
  using Clock = std::chrono::steady_clock;

  struct State {
    std::mutex turn;
    int waiting = 0;
    Clock::time_point since;
    Clock::duration waited{0};
  };

  /// @param handle  which comes back with the end of the fence: whether it counts
  static void see_begin(char const*, std::uint32_t device, std::uint64_t* handle) {
    namespace tools = Kokkos::Tools::Experimental;
    *handle = tools::identifier_from_devid(device).type == tools::DeviceTypeTraits<Exec>::id;
    if (*handle != 0) {
      State& now = state();
      std::lock_guard const lock(now.turn);
      if (now.waiting++ == 0) {
        now.since = Clock::now();
      }
    }
  }

  static void see_end(std::uint64_t handle) {
    if (handle != 0) {
      State& now = state();
      std::lock_guard const lock(now.turn);
      if (--now.waiting == 0) {
        now.waited += Clock::now() - now.since;
      }
    }
  }

  /// Never destroyed: jobs may run until the process ends. (As a member it is nothing for nvcc.)
  static State& state() {
    static State& lasting = *new State;
    return lasting;
  }
};

}  // namespace siderum::engine
