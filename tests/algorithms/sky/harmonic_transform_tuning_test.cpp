// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/sky/tune_harmonic_transform.hpp>
#include <siderum/core/spaces.hpp>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "support/matchers.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

template <class V>
class HarmonicTransformTuning : public testing::Test {
 public:
  using Real = typename V::Real;

  // More rings than the widest group of threads takes at once, in all forms of the recurrence.
  RingGrid grid = gauss_legendre_grid(1100, 9);
  HarmonicRange range = make_harmonic_range(333, 90);

  std::vector<Complexes> coefficients(std::size_t maps) const {
    std::vector<Complexes> a_lm;
    for (std::size_t map = 0; map < maps; ++map) {
      a_lm.push_back(random_coefficients_of<Real>(range, static_cast<unsigned>(map)));
    }
    return a_lm;
  }
  std::vector<Pixels> maps(std::size_t count) const {
    std::vector<Pixels> maps;
    for (std::size_t map = 0; map < count; ++map) {
      maps.push_back(random_map<Real>(grid, static_cast<unsigned>(map)));
    }
    return maps;
  }

  double tolerance() const { return harmonic_transform_tolerance<Real>(range.lmax); }

  void expect_same(std::vector<Pixels> const& maps, std::vector<Pixels> const& expected) const {
    for (std::size_t map = 0; map < maps.size(); ++map) {
      double const scale = tolerance() * root_mean_square(expected[map]);
      for (std::size_t i = 0; i < maps[map].size(); ++i) {
        ASSERT_TRUE(near_value(maps[map][i], expected[map][i], scale)) << map << " " << i;
      }
    }
  }
  void expect_same(std::vector<Complexes> const& a, std::vector<Complexes> const& expected) const {
    for (std::size_t map = 0; map < a.size(); ++map) {
      double const scale = tolerance() * root_mean_square(expected[map]);
      for (std::size_t i = 0; i < a[map].size(); ++i) {
        ASSERT_TRUE(near_value(a[map][i].real(), expected[map][i].real(), scale))
            << map << " " << i;
        ASSERT_TRUE(near_value(a[map][i].imag(), expected[map][i].imag(), scale))
            << map << " " << i;
      }
    }
  }
};
TYPED_TEST_SUITE(HarmonicTransformTuning, Variants, VariantNames);

TYPED_TEST(HarmonicTransformTuning, ChoicesChangeRoundingOnly) {
  auto const a = this->coefficients(1);
  auto const x = this->maps(1);
  Plan<TypeParam> const plain(TestSpace(), this->grid, this->range);
  auto const map = make_maps<TypeParam>(plain, a);
  auto const b = make_coefficients<TypeParam>(plain, x);
  for (int const choice : {1, 2, 3, 4, 8, 16, 100, 1000}) {
    SCOPED_TRACE(choice);
    HarmonicTransformOptions options;
    for (int* const field : fields_of(options.tuning)) {
      *field = choice;
    }
    Plan<TypeParam> const plan(TestSpace(), this->grid, this->range, options);
    this->expect_same(make_maps<TypeParam>(plan, a), map);
    this->expect_same(make_coefficients<TypeParam>(plan, x), b);
  }
}

TYPED_TEST(HarmonicTransformTuning, AnyNumberOfMapsIsTransformedAsOneByOne) {
  constexpr std::size_t most = 6;
  auto const a = this->coefficients(most);
  auto const x = this->maps(most);
  Plan<TypeParam> const alone(TestSpace(), this->grid, this->range);
  for (int const width : {2, 4}) {
    HarmonicTransformOptions options;
    options.maps = most;
    options.tuning.synthesis_pairs = width;
    options.tuning.analysis_pairs = width;
    Plan<TypeParam> const together(TestSpace(), this->grid, this->range, options);
    for (std::size_t maps = 1; maps <= most; ++maps) {
      SCOPED_TRACE(testing::Message() << maps << " maps, width " << width);
      std::vector<Complexes> const some_a(a.begin(), a.begin() + static_cast<long>(maps));
      std::vector<Pixels> const some_x(x.begin(), x.begin() + static_cast<long>(maps));
      auto const map = make_maps<TypeParam>(together, some_a);
      auto const b = make_coefficients<TypeParam>(together, some_x);
      for (std::size_t i = 0; i < maps; ++i) {
        this->expect_same({map[i]}, make_maps<TypeParam>(alone, {a[i]}));
        this->expect_same({b[i]}, make_coefficients<TypeParam>(alone, {x[i]}));
      }
    }
  }
}

TEST(TuneLegendre, FindsChoicesThatPlansTake) {
  auto const found = tune_legendre(TestSpace(), tuned_lmax[0]);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_EQ(found[0].size.pairs, 512);
  EXPECT_EQ(found[1].size.pairs, 256);
  for (TunedLegendre best : found) {
    EXPECT_EQ(best.size.lmax, tuned_lmax[0]);
    for (int const* const field : fields_of(best.tuning)) {
      EXPECT_GE(*field, 0);
      EXPECT_LE(*field, 128);
    }
    if constexpr (is_host<TestSpace>) {
      EXPECT_EQ(best.tuning.analysis_pairs, 0);
      EXPECT_LE(best.tuning.host_vectors, 4);
    } else {
      EXPECT_EQ(best.tuning.host_places, 0);
      EXPECT_LE(best.tuning.analysis_pairs, 8);
    }
  }
}

TEST(TunedLegendreSizes, AreThoseOfTheNearestGrid) {
  auto const nearest = [](std::int64_t lmax, std::int64_t pairs) {
    HarmonicSize const size = nearest_tuned_size(lmax, pairs);
    return std::pair(size.lmax, size.pairs);
  };
  using Pair = std::pair<std::int64_t, std::int64_t>;
  EXPECT_EQ(nearest(0, 1), Pair(511, 256));
  EXPECT_EQ(nearest(700, 500), Pair(511, 512));
  EXPECT_EQ(nearest(800, 500), Pair(1023, 512));
  EXPECT_EQ(nearest(2047, 2048), Pair(2047, 2048));
  EXPECT_EQ(nearest(2047, 1024), Pair(2047, 1024));
  EXPECT_EQ(nearest(1000000, 5), Pair(4095, 2048));
}

TEST(TunedLegendre, IsWhatTheCacheHas) {
  TuningCache cache("");
  HarmonicSize const size{1023, 512};
  EXPECT_EQ(tuned_legendre(cache, "here", size), portable::LegendreTuning());
  cache.set("here", legendre_choice_name(size, "partial_sums"), 3.0);
  cache.set("here", legendre_choice_name(size, "host_places"), 48.0);
  cache.set("here", legendre_choice_name(size, "synthesis_warps"), -2.0);
  cache.set("here", legendre_choice_name(size, "analysis_warps"), 1e300);
  portable::LegendreTuning expected;
  expected.partial_sums = 3;
  expected.host_places = 48;
  EXPECT_EQ(tuned_legendre(cache, "here", size), expected);
  EXPECT_EQ(tuned_legendre(cache, "here", {1100, 600}), expected);
  EXPECT_EQ(tuned_legendre(cache, "there", size), portable::LegendreTuning());
  EXPECT_EQ(tuned_legendre(cache, "here", {4095, 2048}), expected);
  EXPECT_EQ(tuned_legendre(cache, "here", {4095, 4096}), portable::LegendreTuning());
  EXPECT_EQ(tuned_legendre(cache, "here", {511, 256}), portable::LegendreTuning());
}

}  // namespace
}  // namespace siderum::test
