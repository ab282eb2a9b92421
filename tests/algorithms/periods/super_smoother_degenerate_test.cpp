// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/super_smoother_support.hpp"

namespace siderum::test {
namespace {

/// A good object, each kind that cannot be searched, and a good object again.
Batch good_and_bad() {
  Batch batch;
  auto const add = [&batch](std::vector<double> const& time, std::vector<double> const& value) {
    for (std::size_t j = 0; j < time.size(); ++j) {
      batch.add_point(time[j], value[j], 0.25 + 0.125 * static_cast<double>(j % 3));
    }
    batch.end_object();
  };
  add({0.0, 1.5, 2.25, 7.75, 9.0, 11.5}, {1.0, 0.5, 2.0, 0.25, 1.75, 0.0});
  add({}, {});
  add({1.0}, {3.0});
  add({1.0, 2.0, 4.5, 5.75}, {1.0, 0.0, 2.0, 4.0});
  add({5.0, 5.0, 5.0, 5.0, 5.0}, {1.0, 2.0, 3.0, 4.0, 5.0});
  add({0.0, 1.5, 2.25, 7.75, 9.0}, {16.7, 16.7, 16.7, 16.7, 16.7});
  add({2.0, 3.5, 4.25, 9.75, 11.0}, {1.0, 0.5, 2.0, 0.25, 1.75});
  round_to<float>(batch);
  return batch;
}

/// Points whose times are multiples of 2^-4, so that phases at 2^-k are exact and some are equal.
template <class Real>
Batch on_a_lattice(std::vector<std::int64_t> const& points) {
  Batch batch;
  for (std::size_t object = 0; object < points.size(); ++object) {
    CounterRandom random(61, object);
    for (std::int64_t j = 0; j < points[object]; ++j) {
      double const t = std::floor(random.uniform(0.0, 800.0)) / 16.0;
      batch.add_point(t, 3.0 + std::sin(t) + 0.2 * random.normal(), 0.1 + random.uniform());
    }
    batch.end_object();
  }
  round_to<Real>(batch);
  return batch;
}

std::vector<SuperSmootherOptions> const smoothers{
    {},
    {.alpha = 0.0},
    {.ends = PhaseEnds::open},
    {.variant = SmootherVariant::single_pass},
    {.variant = SmootherVariant::single_pass, .alpha = 0.0},
    published_multi_pass(),
    published_single_pass(),
    {.span = 0.3}};

template <class V>
class SuperSmootherDegenerate : public testing::Test {
 protected:
  using Value = typename V::Real;

  /// The oracle's powers, all of them numbers of at most n/2.
  static void expect_powers(Batch const& batch, std::vector<double> const& frequency,
                            SuperSmootherOptions const& options) {
    auto const actual = smooth_search<V>(batch, to_list(frequency), options);
    std::vector<long double> const exact(frequency.begin(), frequency.end());
    EXPECT_TRUE(agrees(actual.power, expected_smooth<Value>(batch, exact, options)))
        << name_of(options);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      auto const largest = static_cast<Value>(0.5 * static_cast<double>(batch.points(object)));
      for (Value const power : actual.row(object)) {
        EXPECT_TRUE(std::isfinite(power) && power <= largest) << power << ", " << name_of(options);
      }
    }
  }
};
TYPED_TEST_SUITE(SuperSmootherDegenerate, Variants, VariantNames);

TYPED_TEST(SuperSmootherDegenerate, EveryObjectGetsItsStatusAndNaN) {
  Batch const batch = good_and_bad();
  FrequencyGrid const grid{0.03, 0.01, 45};
  std::vector<ObjectStatus> const expected{ObjectStatus::ok,
                                           ObjectStatus::no_points,
                                           ObjectStatus::too_few_points,
                                           ObjectStatus::too_few_points,
                                           ObjectStatus::no_time_span,
                                           ObjectStatus::constant,
                                           ObjectStatus::ok};
  for (SuperSmootherOptions const& options : smoothers) {
    auto const found = smooth_search<TypeParam>(batch, grid, options);
    auto const best = best_smooth_search<TypeParam>(batch, grid, options);
    EXPECT_EQ(found.status, expected);
    EXPECT_EQ(best.status, expected);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      if (expected[object] == ObjectStatus::ok) {
        EXPECT_GE(best.index[object], 0);
        EXPECT_TRUE(std::isfinite(best.power[object]));
      } else {
        EXPECT_TRUE(all_nan(found.row(object))) << "object " << object;
        EXPECT_EQ(best.index[object], -1) << "object " << object;
        EXPECT_TRUE(std::isnan(best.power[object])) << "object " << object;
      }
    }
  }
}

