// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// The angular correlation function of a catalogue over a box, by the engine.
#include <cstdio>

#include <siderum/algorithms/pairs/pair_estimators.hpp>
#include <siderum/algorithms/pairs/random_points.hpp>
#include <siderum/engine/pairs.hpp>
#include <siderum/io/pairs/read_catalogue.hpp>

int main(int, char** argv) {
  auto const galaxies = siderum::io::read_catalogue(argv[1]);
  auto const box = siderum::random_points(siderum::SkyBox{160.0, 190.0, 15.0, 35.0}, 20'000, 1);
  auto const bins = siderum::logarithmic_bins(0.02, 2.0, 5);  // [deg]
  // On the device that is done soonest with this many pairs.
  double const points = 20'000.0 + static_cast<double>(galaxies.points());
  auto const where = siderum::engine::place(
      {0.5 * points * points, points, siderum::engine::sky_share(galaxies)}, bins);
  siderum::engine::PairCounter counter(bins, {}, {}, where.execution);
  auto const data = counter.add(galaxies);
  auto const randoms = counter.add({.ra = box.ra, .dec = box.dec, .weight = {}, .region = {}});

  siderum::CorrelationCounts const counts{
      counter.count(data), counter.count(data, randoms), {}, counter.count(randoms)};
  auto const w = siderum::correlation_function(counts, siderum::Estimator::landy_szalay);
  auto const error = siderum::poisson_errors(w, counts.dd);
  for (std::size_t k = 0; k < w.size(); ++k) {
    std::printf("%.3f - %.3f deg: %.3f +- %.3f\n", bins.edges[k], bins.edges[k + 1], w[k],
                error[k]);
  }
}
