// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/peak_aliases.hpp>

#include <cmath>

#include <siderum/core/error.hpp>

namespace siderum {

namespace {

/// Rotations of the Earth per day, relative to the stars.
constexpr double sidereal_rate = 1.00273790935;

/// Keeps the relation whose frequency is nearest.
struct NearestRelation {
  double frequency;
  double distance;  // below this
  PeakAlias alias = {};

  void consider(double expected, PeakAlias const& candidate) {
    double const apart = std::fabs(frequency - expected);
    if (apart < distance) {
      distance = apart;
      alias = candidate;
    }
  }
};

PeakAlias relate(double frequency, double stronger, int rank, AliasOptions const& options) {
  // Within the tolerance, so that the first candidate must be strictly nearer than just above it.
  NearestRelation nearest{frequency, std::nextafter(options.tolerance, INFINITY)};
  for (int m = 2; m <= options.most_harmonics; ++m) {
    nearest.consider(m * stronger, {PeakRelation::harmonic, rank, m});
    nearest.consider(stronger / m, {PeakRelation::subharmonic, rank, m});
  }
  for (int n = 1; n <= options.most_days; ++n) {
    for (int const signed_n : {n, -n}) {
      nearest.consider(std::fabs(stronger + signed_n / options.day),
                       {PeakRelation::day, rank, signed_n});
      nearest.consider(std::fabs(stronger + signed_n * sidereal_rate / options.day),
                       {PeakRelation::sidereal_day, rank, signed_n});
    }
  }
  return nearest.alias;
}

}  // namespace

std::vector<PeakAlias> mark_aliases(std::vector<double> const& frequency,
                                    AliasOptions const& options) {
  SIDERUM_VALIDATE(options.tolerance > 0.0 && options.day > 0.0 && options.most_days >= 0 &&
                       options.most_harmonics >= 1,
                   "The options of the aliases are out of range (tolerance and day are above 0, at"
                   " least 0 days and 1 harmonic). Give 1 / baseline as the tolerance.");
  std::vector<PeakAlias> aliases(frequency.size());
  for (std::size_t rank = 1; rank < frequency.size(); ++rank) {
    for (std::size_t stronger = 0; stronger < rank; ++stronger) {
      if (aliases[stronger].relation == PeakRelation::independent &&
          aliases[rank].relation == PeakRelation::independent) {
        aliases[rank] =
            relate(frequency[rank], frequency[stronger], static_cast<int>(stronger), options);
      }
    }
  }
  return aliases;
}

}  // namespace siderum
