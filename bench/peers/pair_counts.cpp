// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Times the auto pairs of a uniform sky, from arrays of angles to counts in host memory, for
// bench/peers/pair_counts.py:
//
//     pair_counts_peer cpu|gpu POINTS MIN MAX BINS FILE
//
// BINS logarithmic bins from MIN to MAX degrees. Prints the seconds from angles, the seconds from
// unit vectors in the memory of the space, and the counts; FILE gets the right ascensions, then the
// declinations, as doubles.
#include <cstdio>
#include <fstream>
#include <string>
#include <vector>

#include <siderum/algorithms/pairs/pair_counts.hpp>

#include "pair_counts/skies.hpp"
#include "peers/repeats.hpp"

namespace {

template <class Exec>
void time_counts(siderum::bench::SkyArrays const& sky, siderum::SeparationBins const& bins) {
  Exec const exec;
  double const whole = siderum::bench::fastest(
      exec, [&] { count_pairs(exec, siderum::mirror_to(exec, sky.catalogue()), bins); });
  auto const points = siderum::mirror_to(exec, sky.catalogue());
  siderum::PairCounts counts;
  double const inside =
      siderum::bench::fastest(exec, [&] { counts = count_pairs(exec, points, bins); });
  std::printf("%.9g %.9g", whole, inside);
  for (std::int64_t const count : counts.count) {
    std::printf(" %lld", static_cast<long long>(count));
  }
  std::printf("\n");
}

void write(std::ofstream& file, std::vector<double> const& column) {
  file.write(reinterpret_cast<char const*>(column.data()),
             static_cast<std::streamsize>(column.size() * sizeof(double)));
}

}  // namespace

int main(int argc, char** argv) {
  Kokkos::ScopeGuard const kokkos(argc, argv);
  if (argc != 7) {
    std::fprintf(stderr, "It takes cpu|gpu POINTS MIN MAX BINS FILE.\n");
    return 2;
  }
  auto const sky = siderum::bench::uniform_sky(std::stoll(argv[2]), 0);
  auto const bins =
      siderum::logarithmic_bins(std::stod(argv[3]), std::stod(argv[4]), std::stoll(argv[5]));
  std::ofstream file(argv[6], std::ios::binary);
  write(file, sky.ra);
  write(file, sky.dec);
  if (!file.flush()) {
    std::fprintf(stderr, "%s cannot be written.\n", argv[6]);
    return 1;
  }
  if (std::string(argv[1]) == "gpu") {
    time_counts<Kokkos::DefaultExecutionSpace>(sky, bins);
  } else {
    time_counts<Kokkos::DefaultHostExecutionSpace>(sky, bins);
  }
}
