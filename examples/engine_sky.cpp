// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// A random sky with a given power spectrum as a HEALPix map, and its coefficients back from the
// map, by the engine.
#include <algorithm>
#include <complex>
#include <cstdio>

#include <siderum/algorithms/sky/random_coefficients.hpp>
#include <siderum/core/healpix_pixels.hpp>
#include <siderum/engine/sky.hpp>
#include <siderum/io/sky/power_spectrum_file.hpp>

int main(int, char** argv) {
  auto const spectrum = siderum::io::read_power_spectrum(argv[1]);
  auto const range = siderum::make_harmonic_range(64);
  auto const grid = siderum::healpix_grid(32);
  auto const field = siderum::Field::scalar;
  auto const a_lm = siderum::random_coefficients(range, spectrum, 7);

  auto const map = siderum::engine::synthesise(grid, range, field, a_lm);
  auto const hottest = std::max_element(map.begin(), map.end());
  auto const [theta, phi] = siderum::healpix::ring_centre(32, hottest - map.begin());
  std::printf("%.1f uK at theta %.3f, phi %.3f\n", *hottest, theta, phi);

  siderum::engine::AnalysisMethod method;
  method.iterations = 3;
  auto const back = siderum::engine::analyse(grid, range, field, map, method).a_lm;
  auto const place = range.index(2, 1);
  std::printf("a_21 is off by %.0e\n", std::abs(back[place] - a_lm[place]) / std::abs(a_lm[place]));
}
