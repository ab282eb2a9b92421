// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/harmonic_transform_tuning.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace siderum {

namespace {

/// How far apart two counts are, by ratio.
double distance(std::int64_t a, std::int64_t b) {
  return std::fabs(std::log2(static_cast<double>(a + 1) / static_cast<double>(b + 1)));
}

}  // namespace

HarmonicSize nearest_tuned_size(std::int64_t lmax, std::int64_t pairs) {
  std::int64_t const nearest =
      *std::min_element(std::begin(tuned_lmax), std::end(tuned_lmax),
                        [lmax](auto a, auto b) { return distance(a, lmax) < distance(b, lmax); });
  std::int64_t const of_healpix = nearest + 1;
  std::int64_t const of_gauss_legendre = (nearest + 1) / 2;
  return {nearest, distance(pairs, of_healpix) < distance(pairs, of_gauss_legendre)
                       ? of_healpix
                       : of_gauss_legendre};
}

std::string legendre_choice_name(HarmonicSize size, std::string const& choice) {
  return "harmonic_transform/lmax" + std::to_string(size.lmax) + "/pairs" +
         std::to_string(size.pairs) + "/" + choice;
}

StageTuning tuned_legendre(TuningCache const& cache, std::string const& device, HarmonicSize size,
                           StageChoices const& choices) {
  HarmonicSize nearest = nearest_tuned_size(size.lmax, size.pairs);
  StageTuning tuning;
  bool found = false;
  for (; !found && nearest.lmax >= tuned_lmax[0];
       nearest = {(nearest.lmax - 1) / 2, nearest.pairs / 2}) {
    for (StageChoice const& choice : choices) {
      auto const value = cache.find(device, legendre_choice_name(nearest, choice.name));
      found = found || value.has_value();
      if (value.value_or(0.0) >= 1.0 && *value <= most_stage_choice) {
        tuning.set(choice.name, static_cast<int>(*value));
      }
    }
  }
  return tuning;
}

StageTuning tuned_legendre(std::string const& device, RingGrid const& grid, HarmonicRange range,
                           StageChoices const& choices) {
  // Never destroyed: a job that a caller has left may run while the process ends.
  static TuningCache const& cache = *new TuningCache;
  auto const pairs = static_cast<std::int64_t>(grid.rings().size() + 1) / 2;
  return tuned_legendre(cache, device, {range.lmax, pairs}, choices);
}

}  // namespace siderum
