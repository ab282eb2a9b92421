// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <siderum/algorithms/pairs/pair_count_options.hpp>
#include <siderum/backends/portable/pair_histogram/tallies.hpp>
#include <siderum/core/pair_count_result.hpp>
#include <siderum/core/separation_bins.hpp>

/// From tallies in host memory to PairCounts.
namespace siderum::detail {

/// Points and weights of a group: a region of a catalogue.
struct GroupSums {
  std::int64_t points = 0;
  double weight = 0.0;
  double weight2 = 0.0;
  double size = 0.0;    ///< sum |w|
  double inside = 0.0;  ///< sum w_i w_j over the pairs i < j: ((sum w)^2 - sum w^2) / 2 cancels

  GroupSums& operator+=(GroupSums const& other) {
    points += other.points;
    inside += other.inside + weight * other.weight;
    weight += other.weight;
    weight2 += other.weight2;
    size += other.size;
    return *this;
  }
};

/// Sums of all groups of one side, set by set.
struct SideSums {
  std::vector<GroupSums> groups;  ///< (sets, regions)
  std::int64_t sets = 1;
  std::int64_t regions = 1;
  bool labelled = false;  ///< whether the catalogues have regions

  GroupSums of_set(std::int64_t set) const;
  GroupSums of_region(std::int64_t region) const;
  GroupSums all() const;
};

/// A sum of FixedPointSums (tallies.hpp), high + low / 2^32 units: exact, and so in any order.
struct FixedPointSum {
  std::int64_t high = 0;
  std::uint64_t low = 0;  ///< of a result of +=, below 2^32

  FixedPointSum& operator+=(FixedPointSum const& other) {
    low += other.low;
    high += other.high + static_cast<std::int64_t>(low >> 32);
    low &= 0xffffffffu;
    return *this;
  }

  double in_units_of(double unit) const;
};

/// Sums of real numbers by cell; empty where not wanted.
struct RealCells {
  std::vector<FixedPointSum> sums;
  double unit = 1.0;
};

/// The tallies, their copies added: (cells) each.
struct CellSums {
  std::vector<std::int64_t> count;
  RealCells weight;
  RealCells moment;  ///< sum w_i w_j c^2
};

/// Throws Error where there are more pairs than 2^63 - 1.
void validate_total(PairKind kind, SideSums const& first, SideSums const& second);

/// Throws Error where the sum of the sizes of the weights is so large or small that products of two
/// such sums leave the range of normal numbers.
void validate_weights(SideSums const& side);

/// The least power of two per unit of the weighted total for which fixed-point sums cannot
/// overflow.
double fixed_point_scale(SideSums const& first, SideSums const& second, double factor);

/// The result from the sums of the cells; the matrix of regions only of a shape by pairs of them.
PairCounts assemble(PairKind kind, SeparationBins const& bins, TallyShape const& shape,
                    SideSums const& first, SideSums const& second, CellSums cells,
                    RegionMatrix matrix);

/// The mean of theta from that of c^2, for pairs of a bin over which c^2 is spread evenly.
double mean_separation_deg(double lowest_deg, double highest_deg, double mean_c2);

}  // namespace siderum::detail
