// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include <siderum/backends/portable/ring_fft/device_launch.hpp>
#include <siderum/backends/portable/ring_fft/host_launch.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable {

/// The operation RingFft (contract in ring_fft.hpp): on hosts by HostFft, on devices with Kokkos
/// alone.
template <class Exec, class Real>
class RingFft
    : public std::conditional_t<is_host<Exec>, ring_fft::HostLaunch<Exec, Real>,
                                ring_fft::DeviceLaunch<ring_fft::TeamLauncher<Exec, Real>>> {
  using Base = std::conditional_t<is_host<Exec>, ring_fft::HostLaunch<Exec, Real>,
                                  ring_fft::DeviceLaunch<ring_fft::TeamLauncher<Exec, Real>>>;

 public:
  RingFft(Exec const& exec, std::vector<RingPair> const& pairs, std::int64_t maps,
          std::int64_t pairs_at_once)
      : Base(exec, pairs, maps, pairs_at_once) {}
};

}  // namespace siderum::portable
