// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <siderum/algorithms/pair_counts/result.hpp>
#include <siderum/algorithms/pair_estimators.hpp>

namespace siderum {

/// A count as estimators take it: pairs, or sums of w_i w_j where there are weights, of all or of a
/// sample of the regions.
struct SampledPairs {
  std::vector<double> pairs;  ///< (bins)
  double total = 0.0;         ///< of any separation

  /// pairs / total; NaN where the total is 0.
  double normalised(std::int64_t bin) const;
};

/// All pairs.
SampledPairs whole(PairCounts const& counts);

/// All pairs but those that go with region r; counts without regions are returned whole.
SampledPairs without_region(PairCounts const& counts, std::int64_t region,
                            JackknifeConvention convention);

/// Pairs with both points in the region, only the first, only the second.
struct RegionParts {
  SampledPairs both, first, second;
};
RegionParts parts_of_region(PairCounts const& counts, std::int64_t region);

/// Region r counts multiplicity[r] times; counts without regions are returned whole. Throws Error
/// for BootstrapKind::pairs where there is no matrix of regions.
SampledPairs resampled(PairCounts const& counts, std::span<std::int64_t const> multiplicity,
                       BootstrapKind kind);

/// Counts of several sets as one, such as R1_i R2_i over i: counts and totals are added. Throws
/// Error where edges, kinds or numbers of regions differ, or there are none.
PairCounts pool(std::span<PairCounts const> sets);

}  // namespace siderum
