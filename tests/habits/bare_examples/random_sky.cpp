// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// examples/random_sky.cpp without its calls of siderum, with its views: what that costs is the
// rest.
#include <algorithm>
#include <cstdio>
#include <vector>

#include <Kokkos_Core.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
template <class Value>
using Table = Kokkos::View<Value**, Kokkos::LayoutRight, Exec::memory_space>;

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  std::vector<Kokkos::complex<double>> const sky(2145);
  Table<Kokkos::complex<double>> const a_lm("a_lm", 1, sky.size());
  auto const host_a_lm = Kokkos::create_mirror_view(a_lm);
  std::copy(sky.begin(), sky.end(), host_a_lm.data());
  Kokkos::deep_copy(exec, a_lm, host_a_lm);
  Table<double> const map("map", 1, 12 * 32 * 32);

  auto const pixels = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), map);
  double const* const hottest = std::max_element(pixels.data(), pixels.data() + pixels.size());
  std::printf("%.1f uK at pixel %d\n", *hottest, static_cast<int>(hottest - pixels.data()));
}
