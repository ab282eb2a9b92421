// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Times a synthesis and an adjoint synthesis on data that are in memory, for
// bench/peers/harmonic_transform.py, and prints some of their values:
//
//     harmonic_transform_peer cpu|gpu healpix NSIDE LMAX RUNS
//     harmonic_transform_peer cpu|gpu gauss-legendre RINGS LMAX RUNS
//
// Coefficients and maps are those of tests/golden/make_harmonic_transform.py.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <string>

#include <siderum/algorithms/harmonic_transform.hpp>

#include "support/golden_noise.hpp"

namespace {

using Seconds = std::chrono::duration<double>;

/// The least time of several calls, of which each is waited for.
template <class Exec, class Call>
double fastest(Exec const& exec, int runs, Call const& call) {
  call();
  exec.fence("siderum::peer::warm_up");
  double least = std::numeric_limits<double>::infinity();
  for (int run = 0; run < runs; ++run) {
    auto const start = std::chrono::steady_clock::now();
    call();
    exec.fence("siderum::peer::run");
    least = std::min(least, Seconds(std::chrono::steady_clock::now() - start).count());
  }
  return least;
}

template <class Exec>
void time_transforms(siderum::RingGrid const& grid, siderum::HarmonicRange range, int runs) {
  Exec const exec;
  siderum::HarmonicTransform<Exec, double> const transform(exec, grid, range);
  auto const a_lm = siderum::allocate_coefficients<double>(exec, range);
  siderum::MapView<double, typename Exec::memory_space> const map("map", 1, grid.pixels());

  auto const host_a_lm = Kokkos::create_mirror_view(a_lm.values);
  auto const noise = siderum::test::golden_coefficients(range);
  std::copy(noise.begin(), noise.end(), host_a_lm.data());
  Kokkos::deep_copy(exec, a_lm.values, host_a_lm);
  double const synthesis = fastest(exec, runs, [&] { transform.synthesis(a_lm, map); });
  auto const host_map = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), map);
  std::printf("synthesis %.9g", synthesis);
  std::int64_t const step = std::max<std::int64_t>(1, grid.pixels() / 100);
  for (std::int64_t pixel = 0; pixel < grid.pixels(); pixel += step) {
    std::printf(" %.17g", host_map(0, pixel));
  }

  for (std::int64_t pixel = 0; pixel < grid.pixels(); ++pixel) {
    host_map(0, pixel) = siderum::test::golden_noise(static_cast<std::uint64_t>(pixel));
  }
  Kokkos::deep_copy(exec, map, host_map);
  double const adjoint = fastest(exec, runs, [&] { transform.adjoint_synthesis(map, a_lm); });
  Kokkos::deep_copy(exec, host_a_lm, a_lm.values);
  exec.fence("siderum::peer::copy");
  std::printf("\nadjoint %.9g", adjoint);
  std::int64_t const stride = std::max<std::int64_t>(1, range.count() / 100);
  for (std::int64_t place = 0; place < range.count(); place += stride) {
    std::printf(" %.17g", host_a_lm(0, place).real());
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  if (argc != 6) {
    std::fprintf(stderr, "It takes cpu|gpu healpix|gauss-legendre SIZE LMAX RUNS.\n");
    return 2;
  }
  std::int64_t const size = std::stoll(argv[3]);
  auto const range = siderum::make_harmonic_range(std::stoll(argv[4]));
  auto const grid = std::string(argv[2]) == "healpix"
                        ? siderum::healpix_grid(size)
                        : siderum::gauss_legendre_grid(size, 2 * range.mmax + 2);
  if (std::string(argv[1]) == "gpu") {
    time_transforms<Kokkos::DefaultExecutionSpace>(grid, range, std::stoi(argv[5]));
  } else {
    time_transforms<Kokkos::DefaultHostExecutionSpace>(grid, range, std::stoi(argv[5]));
  }
}
