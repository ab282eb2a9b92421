// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pair_estimators/pair_sums.hpp>

#include <algorithm>
#include <cmath>
#include <limits>

#include <siderum/core/error.hpp>

namespace siderum {

namespace {

std::size_t index(std::int64_t i) {
  return static_cast<std::size_t>(i);
}

/// One row of a histogram by region, as weights where there are some.
std::vector<double> row_of(std::vector<std::int64_t> const& count,
                           std::vector<double> const& weight, std::int64_t row, std::int64_t bins) {
  std::vector<double> result(index(bins));
  for (std::int64_t k = 0; k < bins; ++k) {
    std::size_t const place = index(row * bins + k);
    result[index(k)] = weight.empty() ? static_cast<double>(count[place]) : weight[place];
  }
  return result;
}

/// The sums of the catalogues region by region, one set after the other. A catalogue without
/// regions has no sums: its points lie in none.
class RegionSums {
 public:
  explicit RegionSums(PairCounts const& counts)
      : kind_(counts.kind),
        regions_(counts.regions),
        size_(counts.regions.regions),
        total_(counts.total),
        sets_(static_cast<std::int64_t>(
                  std::max(regions_.sum_first.size(), regions_.sum_second.size())) /
              size_) {}

  std::int64_t sets() const { return sets_; }

  double first(std::int64_t set, std::int64_t region) const {
    return at(regions_.sum_first, set, region);
  }
  double second(std::int64_t set, std::int64_t region) const {
    return kind_ == PairKind::automatic ? first(set, region) : at(regions_.sum_second, set, region);
  }

  double all_first(std::int64_t set) const {
    return regions_.sum_first.empty() ? total_ / sum_of(regions_.sum_second, set)
                                      : sum_of(regions_.sum_first, set);
  }
  double all_second(std::int64_t set) const {
    return regions_.sum_second.empty() ? total_ / sum_of(regions_.sum_first, set)
                                       : sum_of(regions_.sum_second, set);
  }

  /// Weighted number of pairs inside a region.
  double inside(std::int64_t set, std::int64_t region) const {
    double const sum = first(set, region);
    return kind_ == PairKind::automatic ? 0.5 * (sum * sum - at(regions_.sum2_first, set, region))
                                        : sum * second(set, region);
  }

  /// Weighted number of pairs with one point in the region. In auto counts a pair between r < s is
  /// first for r and second for s.
  double only_first(std::int64_t set, std::int64_t region) const {
    return kind_ == PairKind::automatic
               ? first(set, region) * sum_of(regions_.sum_first, set, region + 1, size_)
               : first(set, region) * (all_second(set) - second(set, region));
  }
  double only_second(std::int64_t set, std::int64_t region) const {
    return kind_ == PairKind::automatic
               ? first(set, region) * sum_of(regions_.sum_first, set, 0, region)
               : second(set, region) * (all_first(set) - first(set, region));
  }

 private:
  double at(std::vector<double> const& sums, std::int64_t set, std::int64_t region) const {
    return sums.empty() ? 0.0 : sums[index(set * size_ + region)];
  }
  double sum_of(std::vector<double> const& sums, std::int64_t set, std::int64_t begin,
                std::int64_t end) const {
    double sum = 0.0;
    for (std::int64_t region = begin; region < end; ++region) {
      sum += at(sums, set, region);
    }
    return sum;
  }
  double sum_of(std::vector<double> const& sums, std::int64_t set) const {
    return sum_of(sums, set, 0, size_);
  }

