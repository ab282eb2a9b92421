// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// examples/polarised_sky.cpp without its calls of siderum, with its views: what that costs is the
// rest.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <span>
#include <vector>

#include <Kokkos_Core.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
template <class Value>
using Table = Kokkos::View<Value**, Kokkos::LayoutRight, Exec::memory_space>;

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  Exec const exec;
  std::int64_t const count = 4753;
  std::vector<Kokkos::complex<double>> sky(3 * count);
  for (std::size_t row = 0; row < 3; ++row) {
    auto const values = std::span(sky).subspan(row * count, count);
    values[0] = std::numbers::pi / 180.0;
  }
  Table<Kokkos::complex<double>> const a_lm("a_lm", 3, count);
  auto const host_a_lm = Kokkos::create_mirror_view(a_lm);
  std::copy(sky.begin(), sky.end(), host_a_lm.data());
  Kokkos::deep_copy(exec, a_lm, host_a_lm);
  std::int64_t const size = 12 * 64 * 64;
  Table<double> const map("map", 3, size);

  auto const pixels = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), map);
  auto const amplitude = [&](std::int64_t pixel) {
    return std::hypot(pixels(1, pixel), pixels(2, pixel));
  };
  std::int64_t spot = 0;
  for (std::int64_t pixel = 1; pixel < size; ++pixel) {
    spot = amplitude(pixel) > amplitude(spot) ? pixel : spot;
  }
  std::printf("%.2f uK at pixel %d\n", amplitude(spot), static_cast<int>(spot));
}