TYPED_TEST(SuperSmootherDegenerate, ABatchWithoutObjectsIsNothing) {
  Batch const batch;
  FrequencyGrid const grid{0.03, 0.01, 45};
  EXPECT_EQ(smooth_search<TypeParam>(batch, grid).power.size(), 0U);
  EXPECT_EQ(best_smooth_search<TypeParam>(batch, grid).index.size(), 0U);
}

// The published single pass divides 0 by 0 for 4 to 9 points.
TYPED_TEST(SuperSmootherDegenerate, FromFivePointsOnThereIsAnAnswer) {
  auto const batch =
      draw_batch<typename TypeParam::Real>({5, 6, 7, 8, 9, 10, 14, 15, 24, 25}, 90.0, 0.7);
  for (SuperSmootherOptions const& options : smoothers) {
    this->expect_powers(batch, {0.013, 0.1, 0.7, 1.0, 3.3}, options);
  }
}

// All times are multiples of the period: there is one phase, and the mean is the smooth curve.
TYPED_TEST(SuperSmootherDegenerate, OnePhaseHasPowerZero) {
  auto const batch = on_a_lattice<typename TypeParam::Real>({5, 9, 43, 130});
  for (SuperSmootherOptions const& options : smoothers) {
    auto const power = smooth_search<TypeParam>(batch, to_list({16.0, 32.0, 48.0}), options).power;
    EXPECT_TRUE(all_near(power, std::vector<double>(power.size(), 0.0),
                         65.0 * 16.0 * std::numeric_limits<typename TypeParam::Real>::epsilon()))
        << name_of(options);
  }
}

// Phases fall on 2, 4, 16 or 64 values: most are equal to others, in part all within a window.
TYPED_TEST(SuperSmootherDegenerate, EqualPhasesAreAveragedOrKept) {
  auto const batch = on_a_lattice<typename TypeParam::Real>({5, 9, 43, 130});
  for (SuperSmootherOptions const& options : smoothers) {
    this->expect_powers(batch, {8.0, 4.0, 1.0, 0.25, 24.0, 3.0}, options);
  }
  auto const average = smooth_search<TypeParam>(batch, to_list({0.25})).power;
  auto const keep =
      smooth_search<TypeParam>(batch, to_list({0.25}), {.equal_phases = EqualPhases::keep}).power;
  EXPECT_NE(average, keep);
}

// Frequencies are worked on side by side: those at which phases are equal must not show in others.
TYPED_TEST(SuperSmootherDegenerate, TiesAtOneFrequencyDoNotTouchOthers) {
  Batch batch;
  for (int const points : {9, 43, 60, 130, 300}) {
    for (int j = 0; j < points; ++j) {
      batch.add_point((37 * j % 800) / 16.0, 3.0 + (29 * j % 17) / 8.0, 0.25 + 0.125 * (j % 3));
    }
    batch.end_object();
  }
  std::vector<double> const tied{1.0, 2.0, 0.25, 4.0, 0.125};
  std::vector<double> const apart{0.3711, 1.0337, 2.7139, 0.0917, 5.3113};
  std::vector<double> mixed;
  for (std::size_t k = 0; k < apart.size(); ++k) {
    mixed.push_back(tied[k]);
    mixed.push_back(apart[k]);
  }
  for (SuperSmootherOptions const& options : smoothers) {
    auto const beside_ties = smooth_search<TypeParam>(batch, to_list(mixed), options);
    auto const alone = smooth_search<TypeParam>(batch, to_list(apart), options);
    for (std::int64_t object = 0; object < batch.objects(); ++object) {
      for (std::size_t k = 0; k < apart.size(); ++k) {
        EXPECT_EQ(beside_ties.row(object)[2 * k + 1], alone.row(object)[k])
            << "object " << object << ", frequency " << apart[k] << ", " << name_of(options);
      }
    }
  }
}

