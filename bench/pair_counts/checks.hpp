// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdlib>
#include <string>

#include <siderum/algorithms/pairs/pair_counts.hpp>

#include "pair_counts/skies.hpp"
#include "reference/pair_counts.hpp"

/// A benchmark of wrong counts fails. Each function returns a sentence, empty where all is right.
namespace siderum::bench {

/// The counts of uniform points follow the areas of rings: within 6 standard deviations of a
/// binomial distribution, and of a Poisson one where few pairs are expected.
inline std::string check_uniform(PairCounts const& counts) {
  for (std::int64_t k = 0; k < counts.bins(); ++k) {
    double const pairs =
        counts.kind == PairKind::cross_count
            ? static_cast<double>(counts.points_first) * static_cast<double>(counts.points_second)
            : 0.5 * static_cast<double>(counts.points_first) *
                  (static_cast<double>(counts.points_first) / static_cast<double>(counts.sets) - 1);
    double const share = share_between(counts.edges[k], counts.edges[k + 1]);
    double const difference = static_cast<double>(counts.count[k]) - pairs * share;
    if (std::fabs(difference) > 6.0 * std::sqrt(pairs * share) + 10.0) {
      return "bin " + std::to_string(k) + " holds " + std::to_string(counts.count[k]) +
             " pairs (of a uniform sky about " + std::to_string(pairs * share) + ")";
    }
  }
  return "";
}

/// FP32 against FP64: max(1e-3 N, 3) per bin; FP64 against FP64: the same integers.
inline std::string check_equal(PairCounts const& counts, PairCounts const& expected,
                               PairPrecision precision) {
  for (std::int64_t k = 0; k < expected.bins(); ++k) {
    double const allowed = precision == PairPrecision::fp64
                               ? 0.0
                               : std::max(1e-3 * static_cast<double>(expected.count[k]), 3.0);
    auto const off = static_cast<double>(std::llabs(counts.count[k] - expected.count[k]));
    if (!(off <= allowed)) {
      return "bin " + std::to_string(k) + " holds " + std::to_string(counts.count[k]) +
             " pairs (expected " + std::to_string(expected.count[k]) + ")";
    }
  }
  return "";
}

/// What the oracle counts between some points of a sky and all of them.
inline PairCounts expected_of_some(SkyArrays const& some, SkyArrays const& all,
                                   SeparationBins const& bins) {
  auto const one = some.catalogue();
  auto const other = all.catalogue();
  reference::PairPoints const first{one.points(), one.x.data(), one.y.data(),
                                    one.z.data(), nullptr,      nullptr};
  reference::PairPoints const second{other.points(), other.x.data(), other.y.data(),
                                     other.z.data(), nullptr,        nullptr};
  PairCounts expected;
  expected.edges = bins.edges;
  expected.count.resize(static_cast<std::size_t>(bins.count()));
  reference::pair_counts(first, &second, bins.count(), bins.edges.data(), 1, expected.count.data(),
                         nullptr, nullptr);
  return expected;
}

}  // namespace siderum::bench
