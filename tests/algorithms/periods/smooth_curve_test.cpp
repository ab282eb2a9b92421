// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/smooth_curve.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>

#include "reference/super_smoother.hpp"
#include "support/golden_supsmu.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

using Doubles = std::vector<double>;

SuperSmootherOptions options_of(GoldenSmooth const& curve) {
  SuperSmootherOptions options;
  options.ends = curve.periodic ? PhaseEnds::periodic : PhaseEnds::open;
  options.alpha = curve.bass;
  options.span = curve.span;
  return options;
}

TEST(Smooth, AgreesWithR) {
  double worst = 0.0;
  for (GoldenSupsmu const& golden : read_golden_supsmu()) {
    for (GoldenSmooth const& curve : golden.curves) {
      Doubles const actual = smooth_curve(
          golden.x, golden.y, curve.weighted ? golden.weight : Doubles{}, options_of(curve));
      EXPECT_TRUE(all_near(actual, curve.fit, supsmu_tolerance))
          << golden.name << ", periodic " << curve.periodic << ", weighted " << curve.weighted
          << ", bass " << curve.bass << ", span " << curve.span;
      for (std::size_t j = 0; j < std::min(actual.size(), curve.fit.size()); ++j) {
        worst = std::max(worst, std::fabs(actual[j] - curve.fit[j]));
      }
    }
  }
  RecordProperty("worst_1e-12", std::to_string(worst * 1e12));
}

struct Points {
  Doubles x;
  Doubles y;
  Doubles w;
};

Points draw_points(std::int64_t count) {
  CounterRandom random(71, 0);
  Points points;
  for (std::int64_t j = 0; j < count; ++j) {
    points.x.push_back(random.uniform());
    points.y.push_back(std::sin(6.2831853 * points.x.back()) + 0.3 * random.normal());
    points.w.push_back(std::exp(0.7 * random.normal()));
  }
  return points;
}

/// The numbers of the points at some ranks.
Doubles in_order(Doubles const& all, std::vector<std::size_t> const& order) {
  Doubles some;
  for (std::size_t const j : order) {
    some.push_back(all[j]);
  }
  return some;
}

TEST(Smooth, AgreesWithTheOracleInAnyOrderOfThePoints) {
  for (std::int64_t const count : {5, 9, 43, 1000}) {
    Points const points = draw_points(count);
    std::vector<std::size_t> order(points.x.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return points.x[a] < points.x[b]; });
    auto const sorted = [&order](Doubles const& all) {
      Doubles const some = in_order(all, order);
      return std::vector<long double>(some.begin(), some.end());
    };
    for (SuperSmootherOptions const& options :
         {SuperSmootherOptions{}, published_multi_pass(), published_single_pass(),
          SuperSmootherOptions{.alpha = 0.0}, SuperSmootherOptions{.span = 0.1}}) {
      std::vector<long double> expected(points.x.size());
      reference::smooth(count, sorted(points.x).data(), sorted(points.y).data(),
                        sorted(points.w).data(), options, expected.data());
      auto const fit = in_order(smooth_curve(points.x, points.y, points.w, options), order);
      EXPECT_TRUE(all_near(fit, expected, 1e-10)) << count << " points";
    }
  }
}

TEST(Smooth, TakesWeightsAsGiven) {
  Points const points = draw_points(43);
  Doubles small = points.w;
  for (double& w : small) {
    w *= 1e-7;
  }
  // S falls below the slope guard, and every line is level.
  EXPECT_FALSE(all_near(smooth_curve(points.x, points.y, small),
                        smooth_curve(points.x, points.y, points.w), 1e-3));
  EXPECT_TRUE(all_near(smooth_curve(points.x, points.y, Doubles(43, 1.0)),
                       smooth_curve(points.x, points.y, {}), 1e-12));
}

TEST(Smooth, OpenEndsTakeAnyX) {
  Points points = draw_points(43);
  SuperSmootherOptions const open{.ends = PhaseEnds::open};
  Doubles const fit = smooth_curve(points.x, points.y, points.w, open);
  for (double& x : points.x) {
    x = 100.0 + 7.0 * x;
  }
  // The guard on the slope counts in the same unit, so the curve does not change.
  EXPECT_TRUE(all_near(smooth_curve(points.x, points.y, points.w, open), fit, 1e-9));
}

std::string refusal(Doubles const& x, Doubles const& y, Doubles const& w,
                    SuperSmootherOptions const& options = {}) {
  return sentence_of([&] { smooth_curve(x, y, w, options); });
}

TEST(Smooth, RefusesWhatItCannotSmooth) {
  Doubles const good{0.1, 0.2, 0.3, 0.4, 0.5};
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(refusal(good, good, {}), "");
  EXPECT_NE(refusal({0.1, 0.2, 0.3, 0.4}, {1, 2, 3, 4}, {}), "");
  EXPECT_NE(refusal({}, {}, {}), "");
  EXPECT_NE(refusal(good, {1, 2, 3}, {}), "");
  EXPECT_NE(refusal(good, good, {1, 2, 3}), "");
  EXPECT_NE(refusal({0.1, nan, 0.3, 0.4, 0.5}, good, {}), "");
  EXPECT_NE(refusal(good, {0.1, nan, 0.3, 0.4, 0.5}, {}), "");
  EXPECT_NE(refusal(good, good, {1, 2, 0, 1, 1}), "");
  EXPECT_NE(refusal(good, good, {1, 2, -1, 1, 1}), "");
  EXPECT_NE(refusal({0.1, 0.2, 0.3, 0.4, 1.5}, good, {}), "");
  EXPECT_EQ(refusal({0.1, 0.2, 0.3, 0.4, 1.5}, good, {}, {.ends = PhaseEnds::open}), "");
  EXPECT_NE(refusal(good, good, {}, {.alpha = 11.0}), "");
}

}  // namespace
}  // namespace siderum::test