// Six different times, eight points at each: at most frequencies six phases.
TYPED_TEST(SuperSmootherDegenerate, RepeatedTimesAreEqualPhases) {
  Batch batch;
  for (int j = 0; j < 48; ++j) {
    batch.add_point(std::vector<double>{0.0, 1.25, 3.5, 4.0, 7.75, 9.5}[j % 6], (7 * j) % 11, 1.0);
  }
  batch.end_object();
  for (SuperSmootherOptions const& options : smoothers) {
    this->expect_powers(batch, {0.125, 0.25, 1.0, 2.0, 4.0, 0.5}, options);
  }
}

// Two levels without noise: residuals and validation scores are zero over long stretches.
TYPED_TEST(SuperSmootherDegenerate, ACurveWithoutNoiseHasAnAnswer) {
  Batch batch;
  CounterRandom random(67, 0);
  for (int j = 0; j < 90; ++j) {
    double const t = random.uniform(0.0, 100.0);
    batch.add_point(t, std::fmod(0.7 * t, 1.0) < 0.3 ? 11.0 : 12.0, 1.0);
  }
  batch.end_object();
  FrequencyGrid const grid = half_open_grid(0.3, 1.0, 700);
  for (SuperSmootherOptions const& options : smoothers) {
    auto const all = smooth_search<TypeParam>(batch, grid, options);
    for (auto const power : all.power) {
      EXPECT_TRUE(std::isfinite(power)) << name_of(options);
    }
    auto const best = best_smooth_search<TypeParam>(batch, grid, options);
    EXPECT_NEAR(grid.frequency(best.index[0]), 0.7, 0.01) << name_of(options);
  }
}

// One error a million times smaller than the others: its point carries every window it is in.
TYPED_TEST(SuperSmootherDegenerate, OnePointOfAllTheWeightLeavesNumbers) {
  auto batch = draw_batch<typename TypeParam::Real>({20, 7}, 100.0, 0.7);
  batch.error[7] = 1e-8;
  batch.error[23] = 1e-8;
  round_to<typename TypeParam::Real>(batch);
  FrequencyGrid const grid{0.05, 0.01, 99};
  for (SuperSmootherOptions const& options : smoothers) {
    auto const all = smooth_search<TypeParam>(batch, grid, options);
    EXPECT_EQ(all.status, (std::vector<ObjectStatus>(2, ObjectStatus::ok)));
    for (auto const power : all.power) {
      EXPECT_TRUE(std::isfinite(power)) << name_of(options);
    }
  }
}

// Squares of 1e200 are infinite in FP64, and 1e-27 squared is no float above zero.
TYPED_TEST(SuperSmootherDegenerate, ValuesThatOverflowOrUnderflowAreNoPeriods) {
  FrequencyGrid const grid{0.05, 0.01, 99};
  Batch batch = draw_batch<double>({43}, 100.0, 0.7);
  bool const single = std::is_same_v<typename TypeParam::Real, float>;
  auto const usual = best_smooth_search<TypeParam>(batch, grid);
  for (double& value : batch.value) {
    value *= single ? 1e-27 : 1e200;
  }
  auto const best = best_smooth_search<TypeParam>(batch, grid);
  if (best.status[0] == ObjectStatus::ok) {
    EXPECT_EQ(best.index, usual.index);
  } else {
    EXPECT_EQ(best.status[0], ObjectStatus::out_of_range);
    EXPECT_EQ(best.index[0], -1);
    EXPECT_TRUE(std::isnan(best.power[0]));
  }
}

}  // namespace
}  // namespace siderum::test
