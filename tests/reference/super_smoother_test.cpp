// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/super_smoother.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>

#include "support/matchers.hpp"

namespace siderum::test {
namespace {

using reference::SmootherMargin;
using reference::WindowSums;
using Doubles = std::vector<double>;
using LongDoubles = std::vector<long double>;

/// Numbers of order 1 from some hundreds of operations.
constexpr long double rounding = 1000 * std::numeric_limits<long double>::epsilon();

struct Curve {
  LongDoubles x;
  LongDoubles y;
  LongDoubles w = {};

  LongDoubles smooth(SuperSmootherOptions const& options, SmootherMargin* margin = nullptr,
                     WindowSums sums = WindowSums::running) const {
    LongDoubles fit(x.size());
    reference::smooth(static_cast<std::int64_t>(x.size()), x.data(), y.data(),
                      w.empty() ? nullptr : w.data(), options, fit.data(), sums, margin);
    return fit;
  }
};

constexpr SmootherVariant variants[] = {SmootherVariant::multi_pass, SmootherVariant::single_pass};

SuperSmootherOptions options_of(SmootherVariant variant, PhaseEnds ends, double alpha = 9.0,
                                double span = 0.0) {
  SuperSmootherOptions options;
  options.variant = variant;
  options.ends = ends;
  options.alpha = alpha;
  options.span = span;
  return options;
}

Curve eighths(LongDoubles const& y) {
  Curve curve;
  for (std::size_t j = 0; j < y.size(); ++j) {
    curve.x.push_back(j / 8.0L);
  }
  curve.y = y;
  return curve;
}

/// The mean of five neighbours on a circle.
LongDoubles circular_mean(LongDoubles const& y) {
  std::size_t const n = y.size();
  LongDoubles mean(n);
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t k = 0; k < 5; ++k) {
      mean[j] += y[(j + n + k - 2) % n] / 5;
    }
  }
  return mean;
}

Curve noisy_curve(std::int64_t points, std::uint64_t seed) {
  CounterRandom random(seed, 0);
  Curve curve;
  for (std::int64_t j = 0; j < points; ++j) {
    curve.x.push_back(random.uniform(0.0, 1.0));
  }
  std::sort(curve.x.begin(), curve.x.end());
  for (long double const x : curve.x) {
    curve.y.push_back(std::sin(6.2831853L * x) + 0.3 * random.normal());
    curve.w.push_back(std::exp(0.7 * random.normal()));
  }
  return curve;
}

// On an even circle every window has its mean in its middle, so a fit is the mean of its window.
TEST(ReferenceSmooth, FixedSpanOnAnEvenCircleIsARunningMean) {
  Curve const curve = eighths({1, 4, 2, 0, 5, 3, 3, 8});
  auto const options = options_of(SmootherVariant::multi_pass, PhaseEnds::periodic, 9.0, 0.5);
  EXPECT_TRUE(all_near(curve.smooth(options), circular_mean(curve.y), rounding));
}

// With 8 points all three windows are of 5, so the blend of the fits is the running mean and the
// last smooth takes that of it again; the single pass has no last smooth.
TEST(ReferenceSmooth, EightPointsOnAnEvenCircle) {
  Curve const curve = eighths({1, 4, 2, 0, 5, 3, 3, 8});
  auto const once = circular_mean(curve.y);
  EXPECT_TRUE(all_near(curve.smooth(options_of(SmootherVariant::multi_pass, PhaseEnds::periodic)),
                       circular_mean(once), rounding));
  EXPECT_TRUE(all_near(curve.smooth(options_of(SmootherVariant::single_pass, PhaseEnds::periodic)),
                       once, rounding));
}

// Open windows of five points hold all five: x about 2 and w 1, 2, 1, 2, 1 give slope 8 / 12
// a step and mean 16 / 7.
TEST(ReferenceSmooth, FivePointsWithOpenEndsAreALine) {
  Curve const curve{{0.0L, 0.1L, 0.2L, 0.3L, 0.4L}, {1, 2, 0, 4, 3}, {1, 2, 1, 2, 1}};
  LongDoubles line;
  for (int j = 0; j < 5; ++j) {
    line.push_back(16.0L / 7 + 8.0L / 12 * (j - 2));
  }
  for (SmootherVariant const variant : variants) {
    for (double const alpha : {0.0, 5.0, 10.0}) {
      EXPECT_TRUE(
          all_near(curve.smooth(options_of(variant, PhaseEnds::open, alpha)), line, rounding));
    }
  }
}

TEST(ReferenceSmooth, AStraightLineStaysWithOpenEnds) {
  Curve curve = noisy_curve(97, 3);
  for (std::size_t j = 0; j < curve.x.size(); ++j) {
    curve.y[j] = 3 - 2 * curve.x[j];
  }
  for (SmootherVariant const variant : variants) {
    for (double const alpha : {0.0, 5.0, 9.0}) {
      EXPECT_TRUE(
          all_near(curve.smooth(options_of(variant, PhaseEnds::open, alpha)), curve.y, rounding));
    }
  }
}

