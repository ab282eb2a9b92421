// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/pair_sums.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

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

/// The sum of all but one, for each.
std::vector<double> sums_of_others(std::vector<double> const& values) {
  std::vector<double> others(values.size(), 0.0);
  double before = 0.0;
  double after = 0.0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    std::size_t const back = values.size() - 1 - i;
    others[i] += before;
    others[back] += after;
    before += values[i];
    after += values[back];
  }
  return others;
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
  bool is_auto() const { return kind_ == PairKind::auto_count; }

  double first(std::int64_t set, std::int64_t region) const {
    return at(regions_.sum_first, set, region);
  }
  double second(std::int64_t set, std::int64_t region) const {
    return is_auto() ? first(set, region) : at(regions_.sum_second, set, region);
  }

  /// Of each region, the sum of the points in others. All points of a catalogue without regions are
  /// in none: their sum follows from the pair total.
  std::vector<double> others_of_first(std::int64_t set) const {
    return others(regions_.sum_first, regions_.sum_second, set);
  }
  std::vector<double> others_of_second(std::int64_t set) const {
    return others(regions_.sum_second, regions_.sum_first, set);
  }

  /// Weighted number of pairs inside a region.
  double inside(std::int64_t set, std::int64_t region) const {
    double const sum = first(set, region);
    if (!is_auto()) {
      return sum * second(set, region);
    }
    // Of one point the two are the same number, but not in a fused multiplication and addition.
    double const square = sum * sum;
    double const squares = at(regions_.sum2_first, set, region);
    return square == squares ? 0.0 : 0.5 * (square - squares);
  }

 private:
  double at(std::vector<double> const& sums, std::int64_t set, std::int64_t region) const {
    return sums.empty() ? 0.0 : sums[index(set * size_ + region)];
  }
  std::vector<double> others(std::vector<double> const& own, std::vector<double> const& other,
                             std::int64_t set) const {
    std::vector<double> const& labelled = own.empty() ? other : own;
    auto const begin = labelled.begin() + set * size_;
    std::vector<double> const sums(begin, begin + size_);
    return own.empty() ? std::vector<double>(
                             sums.size(), total_ / std::accumulate(sums.begin(), sums.end(), 0.0))
                       : sums_of_others(sums);
  }

  PairKind kind_;
  RegionCounts const& regions_;
  std::int64_t size_;
  double total_;
  std::int64_t sets_;
};

// Only products are added up, none is taken away: where no weight is left, the total is 0. In auto
// counts a pair between r < s is first for r and second for s.
void add_auto_set(RegionSums const& sums, std::int64_t set, std::vector<RegionTotals>& totals) {
  double before = 0.0;
  double pairs_before = 0.0;
  std::vector<double> before_region(totals.size());
  for (std::int64_t r = 0; r < sums.regions(); ++r) {
    RegionTotals& total = totals[index(r)];
    before_region[index(r)] = before;
    total.both += sums.inside(set, r);
    total.second += sums.first(set, r) * before;
    total.neither += pairs_before;
    pairs_before += sums.inside(set, r) + sums.first(set, r) * before;
    before += sums.first(set, r);
  }
  double after = 0.0;
  double pairs_after = 0.0;
  for (std::int64_t r = sums.regions() - 1; r >= 0; --r) {
    RegionTotals& total = totals[index(r)];
    total.first += sums.first(set, r) * after;
    total.neither += pairs_after + before_region[index(r)] * after;
    pairs_after += sums.inside(set, r) + sums.first(set, r) * after;
    after += sums.first(set, r);
  }
}

void add_cross_set(RegionSums const& sums, std::int64_t set, std::vector<RegionTotals>& totals) {
  std::vector<double> const others_first = sums.others_of_first(set);
  std::vector<double> const others_second = sums.others_of_second(set);
  for (std::int64_t r = 0; r < sums.regions(); ++r) {
    double const other_first = others_first[index(r)];
    double const other_second = others_second[index(r)];
    RegionTotals& total = totals[index(r)];
    total.both += sums.inside(set, r);
    total.first += sums.first(set, r) * other_second;
    total.second += other_first * sums.second(set, r);
    total.neither += other_first * other_second;
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
  return kind == PairKind::auto_count ? Shares{0.5, 0.5} : Shares{1.0, 0.0};
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

/// whole less its parts, which are rounded each: 0 where the rounding is as large as what is left,
/// as where all the pairs that are left have weights of 0.
double difference(double whole, std::array<double, 3> const& parts) {
  double left = whole;
  double size = std::abs(whole);
  for (double const part : parts) {
    left -= part;
    size += std::abs(part);
  }
  return std::abs(left) > 4.0 * std::numeric_limits<double>::epsilon() * size ? left : 0.0;
}

/// The pair total where region r counts multiplicity[r] times.
double total_of_resample(RegionSums const& sums, std::span<std::int64_t const> multiplicity) {
  double total = 0.0;
  for (std::int64_t set = 0; set < sums.sets(); ++set) {
    double first_before = 0.0;
    double second_before = 0.0;
    for (std::int64_t r = 0; r < sums.regions(); ++r) {
      auto const times = static_cast<double>(multiplicity[index(r)]);
      double const first = times * sums.first(set, r);
      double const second = sums.is_auto() ? 0.0 : times * sums.second(set, r);
      total +=
          times * sums.inside(set, r) +
          (sums.is_auto() ? first * first_before : first * second_before + second * first_before);
      first_before += first;
      second_before += second;
    }
  }
  return total;
}

SampledPairs pair_resample(PairCounts const& counts, std::span<std::int64_t const> multiplicity) {
  RegionCounts const& regions = counts.regions;
  std::int64_t const n = regions.regions;
  SIDERUM_VALIDATE(std::ssize(regions.matrix) == n * n * counts.bins(),
                   "The pairs of the regions with each other are not there (RegionMatrix::yes did"
                   " not ask for them, or regions x regions x bins would take more than 64 MB)."
                   " Count with it, use the marked bootstrap, or fewer regions.");
  SampledPairs sums = nothing(counts.bins());
  for (std::int64_t r = 0; r < n; ++r) {
    for (std::int64_t s = counts.kind == PairKind::auto_count ? r : 0; s < n; ++s) {
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

SampledPairs RegionSampler::neither(std::int64_t region) const {
  RegionCounts const& regions = counts_.regions;
  SampledPairs left = nothing(counts_.bins());
  left.total = totals_[index(region)].neither;
  for (std::int64_t k = 0; k < counts_.bins(); ++k) {
    std::size_t const at = index(region * counts_.bins() + k);
    std::int64_t const pairs =
        counts_.count[index(k)] - regions.both[at] - regions.first[at] - regions.second[at];
    left.pairs[index(k)] = counts_.weight.empty() ? static_cast<double>(pairs)
                           : pairs == 0
                               ? 0.0
                               : difference(counts_.weight[index(k)],
                                            {regions.both_weight[at], regions.first_weight[at],
                                             regions.second_weight[at]});
  }
  return left;
}

SampledPairs RegionSampler::without(std::int64_t region, JackknifeConvention convention) const {
  if (totals_.empty()) {
    return whole_;
  }
  Shares const shares = shares_of(convention, counts_.kind, counts_.regions.regions);
  RegionParts const left_out = parts(region);
  SampledPairs sums = neither(region);
  add(sums, 1.0 - shares.first, left_out.first);
  add(sums, 1.0 - shares.second, left_out.second);
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
