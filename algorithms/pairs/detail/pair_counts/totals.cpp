// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/detail/pair_counts/totals.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum::detail {

GroupSums SideSums::of_set(std::int64_t set) const {
  GroupSums sums;
  for (std::int64_t region = 0; region < regions; ++region) {
    sums += groups[set * regions + region];
  }
  return sums;
}

GroupSums SideSums::of_region(std::int64_t region) const {
  GroupSums sums;
  for (std::int64_t set = 0; set < sets; ++set) {
    sums += groups[set * regions + region];
  }
  return sums;
}

GroupSums SideSums::all() const {
  GroupSums sums;
  for (GroupSums const& group : groups) {
    sums += group;
  }
  return sums;
}

void validate_total(PairKind kind, SideSums const& first, SideSums const& second) {
  auto const n = static_cast<long double>(first.all().points);
  long double const pairs =
      kind == PairKind::auto_count ? n * (n - 1) / 2 : n * second.all().points;
  SIDERUM_VALIDATE(pairs < 9.2e18L,
                   "There are more than 2^63 pairs (a count is a 64-bit integer)."
                   " Count parts of the catalogues.");
}

void validate_weights(SideSums const& side) {
  // The largest square, eightfold for moments, and the smallest, of which 2^-62 is left.
  constexpr double largest = 1e150;
  constexpr double smallest = 1e-140;
  double const size = side.all().size;
  SIDERUM_VALIDATE(size == 0.0 || (size >= smallest && size <= largest),
                   "The weights of a catalogue add up to " + number_text(size) +
                       " in size (products of two such sums are no normal numbers). Divide the"
                       " weights by a constant: it does not change w.");
}

double FixedPointSum::in_units_of(double unit) const {
  long double const whole = high;
  long double const rest = low;
  return static_cast<double>((whole + rest * 0x1p-32L) * unit);
}

double fixed_point_scale(SideSums const& first, SideSums const& second, double factor) {
  double const largest = factor * first.all().size * second.all().size;
  return largest > 0.0 ? std::ldexp(1.0, std::min(61 - std::ilogb(largest), 1000)) : 1.0;
}

double mean_separation_deg(double lowest_deg, double highest_deg, double mean_c2) {
  // Least squares of theta by a line in c^2, by Gauss-Legendre points of the bin.
  constexpr double to_deg = 57.295779513082320876798154814105;
  constexpr int points = 64;
  double const low = std::pow(2.0 * std::sin(0.5 * lowest_deg / to_deg), 2);
  double const high = std::pow(2.0 * std::sin(0.5 * highest_deg / to_deg), 2);
  double mean = 0.0;
  double slope = 0.0;
  for (int i = 0; i < points; ++i) {
    double const t = (i + 0.5) / points - 0.5;
    double const c2 = 0.5 * (low + high) + t * (high - low);
    double const theta = 2.0 * std::asin(std::min(1.0, 0.5 * std::sqrt(c2))) * to_deg;
    mean += theta / points;
    slope += 12.0 * theta * t / points;
  }
  double const t = (mean_c2 - 0.5 * (low + high)) / (high - low);
  return std::clamp(mean + slope * t, lowest_deg, highest_deg);
}

namespace {

class Assembler {
 public:
  Assembler(PairCounts& counts, TallyShape const& shape, SideSums const& first,
            SideSums const& second, CellSums& cells)
      : counts_(counts), shape_(shape), first_(first), second_(second), cells_(cells) {}

  void totals_of_bins() {
    counts_.count = sum_of_rows(cells_.count);
    counts_.weight = real(sum_of_rows(cells_.weight.sums), cells_.weight.unit);
    if (!cells_.moment.sums.empty()) {
      auto const moment = real(sum_of_rows(cells_.moment.sums), cells_.moment.unit);
      for (std::int64_t k = 0; k < shape_.bins; ++k) {
        double const weight =
            counts_.weight.empty() ? static_cast<double>(counts_.count[k]) : counts_.weight[k];
        counts_.mean_separation.push_back(
            counts_.count[k] > 0 && weight != 0.0
                ? mean_separation_deg(counts_.edges[k], counts_.edges[k + 1], moment[k] / weight)
                : std::numeric_limits<double>::quiet_NaN());
      }
    }
  }

