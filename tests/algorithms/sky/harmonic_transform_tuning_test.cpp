// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>
#include <type_traits>
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

/// What the stages of a backend may choose.
template <class V>
StageChoices choices_of() {
  using Synthesis = typename V::Backend::template LegendreSynthesis<TestSpace, double>;
  using Analysis = typename V::Backend::template LegendreAnalysis<TestSpace, double>;
  StageChoices choices = Synthesis::choices();
  for (StageChoice const& choice : Analysis::choices()) {
    choices.push_back(choice);
  }
  return choices;
}

TYPED_TEST(HarmonicTransformTuning, ChoicesChangeRoundingOnly) {
  auto const a = this->coefficients(1);
  auto const x = this->maps(1);
  Plan<TypeParam> const plain(TestSpace(), this->grid, this->range);
  auto const map = make_maps<TypeParam>(plain, a);
  auto const b = make_coefficients<TypeParam>(plain, x);
  for (int const choice : {1, 2, 3, 4, 8, 16, 100, 1000}) {
    SCOPED_TRACE(choice);
    HarmonicTransformOptions options;
    for (StageChoice const& one : choices_of<TypeParam>()) {
      options.tuning.set(one.name, choice);
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
    options.tuning.set("synthesis_pairs", width);
    options.tuning.set("analysis_pairs", width);
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
    for (StageChoice const& choice : legendre_choices<TestSpace>()) {
      int const value = best.tuning.value(choice.name);
      auto const& tried = choice.values;
      EXPECT_TRUE(value == 0 || std::find(tried.begin(), tried.end(), value) != tried.end())
          << choice.name << ' ' << value;
    }
  }
}

TEST(LegendreChoices, HaveTheNamesOfUsersCaches) {
  std::vector<std::string> names;
  for (StageChoice const& choice : legendre_choices<TestSpace>()) {
    names.push_back(choice.name);
  }
  std::vector<std::string> expected;
  if constexpr (is_host<TestSpace>) {
    expected = {"host_vectors", "host_places"};
  } else if constexpr (!std::is_same_v<DefaultBackend, backend::Portable>) {
    expected = {"synthesis_pairs", "synthesis_warps", "synthesis_staged", "analysis_pairs",
                "partial_sums",    "analysis_warps",  "analysis_staged"};
  }
  EXPECT_EQ(names, expected);
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
  StageChoices const choices{{"wide", {}}, {"deep", {}}, {"high", {}}, {"long", {}}};
  auto const found = [&](std::string const& device, HarmonicSize of) {
    return tuned_legendre(cache, device, of, choices);
  };
  EXPECT_EQ(found("here", size), StageTuning());
  cache.set("here", legendre_choice_name(size, "wide"), 3.0);
  cache.set("here", legendre_choice_name(size, "deep"), 48.0);
  cache.set("here", legendre_choice_name(size, "high"), -2.0);
  cache.set("here", legendre_choice_name(size, "long"), 1e300);
  cache.set("here", legendre_choice_name(size, "of_another_backend"), 5.0);
  StageTuning expected;
  expected.set("wide", 3);
  expected.set("deep", 48);
  EXPECT_EQ(found("here", size), expected);
  EXPECT_EQ(found("here", {1100, 600}), expected);
  EXPECT_EQ(found("there", size), StageTuning());
  EXPECT_EQ(found("here", {4095, 2048}), expected);
  EXPECT_EQ(found("here", {4095, 4096}), StageTuning());
  EXPECT_EQ(found("here", {511, 256}), StageTuning());
}

}  // namespace
}  // namespace siderum::test
