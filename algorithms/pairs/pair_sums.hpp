// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <siderum/core/pair_count_result.hpp>

namespace siderum {

/// How a pair with one point in the region that is left out is treated. B, F, S are the pairs with
/// both points, only the first, only the second point in the region; n the number of regions.
enum class JackknifeConvention : std::uint8_t {
  match,   ///< without B + alpha (F + S), alpha = n / (2 + sqrt(2) (n - 1)): Mohammad & Percival
           ///< 2022
  either,  ///< without B + F + S: no point of the region is left
  first,   ///< without B + F: the first point decides; auto counts: B + (F + S) / 2
};

/// How resampled regions count when region r is drawn m_r times.
enum class BootstrapKind : std::uint8_t {
  pairs,   ///< pairs inside r count m_r times, pairs between r and s m_r m_s times; needs
           ///< PairCountOptions::region_matrix
  marked,  ///< B_r + (F_r + S_r) / 2 counts m_r times: Loh 2008
};

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

/// Pairs with both points in a region, only the first, only the second.
struct RegionParts {
  SampledPairs both, first, second;
};

/// Weighted numbers of pairs of any separation of a region, divided in the same way.
struct RegionTotals {
  double both = 0.0, first = 0.0, second = 0.0;
  double neither = 0.0;  ///< of the other regions: all but these
};

/// Samples of the regions of one count, which must live. Set-up O(sets regions), a sample
/// O(bins) without a region, O(regions bins) marked, O(regions^2 bins + sets regions) of pairs.
class RegionSampler {
 public:
  explicit RegionSampler(PairCounts const& counts);

  SampledPairs const& whole() const { return whole_; }

  /// Of counts with regions.
  RegionParts parts(std::int64_t region) const;

  /// All pairs but those that go with the region; exactly 0 where none is left. Counts without
  /// regions are returned whole.
  SampledPairs without(std::int64_t region, JackknifeConvention convention) const;

  /// Region r counts multiplicity[r] times; counts without regions are returned whole. Throws Error
  /// for BootstrapKind::pairs where there is no matrix of regions.
  SampledPairs resampled(std::span<std::int64_t const> multiplicity, BootstrapKind kind) const;

 private:
  SampledPairs neither(std::int64_t region) const;

  PairCounts const& counts_;
  SampledPairs whole_;
  std::vector<RegionTotals> totals_;  // empty: no regions
};

/// One sample, as RegionSampler makes it.
RegionParts parts_of_region(PairCounts const& counts, std::int64_t region);
SampledPairs without_region(PairCounts const& counts, std::int64_t region,
                            JackknifeConvention convention);
SampledPairs resampled(PairCounts const& counts, std::span<std::int64_t const> multiplicity,
                       BootstrapKind kind);

/// Counts of several sets as one, such as R1_i R2_i over i: counts and totals are added. Where some
/// have weights, the weights of the others are 1. Throws Error where edges, kinds or numbers of
/// regions differ, there are none, or of the catalogues of cross counts only one has regions: the
/// pair totals of such regions cannot be added up.
PairCounts pool(std::span<PairCounts const> sets);

}  // namespace siderum
