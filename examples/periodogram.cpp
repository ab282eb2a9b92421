// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// The whole periodogram of arrays in memory: a sine of frequency 1/4 at uneven times.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include <siderum/algorithms/periods/lomb_scargle.hpp>

int main() {
  Kokkos::ScopeGuard const kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
  Kokkos::DefaultExecutionSpace const exec;
  std::vector<double> time(100), value(100);
  for (int j = 0; j < 100; ++j) {
    time[j] = j + 0.3 * std::sin(j * j);
    value[j] = 5.0 + std::sin(2.0 * std::numbers::pi * 0.25 * time[j]);
  }
  auto const curves = siderum::mirror_to(exec, siderum::make_light_curves<double>(time, value));
  auto const grid = siderum::half_open_grid(0.0, 1.0, 1000);
  siderum::PowerView<double, Kokkos::DefaultExecutionSpace> const power("power", 1, grid.count);
  siderum::lomb_scargle(exec, curves, grid, power);

  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, power);
  auto const highest = std::max_element(host.data(), host.data() + grid.count);
  std::printf("%lld frequencies, the highest power %.3f at %.3f\n",
              static_cast<long long>(grid.count), *highest, grid.frequency(highest - host.data()));
}
