// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pair_estimators/pair_sums.hpp>

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

}  // namespace

PairCounts pool(std::span<PairCounts const> sets) {
  SIDERUM_VALIDATE(!sets.empty(), "There are no counts to pool (a sum needs one at least).");
  PairCounts sum = sets[0];
  for (PairCounts const& part : sets.subspan(1)) {
    SIDERUM_VALIDATE(part.edges == sum.edges && part.kind == sum.kind &&
                         part.regions.regions == sum.regions.regions &&
                         part.weight.empty() == sum.weight.empty(),
                     "The counts cannot be pooled (their edges, kinds, regions or weights differ)."
                     " Count them alike.");
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
