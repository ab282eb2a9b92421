// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// A random polarised sky with given spectra, as HEALPix maps of T, Q and U seen by a beam of one
// degree, and its most polarised spot.
#include <cmath>
#include <cstdio>
#include <numbers>
#include <span>

#include <siderum/algorithms/sky/harmonic_filters.hpp>
#include <siderum/algorithms/sky/harmonic_transform.hpp>
#include <siderum/algorithms/sky/host_copies.hpp>
#include <siderum/algorithms/sky/random_coefficients.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/io/sky/power_spectrum_file.hpp>

using Exec = Kokkos::DefaultExecutionSpace;

int main(int, char** argv) {
  Kokkos::ScopeGuard const kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
  Exec const exec;
  auto const spectra = siderum::io::read_power_spectra(argv[1], siderum::Field::polarised);
  auto const range = siderum::make_harmonic_range(96);
  auto const grid = siderum::healpix_grid(64);
  siderum::HarmonicTransformOptions options;
  options.field = siderum::Field::polarised;  // rows T, E, B and T, Q, U
  siderum::HarmonicTransform<Exec, double> const transform(exec, grid, range, options);

  auto sky = siderum::random_coefficients(siderum::Field::polarised, range, spectra, 7);
  auto const count = static_cast<std::size_t>(range.count());
  for (std::size_t row = 0; row < 3; ++row) {
    auto const beam = siderum::gaussian_beam(96, std::numbers::pi / 180.0, row == 0 ? 0 : 2);
    siderum::scale_degrees(range, std::span(sky).subspan(row * count, count), beam);
  }
  auto const a_lm = siderum::coefficients_from_host<double>(exec, range, sky);
  siderum::MapView<double, Exec::memory_space> const map("map", 3, grid.pixels());
  transform.synthesis(a_lm, map);

  auto const pixels = siderum::map_to_host(exec, map);  // all of T, then Q, then U
  auto const amplitude = [&](std::int64_t pixel) {
    return std::hypot(pixels[grid.pixels() + pixel], pixels[2 * grid.pixels() + pixel]);
  };
  std::int64_t spot = 0;
  for (std::int64_t pixel = 1; pixel < grid.pixels(); ++pixel) {
    spot = amplitude(pixel) > amplitude(spot) ? pixel : spot;
  }
  auto const [theta, phi] = siderum::healpix::ring_centre(64, spot);
  std::printf("%.2f uK at theta %.3f, phi %.3f\n", amplitude(spot), theta, phi);
}
