// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// examples/periodogram.cpp without its calls of siderum, with its views: what that costs is the
// rest.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include <Kokkos_Core.hpp>

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  using Memory = Kokkos::DefaultExecutionSpace::memory_space;
  Kokkos::DefaultExecutionSpace const exec;
  std::vector<double> time(100), value(100);
  for (int j = 0; j < 100; ++j) {
    time[j] = j + 0.3 * std::sin(j * j);
    value[j] = 5.0 + std::sin(2.0 * std::numbers::pi * 0.25 * time[j]);
  }
  Kokkos::View<double const*, Memory> const times, values, errors;
  Kokkos::View<std::int64_t const*, Memory> const offsets;
  Kokkos::View<double**, Kokkos::LayoutRight, Memory> const power("power", 1, 1000);

  auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, power);
  auto const highest = std::max_element(host.data(), host.data() + 1000);
  std::printf("%lld frequencies, the highest power %.3f at %.3f\n", 1000LL, *highest,
              1e-3 * static_cast<double>(highest - host.data()));
}
