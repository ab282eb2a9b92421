// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/pairs/pair_counts.hpp>
#include <siderum/core/random.hpp>

#include "reference/pair_counts.hpp"
#include "support/matchers.hpp"
#include "support/spaces.hpp"

/// Catalogues, what the library counts in them and what the oracle does.
namespace siderum::test {

/// A catalogue as a user holds it.
struct Sky {
  std::vector<double> ra;   // [deg]
  std::vector<double> dec;  // [deg]
  std::vector<double> weight = {};
  std::vector<std::int32_t> region = {};
  std::int64_t regions = 0;

  std::int64_t points() const { return static_cast<std::int64_t>(ra.size()); }

  void add(double ra_deg, double dec_deg) {
    ra.push_back(ra_deg);
    dec.push_back(dec_deg);
  }

  Catalogue<Kokkos::HostSpace> catalogue() const {
    return make_catalogue(ra, dec, weight, region, regions);
  }
};

inline Catalogue<TestMemory> on_test_space(Catalogue<Kokkos::HostSpace> const& host) {
  TestSpace const exec;
  auto const there = mirror_to(exec, host);
  exec.fence();
  return there;
}

/// Uniform points on the whole sphere, or within `radius_deg` of (150, 2) deg.
inline Sky draw_sky(std::int64_t points, std::uint64_t stream, double radius_deg = 180.0) {
  Sky sky;
  CounterRandom random(77, stream);
  constexpr double degree = std::numbers::pi / 180.0;
  while (sky.points() < points) {
    if (radius_deg >= 180.0) {
      sky.add(random.uniform(0.0, 360.0), std::asin(random.uniform(-1.0, 1.0)) / degree);
    } else {
      double const r = radius_deg * std::sqrt(random.uniform());
      double const phi = random.uniform(0.0, 2.0 * std::numbers::pi);
      sky.add(150.0 + r * std::cos(phi) / std::cos(2.0 * degree), 2.0 + r * std::sin(phi));
    }
  }
  return sky;
}

inline void draw_weights(Sky& sky, std::uint64_t stream) {
  CounterRandom random(78, stream);
  for (std::int64_t i = 0; i < sky.points(); ++i) {
    sky.weight.push_back(random.uniform(-0.2, 2.0));
  }
}

/// Regions in stripes of right ascension; the last stays empty.
inline void draw_regions(Sky& sky, std::int64_t regions) {
  sky.regions = regions;
  for (double const ra : sky.ra) {
    double const turn = ra / 360.0 - std::floor(ra / 360.0);
    sky.region.push_back(static_cast<std::int32_t>(turn * static_cast<double>(regions - 1)));
  }
}

template <class V>
PairCountOptions options_of() {
  PairCountOptions options;
  options.precision =
      std::is_same_v<typename V::Real, float> ? PairPrecision::fp32 : PairPrecision::fp64;
  return options;
}

template <class V>
PairCounts count(Sky const& sky, SeparationBins const& bins,
                 PairCountOptions const& options = options_of<V>()) {
  return count_pairs<typename V::Backend>(TestSpace(), on_test_space(sky.catalogue()), bins,
                                          options);
}

template <class V>
PairCounts count(Sky const& first, Sky const& second, SeparationBins const& bins,
                 PairCountOptions const& options = options_of<V>()) {
  return count_pairs<typename V::Backend>(TestSpace(), on_test_space(first.catalogue()),
                                          on_test_space(second.catalogue()), bins, options);
}

/// What the oracle says, (regions, regions, bins).
struct ExpectedPairs {
  std::int64_t regions;
  std::int64_t bins;
  std::vector<std::int64_t> matrix;
  std::vector<long double> weights;
  std::vector<long double> thetas;

  template <class Value>
  std::vector<Value> sum_of_regions(std::vector<Value> const& cells) const {
    std::vector<Value> sums(bins, Value(0));
    for (std::size_t cell = 0; cell < cells.size(); ++cell) {
      sums[cell % bins] += cells[cell];
    }
    return sums;
  }
  std::vector<std::int64_t> count() const { return sum_of_regions(matrix); }
  std::vector<long double> weight() const { return sum_of_regions(weights); }
  std::vector<long double> theta() const { return sum_of_regions(thetas); }
};

enum class Oracle { counts, sums };

inline ExpectedPairs expected_pairs(Sky const& first, Sky const* second, SeparationBins const& bins,
                                    Oracle asked = Oracle::counts) {
  auto const points_of = [](Sky const& sky, Catalogue<Kokkos::HostSpace> const& catalogue) {
    return reference::PairPoints{catalogue.points(),
                                 catalogue.x.data(),
                                 catalogue.y.data(),
                                 catalogue.z.data(),
                                 sky.weight.empty() ? nullptr : sky.weight.data(),
                                 sky.region.empty() ? nullptr : sky.region.data()};
  };
  auto const one = first.catalogue();
  auto const other = second == nullptr ? one : second->catalogue();
  reference::PairPoints const points = points_of(first, one);
  reference::PairPoints const others = second == nullptr ? points : points_of(*second, other);
  std::int64_t const regions =
      std::max<std::int64_t>({1, first.regions, second == nullptr ? 0 : second->regions});
  auto const cells = static_cast<std::size_t>(regions * regions * bins.count());
  ExpectedPairs expected{regions, bins.count(), std::vector<std::int64_t>(cells),
                         std::vector<long double>(asked == Oracle::sums ? cells : 0),
                         std::vector<long double>(asked == Oracle::sums ? cells : 0)};
  long double* const weights = asked == Oracle::sums ? expected.weights.data() : nullptr;
  reference::pair_counts(points, second == nullptr ? nullptr : &others, bins.count(),
                         bins.edges.data(), regions, expected.matrix.data(), weights,
                         expected.thetas.data());
  return expected;
}

/// FP64: the same integers. FP32: within what its documentation allows, 1e-3 N and 3 pairs.
template <class V>
testing::AssertionResult counts_agree(std::vector<std::int64_t> const& actual,
                                      std::vector<std::int64_t> const& expected) {
  std::vector<double> tolerance;
  for (std::int64_t const pairs : expected) {
    tolerance.push_back(std::is_same_v<typename V::Real, float>
                            ? std::max(1e-3 * static_cast<double>(pairs), 3.0)
                            : 0.0);
  }
  return all_near_each(actual, expected, tolerance);
}

inline std::int64_t sum_of(std::vector<std::int64_t> const& values) {
  std::int64_t sum = 0;
  for (std::int64_t const value : values) {
    sum += value;
  }
  return sum;
}

}  // namespace siderum::test
