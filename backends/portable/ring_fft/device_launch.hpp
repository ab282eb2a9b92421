// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <string>
#include <vector>

#include <siderum/backends/portable/legendre/make_tables.hpp>
#include <siderum/backends/portable/ring_fft/device_rings.hpp>
#include <siderum/core/allocate.hpp>
#include <siderum/core/spaces.hpp>

namespace siderum::portable::ring_fft {

/// RingFft on devices.
template <class Exec, class Real>
class DeviceLaunch {
 public:
  static constexpr bool is_available = true;
  using MemorySpace = typename Exec::memory_space;
  using Modes = RingModes<Real, MemorySpace>;
  using Map = Kokkos::View<Real**, Kokkos::LayoutRight, MemorySpace>;
  using ConstantMap = Kokkos::View<Real const**, Kokkos::LayoutRight, MemorySpace>;

  DeviceLaunch(Exec const& exec, std::vector<RingPair> const& pairs, std::int64_t /*maps*/,
               std::int64_t pairs_at_once)
      : exec_(exec) {
    std::vector<DevicePair> on_host;
    std::int64_t largest = 1;
    for (RingPair const& pair : pairs) {
      on_host.push_back(describe(pair));
      largest = std::max(largest, on_host.back().padded);
    }
    std::vector<Complex> roots{Complex(1)};
    for (std::int64_t k = 1; 2 * k < largest; ++k) {
      double const angle =
          2.0 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(largest);
      roots.emplace_back(static_cast<Real>(std::cos(angle)), static_cast<Real>(std::sin(angle)));
    }
    // Enough teams at once to fill a device.
    constexpr std::int64_t work_bytes = std::int64_t{512} << 20;
    std::int64_t const of_pair = 3 * largest * static_cast<std::int64_t>(sizeof(Complex));
    at_once_ = std::clamp<std::int64_t>(work_bytes / of_pair, 1, pairs_at_once);
    std::string const label = "siderum::harmonic_transform::ring_fft";
    transform_.pairs = copy_to_memory(exec, label, on_host);
    transform_.roots = copy_to_memory(exec, label, roots);
    transform_.work =
        allocate<Kokkos::View<Complex*, MemorySpace>>(exec, label, at_once_ * 3 * largest);
    transform_.largest = largest;
  }

  void synthesis(Modes const& modes, PairRange range, Map const& map, RingFactors factors) const {
    for_each_batch(range, [&](std::int64_t first, std::int64_t count) {
      DeviceRingSynthesizer<Exec, Real> const synthesize{
          transform_, modes, map, first, 2 * (first - range.begin), factors};
      Kokkos::parallel_for("siderum::harmonic_transform::ring_synthesis[portable]", policy(count),
                           synthesize);
    });
  }

  void analysis(ConstantMap const& map, PairRange range, Modes const& modes,
                RingFactors factors) const {
    for_each_batch(range, [&](std::int64_t first, std::int64_t count) {
      DeviceRingAnalyzer<Exec, Real> const analyze{
          transform_, modes, map, first, 2 * (first - range.begin), factors};
      Kokkos::parallel_for("siderum::harmonic_transform::ring_analysis[portable]", policy(count),
                           analyze);
    });
  }

  /// Bytes of tables and work space.
  std::int64_t bytes() const {
    return static_cast<std::int64_t>((transform_.work.extent(0) + transform_.roots.extent(0)) *
                                     sizeof(Complex));
  }

 private:
  using Complex = Kokkos::complex<Real>;

  static DevicePair describe(RingPair const& pair) {
    std::int64_t padded = 1;
    while (padded < pair.first.nphi) {
      padded *= 2;
    }
    if (padded != pair.first.nphi) {
      while (padded < 2 * pair.first.nphi - 1) {
        padded *= 2;
      }
    }
    return {pair.first.nphi,
            padded,
            pair.orders,
            {pair.first.phi0, pair.second.phi0},
            {pair.first.first, pair.second.first},
            {pair.first.stride, pair.second.stride},
            {pair.first.weight, pair.second.weight},
            pair.spin_factor,
            pair.has_second};
  }

  auto policy(std::int64_t count) const {
    return TeamPerIndex<Exec>(exec_, static_cast<int>(count), DeviceShape<Exec>::any_team);
  }

  template <class Launch>
  void for_each_batch(PairRange range, Launch const& launch) const {
    for (std::int64_t first = range.begin; first < range.end; first += at_once_) {
      launch(first, std::min(at_once_, range.end - first));
    }
  }

  Exec exec_;
  std::int64_t at_once_ = 1;
  DeviceTransform<Exec, Real> transform_;
};

}  // namespace siderum::portable::ring_fft
