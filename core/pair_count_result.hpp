// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace siderum {

enum class PairKind : std::uint8_t {
  auto_count,   ///< pairs of one catalogue, each once, never a point with itself
  cross_count,  ///< pairs of a point of the first and a point of the second catalogue
};

/// Values of RegionCounts::matrix (regions x regions x bins), at most: 64 MB.
inline constexpr std::int64_t largest_region_matrix = std::int64_t{8} << 20;

/// Counts by region, from which the jackknife and the bootstrap follow. Arrays of (regions, bins)
/// are row-major. In auto counts a pair between the regions r < s has its first point in r.
struct RegionCounts {
  std::int64_t regions = 0;  ///< 0: not counted by region

  std::vector<std::int64_t> points_first, points_second;  ///< (regions) summed over the sets

  /// (sets, regions) sum w and sum w^2 of each catalogue by itself in auto counts, since the pair
  /// totals of the regions are sums over the sets of products; (1, regions), summed over the
  /// catalogues, in cross counts. ((sum w)^2 - sum w^2) / 2, the total of a region, is right to
  /// 1e-16 of (sum |w|)^2.
  std::vector<double> sum_first, sum_second, sum2_first, sum2_second;

  std::vector<std::int64_t> both;    ///< (regions, bins) pairs with both points in the region
  std::vector<std::int64_t> first;   ///< (regions, bins) only the first point in the region
  std::vector<std::int64_t> second;  ///< (regions, bins) only the second point in the region

  /// (regions, bins) the same as sums of w_i w_j; empty where no catalogue has weights.
  std::vector<double> both_weight, first_weight, second_weight;

  /// (regions, regions, bins) pairs with the first point in r and the second in s, and their
  /// weights; empty where PairCountOptions::region_matrix does not ask for them or they would take
  /// more than 64 MB. In auto counts only r <= s is filled.
  std::vector<std::int64_t> matrix;
  std::vector<double> matrix_weight;
};

/// Pairs by separation.
struct PairCounts {
  PairKind kind = PairKind::auto_count;
  std::vector<double> edges;  ///< (bins + 1) [deg]

  std::int64_t points_first = 0;   ///< summed over the sets
  std::int64_t points_second = 0;  ///< as points_first in auto counts
  std::int64_t sets = 1;           ///< how many catalogues were counted, each by itself

  /// Weighted number of pairs of any separation, summed over the sets:
  /// ((sum w)^2 - sum w^2) / 2 in auto counts, (sum w_1) (sum w_2) in cross counts.
  double total = 0.0;

  std::vector<std::int64_t> count;      ///< (bins) unordered pairs
  std::vector<double> weight;           ///< (bins) sum of w_i w_j; empty: no weights
  std::vector<double> mean_separation;  ///< (bins) [deg] weighted mean, NaN: none; empty: not asked
  RegionCounts regions;

  std::int64_t bins() const {
    return edges.empty() ? 0 : static_cast<std::int64_t>(edges.size()) - 1;
  }
};

}  // namespace siderum
