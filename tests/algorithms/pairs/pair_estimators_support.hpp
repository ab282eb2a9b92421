// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <vector>

#include <siderum/core/pair_count_result.hpp>
#include <siderum/core/random.hpp>

/// Pair counts by region as their definition says, by plain loops over pairs.
namespace siderum::test {

struct SkyPoint {
  double ra, dec;  ///< [deg]
  double weight;
  std::int64_t region;
};
using SkyPointList = std::vector<SkyPoint>;

inline double separation(SkyPoint const& a, SkyPoint const& b) {
  constexpr long double degree = 0.01745329251994329576923690768L;
  long double const ddec = std::sin(0.5L * degree * (a.dec - b.dec));
  long double const dra = std::sin(0.5L * degree * (a.ra - b.ra));
  long double const haversine =
      ddec * ddec + std::cos(degree * a.dec) * std::cos(degree * b.dec) * dra * dra;
  return static_cast<double>(2.0L * std::asin(std::min(1.0L, std::sqrt(haversine))) / degree);
}

/// Points over the whole sky with regions at random and weights of 1/8 .. 2, so that sums of
/// products are exact.
inline SkyPointList random_list(std::int64_t points, std::int64_t regions, std::uint64_t seed) {
  CounterRandom random(seed, 0);
  SkyPointList list;
  for (std::int64_t i = 0; i < points; ++i) {
    double const ra = random.uniform(0.0, 360.0);
    double const dec = std::asin(random.uniform(-1.0, 1.0)) * 57.29577951308232;
    double const weight = std::ceil(random.uniform(0.01, 16.0)) / 8.0;
    list.push_back({ra, dec, weight,
                    static_cast<std::int64_t>(random.uniform() * static_cast<double>(regions))});
  }
  return list;
}

inline SkyPointList without(SkyPointList list, std::int64_t region) {
  std::erase_if(list, [region](SkyPoint const& point) { return point.region == region; });
  return list;
}

enum class Weighted { no, yes };

/// Fills a PairCounts pair by pair.
class BruteForce {
 public:
  BruteForce(PairKind kind, std::vector<double> edges, std::int64_t regions, Weighted weighted)
      : weighted_(weighted), regions_(regions) {
    counts_.kind = kind;
    counts_.edges = std::move(edges);
    auto const bins = counts_.edges.size() - 1;
    auto const n = static_cast<std::size_t>(regions);
    counts_.sets = 0;
    counts_.count.assign(bins, 0);
    RegionCounts& by_region = counts_.regions;
    by_region.regions = regions;
    for (auto* list : {&by_region.both, &by_region.first, &by_region.second}) {
      list->assign(n * bins, 0);
    }
    by_region.matrix.assign(n * n * bins, 0);
    if (weighted == Weighted::yes) {
      counts_.weight.assign(bins, 0.0);
      for (auto* list :
           {&by_region.both_weight, &by_region.first_weight, &by_region.second_weight}) {
        list->assign(n * bins, 0.0);
      }
      by_region.matrix_weight.assign(n * n * bins, 0.0);
    }
  }

  void add_auto(SkyPointList const& list) {
    add_sums(list, counts_.regions.sum_first, counts_.regions.sum2_first);
    for (std::size_t i = 0; i < list.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        bool const ordered = list[i].region <= list[j].region;
        add_pair(ordered ? list[i] : list[j], ordered ? list[j] : list[i]);
      }
    }
    ++counts_.sets;
  }

  void add_cross(SkyPointList const& first, SkyPointList const& second) {
    add_sums(first, counts_.regions.sum_first, counts_.regions.sum2_first);
    add_sums(second, counts_.regions.sum_second, counts_.regions.sum2_second);
    for (SkyPoint const& a : first) {
      for (SkyPoint const& b : second) {
        add_pair(a, b);
      }
    }
    ++counts_.sets;
  }

  PairCounts const& counts() const { return counts_; }

 private:
  double weight_of(SkyPoint const& point) const {
    return weighted_ == Weighted::yes ? point.weight : 1.0;
  }

  void add_sums(SkyPointList const& list, std::vector<double>& sum, std::vector<double>& sum2) {
    std::size_t const start = sum.size();
    sum.resize(start + static_cast<std::size_t>(regions_), 0.0);
    sum2.resize(sum.size(), 0.0);
    for (SkyPoint const& point : list) {
      std::size_t const place = start + static_cast<std::size_t>(point.region);
      sum[place] += weight_of(point);
      sum2[place] += weight_of(point) * weight_of(point);
    }
  }

  void add_pair(SkyPoint const& a, SkyPoint const& b) {
    double const product = weight_of(a) * weight_of(b);
    counts_.total += product;
    double const angle = separation(a, b);
    auto const above = std::upper_bound(counts_.edges.begin(), counts_.edges.end(), angle);
    if (above == counts_.edges.begin() || above == counts_.edges.end()) {
      return;
    }
    auto const bin = static_cast<std::size_t>(above - counts_.edges.begin()) - 1;
    auto const bins = counts_.edges.size() - 1;
    auto const r = static_cast<std::size_t>(a.region);
    auto const s = static_cast<std::size_t>(b.region);
    auto const n = static_cast<std::size_t>(regions_);
    RegionCounts& by_region = counts_.regions;
    count(counts_.count, counts_.weight, bin, product);
    if (r == s) {
      count(by_region.both, by_region.both_weight, r * bins + bin, product);
    } else {
      count(by_region.first, by_region.first_weight, r * bins + bin, product);
      count(by_region.second, by_region.second_weight, s * bins + bin, product);
    }
    count(by_region.matrix, by_region.matrix_weight, (r * n + s) * bins + bin, product);
  }

  void count(std::vector<std::int64_t>& pairs, std::vector<double>& weights, std::size_t place,
             double product) const {
    ++pairs[place];
    if (weighted_ == Weighted::yes) {
      weights[place] += product;
    }
  }

  Weighted weighted_;
  std::int64_t regions_;
  PairCounts counts_;
};

inline PairCounts auto_counts(std::vector<SkyPointList> const& sets,
                              std::vector<double> const& edges, std::int64_t regions,
                              Weighted weighted = Weighted::no) {
  BruteForce brute(PairKind::auto_count, edges, regions, weighted);
  for (SkyPointList const& set : sets) {
    brute.add_auto(set);
  }
  return brute.counts();
}

inline PairCounts cross_counts(SkyPointList const& first, SkyPointList const& second,
                               std::vector<double> const& edges, std::int64_t regions,
                               Weighted weighted = Weighted::no) {
  BruteForce brute(PairKind::cross_count, edges, regions, weighted);
  brute.add_cross(first, second);
  return brute.counts();
}

}  // namespace siderum::test