TEST(ReferenceSmooth, AllPhasesEqualGiveTheWeightedMean) {
  Curve const curve{{0.5L, 0.5L, 0.5L, 0.5L, 0.5L}, {1, 2, 3, 4, 5}, {1, 1, 2, 1, 5}};
  LongDoubles const mean(5, 38.0L / 10);
  for (SmootherVariant const variant : variants) {
    for (PhaseEnds const ends : {PhaseEnds::periodic, PhaseEnds::open}) {
      EXPECT_TRUE(all_near(curve.smooth(options_of(variant, ends)), mean, rounding));
    }
  }
}

// alpha = 10 asks for the widest span everywhere.
TEST(ReferenceSmooth, LargestAlphaIsTheWoofer) {
  Curve const curve = noisy_curve(130, 5);
  auto const fixed = [](double span) {
    return options_of(SmootherVariant::multi_pass, PhaseEnds::periodic, 0.0, span);
  };
  auto const woofer = curve.smooth(fixed(0.5));
  EXPECT_TRUE(
      all_near(curve.smooth(options_of(SmootherVariant::multi_pass, PhaseEnds::periodic, 10.0)),
               Curve{curve.x, woofer, curve.w}.smooth(fixed(0.05)), rounding));
  EXPECT_TRUE(
      all_near(curve.smooth(options_of(SmootherVariant::single_pass, PhaseEnds::periodic, 10.0)),
               woofer, rounding));
}

TEST(ReferenceSmooth, SumsFromScratchAgree) {
  for (std::int64_t const points : {5, 9, 24, 61, 130}) {
    Curve const curve = noisy_curve(points, 7);
    for (SmootherVariant const variant : variants) {
      for (PhaseEnds const ends : {PhaseEnds::periodic, PhaseEnds::open}) {
        for (double const alpha : {0.0, 5.0, 9.5}) {
          auto const options = options_of(variant, ends, alpha);
          EXPECT_TRUE(all_near(curve.smooth(options),
                               curve.smooth(options, nullptr, WindowSums::from_scratch), 1e-13L))
              << points << " points, alpha " << alpha;
        }
      }
    }
  }
}

TEST(ReferenceSmooth, TruncatedAlphaIsTheIntegerBelow) {
  Curve const curve = noisy_curve(60, 9);
  auto options = options_of(SmootherVariant::single_pass, PhaseEnds::periodic, 5.0);
  auto const five = curve.smooth(options);
  options.alpha = 5.9;
  options.bass_rule = BassRule::truncated;
  EXPECT_TRUE(all_equal(curve.smooth(options), five));
  options.bass_rule = BassRule::real;
  EXPECT_FALSE(all_near(curve.smooth(options), five, 1e-4L));
}

// A point that carries its window alone has leverage 1 to rounding and no residual of its own.
TEST(ReferenceSmooth, OnePointOfAllTheWeightLeavesNumbers) {
  Curve curve = noisy_curve(40, 11);
  curve.w[17] = 1e30L;
  for (SmootherVariant const variant : variants) {
    for (long double const fit : curve.smooth(options_of(variant, PhaseEnds::periodic))) {
      EXPECT_TRUE(std::isfinite(fit));
    }
  }
}

TEST(ReferenceSmooth, MarginsAreSmallWhereADecisionIsClose) {
  Curve curve = noisy_curve(61, 13);
  SmootherMargin margin;
  auto const options = options_of(SmootherVariant::single_pass, PhaseEnds::periodic);
  curve.smooth(options, &margin);
  EXPECT_GT(margin.choice, 1e-9L);
  EXPECT_LT(margin.choice, 1);
  EXPECT_GT(margin.slope, 1e-9L);
  EXPECT_GT(margin.leverage, 1e-3L);
  EXPECT_GT(margin.spread, 1e-6L);
  EXPECT_LT(margin.spread, 1e-2L);
  curve.w[30] = 1e12L;
  curve.smooth(options, &margin);
  EXPECT_LT(margin.leverage, 1e-9L);
}

// Evenly spaced weights of 1: S / W = 2 / 64 for five points an eighth apart, leverage 1 / 5, and
// V0 = 1e-6 / 4.
TEST(ReferenceSmooth, MarginsByHand) {
  Curve const curve = eighths({1, 4, 2, 0, 5, 3, 3, 8});
  SmootherMargin margin;
  curve.smooth(options_of(SmootherVariant::single_pass, PhaseEnds::periodic), &margin);
  EXPECT_TRUE(near_value(margin.spread, 1 / 32.0L, rounding));
  EXPECT_TRUE(near_value(margin.leverage, 4 / 5.0L, rounding));
  EXPECT_TRUE(near_value(margin.slope, 1 / 32.0L - 0.25e-6L / 5, rounding));
  EXPECT_TRUE(std::isinf(margin.choice));
}

