// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>
#include <string_view>
#include <utility>

#include <Kokkos_Core.hpp>

/// How long the host waits for a device, as Kokkos tells its tools of fences and of copies from or
/// to its memory: those of pageable memory wait for what comes before them, and are no fences.
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
    if (tools::get_callbacks().begin_deep_copy == nullptr) {
      tools::set_begin_deep_copy_callback(see_copy_begin);
      tools::set_end_deep_copy_callback(see_copy_end);
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
      start();
    }
  }

  static void see_end(std::uint64_t handle) {
    if (handle != 0) {
      stop();
    }
  }

  using Space = Kokkos::Tools::SpaceHandle;

  static void see_copy_begin(Space to, char const*, void const*, Space from, char const*,
                             void const*, std::uint64_t) {
    std::string_view const there = Exec::memory_space::name();
    is_copying() = there == to.name || there == from.name;
    if (is_copying()) {
      start();
    }
  }

  static void see_copy_end() {
    if (std::exchange(is_copying(), false)) {
      stop();
    }
  }

  static void start() {
    State& now = state();
    std::lock_guard const lock(now.turn);
    if (now.waiting++ == 0) {
      now.since = Clock::now();
    }
  }

  static void stop() {
    State& now = state();
    std::lock_guard const lock(now.turn);
    if (--now.waiting == 0) {
      now.waited += Clock::now() - now.since;
    }
  }

  /// Whether the copy of this thread counts: its end says nothing of it.
  static bool& is_copying() {
    thread_local bool counts = false;
    return counts;
  }

  /// Never destroyed: jobs may run until the process ends. (As a member it is nothing for nvcc.)
  static State& state() {
    static State& lasting = *new State;
    return lasting;
  }
};

}  // namespace siderum::engine