  PairKind kind_;
  RegionCounts const& regions_;
  std::int64_t size_;
  double total_;
  std::int64_t sets_;
};

/// Weighted numbers of pairs of any separation of one region.
struct TotalsOfRegion {
  double both = 0.0, first = 0.0, second = 0.0;
};

TotalsOfRegion totals_of_region(PairCounts const& counts, std::int64_t region) {
  RegionSums const sums(counts);
  TotalsOfRegion totals;
  for (std::int64_t set = 0; set < sums.sets(); ++set) {
    totals.both += sums.inside(set, region);
    totals.first += sums.only_first(set, region);
    totals.second += sums.only_second(set, region);
  }
  return totals;
}

double alpha_of_match(std::int64_t regions) {
  auto const n = static_cast<double>(regions);
  return n / (2.0 + std::sqrt(2.0) * (n - 1.0));
}

/// The shares of F and of S that are taken away with a region.
struct Shares {
  double first, second;
};

Shares shares_of(JackknifeConvention convention, PairKind kind, std::int64_t regions) {
  switch (convention) {
    case JackknifeConvention::match:
      return {alpha_of_match(regions), alpha_of_match(regions)};
    case JackknifeConvention::either:
      return {1.0, 1.0};
    case JackknifeConvention::first:
      break;
  }
  return kind == PairKind::automatic ? Shares{0.5, 0.5} : Shares{1.0, 0.0};
}

void add(SampledPairs& sums, double factor, SampledPairs const& part) {
  for (std::size_t k = 0; k < sums.pairs.size(); ++k) {
    sums.pairs[k] += factor * part.pairs[k];
  }
  sums.total += factor * part.total;
}

SampledPairs nothing(std::int64_t bins) {
  return {std::vector<double>(index(bins), 0.0), 0.0};
}

SampledPairs marked_resample(PairCounts const& counts, std::span<std::int64_t const> multiplicity) {
  SampledPairs sums = nothing(counts.bins());
  for (std::int64_t r = 0; r < counts.regions.regions; ++r) {
    auto const times = static_cast<double>(multiplicity[index(r)]);
    if (times > 0.0) {
      RegionParts const parts = parts_of_region(counts, r);
      add(sums, times, parts.both);
      add(sums, 0.5 * times, parts.first);
      add(sums, 0.5 * times, parts.second);
    }
  }
  return sums;
}

SampledPairs pair_resample(PairCounts const& counts, std::span<std::int64_t const> multiplicity) {
  RegionCounts const& regions = counts.regions;
  std::int64_t const n = regions.regions;
  SIDERUM_VALIDATE(std::ssize(regions.matrix) == n * n * counts.bins(),
                   "The pairs of the regions with each other are not there (regions x regions x"
                   " bins would take more than 64 MB, or they were not kept). Use the marked"
                   " bootstrap, or fewer regions.");
  RegionSums const region_sums(counts);
  SampledPairs sums = nothing(counts.bins());
  for (std::int64_t r = 0; r < n; ++r) {
    for (std::int64_t s = counts.kind == PairKind::automatic ? r : 0; s < n; ++s) {
      auto const times = static_cast<double>(
          r == s ? multiplicity[index(r)] : multiplicity[index(r)] * multiplicity[index(s)]);
      if (times == 0.0) {
        continue;
      }
      std::size_t const row = index((r * n + s) * counts.bins());
      for (std::size_t k = 0; k < sums.pairs.size(); ++k) {
        sums.pairs[k] +=
            times * (regions.matrix_weight.empty() ? static_cast<double>(regions.matrix[row + k])
                                                   : regions.matrix_weight[row + k]);
      }
      for (std::int64_t set = 0; set < region_sums.sets(); ++set) {
        sums.total += times * (r == s ? region_sums.inside(set, r)
                                      : region_sums.first(set, r) * region_sums.second(set, s));
      }
    }
  }
  return sums;
}

}  // namespace

double SampledPairs::normalised(std::int64_t bin) const {
  return total != 0.0 ? pairs[index(bin)] / total : std::numeric_limits<double>::quiet_NaN();
}

SampledPairs whole(PairCounts const& counts) {
  return {row_of(counts.count, counts.weight, 0, counts.bins()), counts.total};
}

RegionParts parts_of_region(PairCounts const& counts, std::int64_t region) {
  RegionCounts const& regions = counts.regions;
  TotalsOfRegion const totals = totals_of_region(counts, region);
  std::int64_t const bins = counts.bins();
  return {{row_of(regions.both, regions.both_weight, region, bins), totals.both},
          {row_of(regions.first, regions.first_weight, region, bins), totals.first},
          {row_of(regions.second, regions.second_weight, region, bins), totals.second}};
}

SampledPairs without_region(PairCounts const& counts, std::int64_t region,
                            JackknifeConvention convention) {
  SampledPairs sums = whole(counts);
  if (counts.regions.regions == 0) {
    return sums;
  }
  Shares const shares = shares_of(convention, counts.kind, counts.regions.regions);
  RegionParts const parts = parts_of_region(counts, region);
  add(sums, -1.0, parts.both);
  add(sums, -shares.first, parts.first);
  add(sums, -shares.second, parts.second);
  return sums;
}

SampledPairs resampled(PairCounts const& counts, std::span<std::int64_t const> multiplicity,
                       BootstrapKind kind) {
  if (counts.regions.regions == 0) {
    return whole(counts);
  }
  return kind == BootstrapKind::pairs ? pair_resample(counts, multiplicity)
                                      : marked_resample(counts, multiplicity);
}

}  // namespace siderum