struct Object {
  Doubles time;
  Doubles value;
  Doubles error = {};

  std::int64_t points() const { return static_cast<std::int64_t>(time.size()); }
  double const* errors() const { return error.empty() ? nullptr : error.data(); }
  long double power(long double frequency, SuperSmootherOptions const& options) const {
    long double power = 0;
    reference::super_smoother(points(), time.data(), value.data(), errors(), 1, &frequency, options,
                              &power);
    return power;
  }
  ObjectStatus status() const {
    return reference::super_smoother_status(points(), time.data(), value.data(), errors(), {});
  }
};

// Fifths of a turn, not wrapped: the line through all has slope 0.7, so 4.9 of the 14.8 about the
// mean. Wrapped, all is symmetric about every point and the smooth curve is the mean.
TEST(ReferenceSuperSmoother, FivePointsByHand) {
  Object const object{{7, 8, 9, 10, 11}, {1, 2, 0, 5, 3}};
  for (SmootherVariant const variant : variants) {
    auto options = options_of(variant, PhaseEnds::open);
    EXPECT_TRUE(near_value(object.power(0.2L, options), 2.5L * 4.9L / 14.8L, rounding));
    options.score = SmootherScore::normalized;
    EXPECT_TRUE(near_value(object.power(0.2L, options), 4.9L / 14.8L, rounding));
    options.ends = PhaseEnds::periodic;
    EXPECT_TRUE(near_value(object.power(0.2L, options), 0, rounding));
  }
}

// f = 0.4 takes the points in the order 0, 3, 1, 4, 2: values 1, 5, 2, 3, 0 and slope -0.4.
TEST(ReferenceSuperSmoother, FoldsAndSorts) {
  Object const object{{7, 8, 9, 10, 11}, {1, 2, 0, 5, 3}};
  auto const options = options_of(SmootherVariant::multi_pass, PhaseEnds::open);
  EXPECT_TRUE(near_value(object.power(0.4L, options), 2.5L * 1.6L / 14.8L, rounding));
}

// Errors 1 and 1/2 are weights 1 and 4, of mean 1 after division by 11 / 5. Weighted mean 32 / 11,
// x about 2: slope (-2 - 8 + 20 + 6) / 16 = 1.
TEST(ReferenceSuperSmoother, WeightsByHand) {
  Object object{{7, 8, 9, 10, 11}, {1, 2, 0, 5, 3}, {1, 0.5, 1, 0.5, 1}};
  auto options = options_of(SmootherVariant::multi_pass, PhaseEnds::open);
  long double const about_mean = 1 + 16 + 100 + 9 - 32.0L * 32.0L / 11;
  EXPECT_TRUE(near_value(object.power(0.2L, options), 2.5L * 16 / about_mean, rounding));
  for (double& error : object.error) {
    error *= 1e5;
  }
  EXPECT_TRUE(near_value(object.power(0.2L, options), 2.5L * 16 / about_mean, rounding));
  options.errors = Errors::ignore;
  EXPECT_TRUE(near_value(object.power(0.2L, options), 2.5L * 4.9L / 14.8L, rounding));
}

TEST(ReferenceSuperSmoother, AllPhasesEqualHavePowerZero) {
  Object const object{{7, 8, 9, 10, 11}, {1, 2, 0, 5, 3}};
  for (SmootherVariant const variant : variants) {
    EXPECT_TRUE(near_value(object.power(2, options_of(variant, PhaseEnds::periodic)), 0, rounding));
  }
}

TEST(ReferenceSuperSmoother, Status) {
  EXPECT_EQ((Object{{}, {}}.status()), ObjectStatus::no_points);
  EXPECT_EQ((Object{{1, 2, 3, 4}, {1, 2, 3, 4}}.status()), ObjectStatus::too_few_points);
  EXPECT_EQ((Object{{2, 2, 2, 2, 2}, {1, 2, 3, 4, 5}}.status()), ObjectStatus::no_time_span);
  EXPECT_EQ((Object{{1, 2, 3, 4, 5}, {7.7, 7.7, 7.7, 7.7, 7.7}}.status()), ObjectStatus::constant);
  EXPECT_EQ((Object{{1, 2, 3, 4, 5}, {1, 2, 3, 4, 6}}.status()), ObjectStatus::ok);
  EXPECT_TRUE(std::isnan(Object{{1, 2, 3, 4}, {1, 2, 3, 4}}.power(1, {})));
}

}  // namespace
}  // namespace siderum::test