  // Last, since the sums of the cells become the result.
  void regions(RegionMatrix matrix) {
    RegionCounts& out = counts_.regions;
    out.regions =
        std::max(first_.labelled ? first_.regions : 0, second_.labelled ? second_.regions : 0);
    describe(first_, out.points_first, out.sum_first, out.sum2_first);
    describe(second_, out.points_second, out.sum_second, out.sum2_second);
    divide(cells_.count, out.both, out.first, out.second);
    if (!cells_.weight.sums.empty()) {
      std::vector<FixedPointSum> both, first, second;
      divide(cells_.weight.sums, both, first, second);
      out.both_weight = real(both, cells_.weight.unit);
      out.first_weight = real(first, cells_.weight.unit);
      out.second_weight = real(second, cells_.weight.unit);
    }
    if (matrix == RegionMatrix::yes && first_.labelled && second_.labelled) {
      out.matrix = std::move(cells_.count);
      out.matrix_weight = real(cells_.weight.sums, cells_.weight.unit);
    }
  }

 private:
  static std::vector<double> real(std::vector<FixedPointSum> const& sums, double unit) {
    std::vector<double> values;
    values.reserve(sums.size());
    for (FixedPointSum const& sum : sums) {
      values.push_back(sum.in_units_of(unit));
    }
    return values;
  }

  // Pairs between two regions stand in two rows where there is no row for each pair of regions.
  template <class Value>
  std::vector<Value> sum_of_rows(std::vector<Value> const& cells) const {
    if (cells.empty()) {
      return {};
    }
    std::int64_t const rows = shape_.by_pair ? shape_.rows() : 2 * shape_.regions_first;
    std::vector<Value> sums(static_cast<std::size_t>(shape_.bins));
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t k = 0; k < shape_.bins; ++k) {
        sums[k] += cells[row * shape_.bins + k];
      }
    }
    return sums;
  }

  // Auto counts keep the sums of the sets apart: their pair totals are sums of products.
  void describe(SideSums const& side, std::vector<std::int64_t>& points, std::vector<double>& sum,
                std::vector<double>& sum2) {
    if (!side.labelled) {
      return;
    }
    for (std::int64_t region = 0; region < side.regions; ++region) {
      points.push_back(side.of_region(region).points);
    }
    bool const apart = counts_.kind == PairKind::auto_count;
    for (std::int64_t row = 0; row < (apart ? side.sets : 1) * side.regions; ++row) {
      GroupSums const sums = apart ? side.groups[row] : side.of_region(row);
      sum.push_back(sums.weight);
      sum2.push_back(sums.weight2);
    }
  }

  // Where one side has no regions, its points are in no region of the other.
  template <class Value>
  void divide(std::vector<Value> const& cells, std::vector<Value>& both, std::vector<Value>& first,
              std::vector<Value>& second) const {
    std::int64_t const regions = counts_.regions.regions;
    auto const size = static_cast<std::size_t>(regions * shape_.bins);
    both.resize(size);
    first.resize(size);
    second.resize(size);
    auto const add = [&](std::vector<Value>& to, std::int64_t region, std::int64_t row) {
      for (std::int64_t k = 0; k < shape_.bins; ++k) {
        to[region * shape_.bins + k] += cells[row * shape_.bins + k];
      }
    };
    for (std::int64_t r = 0; r < shape_.regions_first; ++r) {
      for (std::int64_t s = 0; shape_.by_pair && s < shape_.regions_second; ++s) {
        std::int64_t const row = r * shape_.regions_second + s;
        bool const labelled = first_.labelled && second_.labelled;
        if (labelled && r == s) {
          add(both, r, row);
        } else {
          if (first_.labelled) {
            add(first, r, row);
          }
          if (second_.labelled) {
            add(second, s, row);
          }
        }
      }
    }
    for (std::int64_t r = 0; !shape_.by_pair && r < regions; ++r) {
      add(both, r, r);
      add(first, r, regions + r);
      add(second, r, 2 * regions + r);
    }
  }

  PairCounts& counts_;
  TallyShape const& shape_;
  SideSums const& first_;
  SideSums const& second_;
  CellSums& cells_;
};

}  // namespace

PairCounts assemble(PairKind kind, SeparationBins const& bins, TallyShape const& shape,
                    SideSums const& first, SideSums const& second, CellSums cells,
                    RegionMatrix matrix) {
  PairCounts counts;
  counts.kind = kind;
  counts.edges = bins.edges;
  counts.points_first = first.all().points;
  counts.points_second = second.all().points;
  counts.sets = kind == PairKind::auto_count ? first.sets : 1;
  if (kind == PairKind::auto_count) {
    for (std::int64_t set = 0; set < first.sets; ++set) {
      counts.total += first.of_set(set).inside;
    }
  } else {
    counts.total = first.all().weight * second.all().weight;
  }
  Assembler assembler(counts, shape, first, second, cells);
  assembler.totals_of_bins();
  if (first.labelled || second.labelled) {
    assembler.regions(matrix);
  }
  return counts;
}

}  // namespace siderum::detail
