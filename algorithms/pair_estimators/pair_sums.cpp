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
  std::int64_t regions() const { return size_; }
  bool is_auto() const { return kind_ == PairKind::automatic; }

  double first(std::int64_t set, std::int64_t region) const {
    return at(regions_.sum_first, set, region);
  }
  double second(std::int64_t set, std::int64_t region) const {
    return is_auto() ? first(set, region) : at(regions_.sum_second, set, region);
  }

  // Of the catalogue without regions the pair total tells.
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
    return is_auto() ? 0.5 * (sum * sum - at(regions_.sum2_first, set, region))
                     : sum * second(set, region);
  }

 private:
  double at(std::vector<double> const& sums, std::int64_t set, std::int64_t region) const {
    return sums.empty() ? 0.0 : sums[index(set * size_ + region)];
  }
  double sum_of(std::vector<double> const& sums, std::int64_t set) const {
    double sum = 0.0;
    for (std::int64_t region = 0; region < size_; ++region) {
      sum += at(sums, set, region);
    }
    return sum;
  }

  PairKind kind_;
  RegionCounts const& regions_;
  std::int64_t size_;
  double total_;
  std::int64_t sets_;
};

// In auto counts a pair between r < s is first for r and second for s.
void add_auto_set(RegionSums const& sums, std::int64_t set, std::vector<RegionTotals>& totals) {
  double before = 0.0;
  double after = 0.0;
  for (std::int64_t r = 0; r < sums.regions(); ++r) {
    totals[index(r)].both += sums.inside(set, r);
    totals[index(r)].second += sums.first(set, r) * before;
    before += sums.first(set, r);
  }
  for (std::int64_t r = sums.regions() - 1; r >= 0; --r) {
    totals[index(r)].first += sums.first(set, r) * after;
    after += sums.first(set, r);
  }
}

void add_cross_set(RegionSums const& sums, std::int64_t set, std::vector<RegionTotals>& totals) {
  double const all_first = sums.all_first(set);
  double const all_second = sums.all_second(set);
  for (std::int64_t r = 0; r < sums.regions(); ++r) {
    double const first = sums.first(set, r);
    double const second = sums.second(set, r);
    totals[index(r)].both += sums.inside(set, r);
    totals[index(r)].first += first * (all_second - second);
    totals[index(r)].second += second * (all_first - first);
  }
}

std::vector<RegionTotals> totals_of_regions(PairCounts const& counts) {
  if (counts.regions.regions == 0) {
    return {};
  }
  RegionSums const sums(counts);
  std::vector<RegionTotals> totals(index(sums.regions()));
  for (std::int64_t set = 0; set < sums.sets(); ++set) {
    if (sums.is_auto()) {
      add_auto_set(sums, set, totals);
    } else {
      add_cross_set(sums, set, totals);
    }
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

/// The pair total where region r counts multiplicity[r] times.
double total_of_resample(RegionSums const& sums, std::span<std::int64_t const> multiplicity) {
  double total = 0.0;
  for (std::int64_t set = 0; set < sums.sets(); ++set) {
    double second = 0.0;
    for (std::int64_t s = 0; !sums.is_auto() && s < sums.regions(); ++s) {
      second += static_cast<double>(multiplicity[index(s)]) * sums.second(set, s);
    }
    double before = 0.0;
    for (std::int64_t r = 0; r < sums.regions(); ++r) {
      auto const times = static_cast<double>(multiplicity[index(r)]);
      double const own = times * sums.first(set, r);
      double const others = sums.is_auto() ? before : second - times * sums.second(set, r);
      total += times * sums.inside(set, r) + own * others;
      before += own;
    }
  }
  return total;
}

SampledPairs pair_resample(PairCounts const& counts, std::span<std::int64_t const> multiplicity) {
  RegionCounts const& regions = counts.regions;
  std::int64_t const n = regions.regions;
  SIDERUM_VALIDATE(std::ssize(regions.matrix) == n * n * counts.bins(),
                   "The pairs of the regions with each other are not there (regions x regions x"
                   " bins would take more than 64 MB, or they were not kept). Use the marked"
                   " bootstrap, or fewer regions.");
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
    }
  }
  sums.total = total_of_resample(RegionSums(counts), multiplicity);
  return sums;
}

}  // namespace

double SampledPairs::normalised(std::int64_t bin) const {
  return total != 0.0 ? pairs[index(bin)] / total : std::numeric_limits<double>::quiet_NaN();
}

SampledPairs whole(PairCounts const& counts) {
  return {row_of(counts.count, counts.weight, 0, counts.bins()), counts.total};
}

RegionSampler::RegionSampler(PairCounts const& counts)
    : counts_(counts), whole_(siderum::whole(counts)), totals_(totals_of_regions(counts)) {}

RegionParts RegionSampler::parts(std::int64_t region) const {
  RegionCounts const& regions = counts_.regions;
  RegionTotals const& totals = totals_[index(region)];
  std::int64_t const bins = counts_.bins();
  return {{row_of(regions.both, regions.both_weight, region, bins), totals.both},
          {row_of(regions.first, regions.first_weight, region, bins), totals.first},
          {row_of(regions.second, regions.second_weight, region, bins), totals.second}};
}

SampledPairs RegionSampler::without(std::int64_t region, JackknifeConvention convention) const {
  SampledPairs sums = whole_;
  if (totals_.empty()) {
    return sums;
  }
  Shares const shares = shares_of(convention, counts_.kind, counts_.regions.regions);
  RegionParts const left_out = parts(region);
  add(sums, -1.0, left_out.both);
  add(sums, -shares.first, left_out.first);
  add(sums, -shares.second, left_out.second);
  return sums;
}

SampledPairs RegionSampler::resampled(std::span<std::int64_t const> multiplicity,
                                      BootstrapKind kind) const {
  if (totals_.empty()) {
    return whole_;
  }
  if (kind == BootstrapKind::pairs) {
    return pair_resample(counts_, multiplicity);
  }
  SampledPairs sums = nothing(counts_.bins());
  for (std::int64_t r = 0; r < counts_.regions.regions; ++r) {
    auto const times = static_cast<double>(multiplicity[index(r)]);
    if (times > 0.0) {
      RegionParts const drawn = parts(r);
      add(sums, times, drawn.both);
      add(sums, 0.5 * times, drawn.first);
      add(sums, 0.5 * times, drawn.second);
    }
  }
  return sums;
}

RegionParts parts_of_region(PairCounts const& counts, std::int64_t region) {
  return RegionSampler(counts).parts(region);
}

SampledPairs without_region(PairCounts const& counts, std::int64_t region,
                            JackknifeConvention convention) {
  return RegionSampler(counts).without(region, convention);
}

SampledPairs resampled(PairCounts const& counts, std::span<std::int64_t const> multiplicity,
                       BootstrapKind kind) {
  return RegionSampler(counts).resampled(multiplicity, kind);
}

}  // namespace siderum
