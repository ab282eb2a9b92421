// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Times a synthesis and an adjoint synthesis on data that are in memory, for
// bench/peers/harmonic_transform.py, and prints some of their values:
//
//     harmonic_transform_peer cpu|gpu healpix NSIDE LMAX SPIN
//     harmonic_transform_peer cpu|gpu gauss-legendre RINGS LMAX SPIN
//
// Coefficients and maps are those of tests/golden/make_harmonic_transform.py and, for a SPIN of 1
// or 2, of make_spin_transform.py.
#include <algorithm>
#include <cstdio>
#include <string>

#include <siderum/algorithms/sky/harmonic_transform.hpp>

#include "peers/repeats.hpp"
#include "support/golden_noise.hpp"

namespace {

template <class Exec>
void time_transforms(siderum::RingGrid const& grid, siderum::HarmonicRange range,
                     siderum::Field field) {
  Exec const exec;
  siderum::HarmonicTransformOptions options;
  options.field = field;
  siderum::HarmonicTransform<Exec, double> const transform(exec, grid, range, options);
  std::int64_t const rows = components(field);
  auto const a_lm = siderum::allocate_coefficients<double>(exec, range, rows);
  siderum::MapView<double, typename Exec::memory_space> const map("map", rows, grid.pixels());

  auto const host_a_lm = Kokkos::create_mirror_view(a_lm.values);
  for (std::int64_t row = 0; row < rows; ++row) {
    auto const noise =
        siderum::test::golden_coefficients(range, static_cast<std::uint64_t>(row * range.count()));
    std::copy(noise.begin(), noise.end(), &host_a_lm(row, 0));
  }
  Kokkos::deep_copy(exec, a_lm.values, host_a_lm);
  double const synthesis = siderum::bench::fastest(exec, [&] { transform.synthesis(a_lm, map); });
  auto const host_map = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), map);
  std::printf("synthesis %.9g", synthesis);
  std::int64_t const step = std::max<std::int64_t>(1, grid.pixels() / 100);
  for (std::int64_t pixel = 0; pixel < grid.pixels(); pixel += step) {
    std::printf(" %.17g", host_map(rows - 1, pixel));
  }

  for (std::int64_t pixel = 0; pixel < rows * grid.pixels(); ++pixel) {
    host_map.data()[pixel] = siderum::test::golden_noise(static_cast<std::uint64_t>(pixel));
  }
  Kokkos::deep_copy(exec, map, host_map);
  double const adjoint =
      siderum::bench::fastest(exec, [&] { transform.adjoint_synthesis(map, a_lm); });
  Kokkos::deep_copy(exec, host_a_lm, a_lm.values);
  exec.fence("siderum::peer::copy");
  std::printf("\nadjoint %.9g", adjoint);
  std::int64_t const stride = std::max<std::int64_t>(1, range.count() / 100);
  for (std::int64_t place = 0; place < range.count(); place += stride) {
    std::printf(" %.17g", host_a_lm(rows - 1, place).real());
  }
  std::printf("\n");
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  if (argc != 6) {
    std::fprintf(stderr, "It takes cpu|gpu healpix|gauss-legendre SIZE LMAX SPIN.\n");
    return 2;
  }
  std::int64_t const size = std::stoll(argv[3]);
  auto const range = siderum::make_harmonic_range(std::stoll(argv[4]));
  auto const grid = std::string(argv[2]) == "healpix"
                        ? siderum::healpix_grid(size)
                        : siderum::gauss_legendre_grid(size, 2 * range.mmax + 2);
  int const spin = std::stoi(argv[5]);
  siderum::Field const field =
      spin == 0 ? siderum::Field::scalar
                : (spin == 1 ? siderum::Field::spin_one : siderum::Field::spin_two);
  if (std::string(argv[1]) == "gpu") {
    time_transforms<Kokkos::DefaultExecutionSpace>(grid, range, field);
  } else {
    time_transforms<Kokkos::DefaultHostExecutionSpace>(grid, range, field);
  }
}
