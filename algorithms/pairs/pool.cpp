// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/pair_sums.hpp>

#include <algorithm>

#include <siderum/core/error.hpp>

namespace siderum {

namespace {

template <class Number>
void add_to(std::vector<Number>& sum, std::vector<Number> const& part) {
  sum.resize(std::min(sum.size(), part.size()));
  for (std::size_t i = 0; i < sum.size(); ++i) {
    sum[i] += part[i];
  }
}

template <class Number>
void append_to(std::vector<Number>& list, std::vector<Number> const& part) {
  list.insert(list.end(), part.begin(), part.end());
}

// Of the mean separations, each weighs as its weighted number of pairs.
std::vector<double> mean_separation_of(PairCounts const& a, PairCounts const& b) {
  std::vector<double> mean;
  for (std::size_t k = 0; k < a.mean_separation.size() && k < b.mean_separation.size(); ++k) {
    double const weight_a = a.weight.empty() ? static_cast<double>(a.count[k]) : a.weight[k];
    double const weight_b = b.weight.empty() ? static_cast<double>(b.count[k]) : b.weight[k];
    mean.push_back(a.count[k] == 0 ? b.mean_separation[k]
                   : b.count[k] == 0
                       ? a.mean_separation[k]
                       : (weight_a * a.mean_separation[k] + weight_b * b.mean_separation[k]) /
                             (weight_a + weight_b));
  }
  return mean;
}

void add_regions(RegionCounts& sum, RegionCounts const& part) {
  add_to(sum.points_first, part.points_first);
  add_to(sum.points_second, part.points_second);
  append_to(sum.sum_first, part.sum_first);
  append_to(sum.sum_second, part.sum_second);
  append_to(sum.sum2_first, part.sum2_first);
  append_to(sum.sum2_second, part.sum2_second);
  add_to(sum.both, part.both);
  add_to(sum.first, part.first);
  add_to(sum.second, part.second);
  add_to(sum.both_weight, part.both_weight);
  add_to(sum.first_weight, part.first_weight);
  add_to(sum.second_weight, part.second_weight);
  add_to(sum.matrix, part.matrix);
  add_to(sum.matrix_weight, part.matrix_weight);
}

void weigh(std::vector<double>& weight, std::vector<std::int64_t> const& count) {
  if (weight.empty()) {
    weight.assign(count.begin(), count.end());
  }
}

/// The same counts as sums of weights of 1.
PairCounts weighted(PairCounts counts) {
  RegionCounts& regions = counts.regions;
  weigh(counts.weight, counts.count);
  weigh(regions.both_weight, regions.both);
  weigh(regions.first_weight, regions.first);
  weigh(regions.second_weight, regions.second);
  weigh(regions.matrix_weight, regions.matrix);
  return counts;
}

/// Whether one catalogue of cross counts has regions and the other has none.
bool has_one_sided_regions(PairCounts const& counts) {
  RegionCounts const& regions = counts.regions;
  return counts.kind == PairKind::cross_count && regions.regions > 0 &&
         regions.sum_first.empty() != regions.sum_second.empty();
}

void require_alike(PairCounts const& sum, PairCounts const& part) {
  SIDERUM_VALIDATE(part.edges == sum.edges && part.kind == sum.kind &&
                       part.regions.regions == sum.regions.regions,
                   "The counts cannot be pooled (their edges, kinds or regions differ). Count them"
                   " alike.");
  SIDERUM_VALIDATE(!has_one_sided_regions(sum) && !has_one_sided_regions(part),
                   "The counts cannot be pooled (only one of the two catalogues has regions, and"
                   " the total weight of the other is not kept). Label both, or neither.");
}

}  // namespace

PairCounts pool(std::span<PairCounts const> sets) {
  SIDERUM_VALIDATE(!sets.empty(), "There are no counts to pool (a sum needs one at least).");
  bool const has_weights = std::any_of(
      sets.begin(), sets.end(), [](PairCounts const& counts) { return !counts.weight.empty(); });
  auto const as_counted = [has_weights](PairCounts const& counts) {
    return has_weights ? weighted(counts) : counts;
  };
  PairCounts sum = as_counted(sets[0]);
  for (PairCounts const& set : sets.subspan(1)) {
    require_alike(sum, set);
    PairCounts const part = as_counted(set);
    sum.mean_separation = mean_separation_of(sum, part);
    add_to(sum.count, part.count);
    add_to(sum.weight, part.weight);
    sum.points_first += part.points_first;
    sum.points_second += part.points_second;
    sum.sets += part.sets;
    sum.total += part.total;
    add_regions(sum.regions, part.regions);
  }
  return sum;
}

}  // namespace siderum
