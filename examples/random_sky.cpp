// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// A random sky with a given power spectrum, as a HEALPix map, and the hottest spot on it.
#include <algorithm>
#include <cstdio>

#include <siderum/algorithms/sky/harmonic_transform.hpp>
#include <siderum/algorithms/sky/host_copies.hpp>
#include <siderum/algorithms/sky/random_coefficients.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/io/sky/power_spectrum_file.hpp>

using Exec = Kokkos::DefaultExecutionSpace;

int main(int, char** argv) {
  Kokkos::ScopeGuard const kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
  Exec const exec;
  auto const spectrum = siderum::io::read_power_spectrum(argv[1]);
  auto const range = siderum::make_harmonic_range(64);
  auto const grid = siderum::healpix_grid(32);
  siderum::HarmonicTransform<Exec, double> const transform(exec, grid, range);

  auto const a_lm = siderum::coefficients_from_host<double>(
      exec, range, siderum::random_coefficients(range, spectrum, 7));
  siderum::MapView<double, Exec::memory_space> const map("map", 1, grid.pixels());
  transform.synthesis(a_lm, map);

  auto const pixels = siderum::map_to_host(exec, map);
  auto const hottest = std::max_element(pixels.begin(), pixels.end());
  auto const [theta, phi] = siderum::healpix::ring_centre(32, hottest - pixels.begin());
  std::printf("%.1f uK at theta %.3f, phi %.3f\n", *hottest, theta, phi);
}
