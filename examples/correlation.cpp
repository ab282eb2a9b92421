// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// The angular correlation function of a catalogue over a box, with jackknife errors.
#include <cstdio>

#include <siderum/algorithms/pairs/make_sky_regions.hpp>
#include <siderum/algorithms/pairs/pair_counts.hpp>
#include <siderum/algorithms/pairs/pair_estimators.hpp>
#include <siderum/algorithms/pairs/random_points.hpp>
#include <siderum/io/pairs/read_catalogue.hpp>

using Exec = Kokkos::DefaultExecutionSpace;
using Angles = std::vector<double>;  // [deg]

/// The points on the device, labelled by the region of the sky in which each lies.
auto catalogue(Exec const& exec, siderum::SkyRegions const& sky, Angles const& ra,
               Angles const& dec) {
  auto const labels = siderum::assign_regions(sky, ra, dec);
  std::vector<std::int32_t> const region(labels.begin(), labels.end());
  return siderum::mirror_to(exec, siderum::make_catalogue(ra, dec, {}, region, sky.regions));
}

int main(int, char** argv) {
  Kokkos::ScopeGuard const kokkos(Kokkos::InitializationSettings().set_disable_warnings(true));
  Exec const exec;
  auto const galaxies = siderum::io::read_catalogue(argv[1]);
  auto const random = siderum::random_points(siderum::SkyBox{160.0, 190.0, 15.0, 35.0}, 20'000, 1);
  auto const sky = siderum::make_sky_regions(random.ra, random.dec, 25);
  auto const data = catalogue(exec, sky, galaxies.ra, galaxies.dec);
  auto const randoms = catalogue(exec, sky, random.ra, random.dec);

  auto const bins = siderum::logarithmic_bins(0.02, 2.0, 5);  // [deg]
  siderum::CorrelationCounts const counts{siderum::count_pairs(exec, data, bins),
                                          siderum::count_pairs(exec, data, randoms, bins),
                                          {},
                                          siderum::count_pairs(exec, randoms, bins)};
  auto const estimator = siderum::Estimator::landy_szalay;
  auto const w = siderum::correlation_function(counts, estimator);
  auto const samples = siderum::leave_one_out(counts, estimator);
  auto const error = siderum::standard_errors(siderum::jackknife_covariance(samples));
  for (std::size_t k = 0; k < w.size(); ++k) {
    std::printf("%.3f - %.3f deg: %.3f +- %.3f\n", bins.edges[k], bins.edges[k + 1], w[k],
                error[k]);
  }
}
