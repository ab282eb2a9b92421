// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "support/tolerance.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "reference/lomb_scargle.hpp"
#include "support/matchers.hpp"

namespace siderum::test {
namespace {

/// What goes wrong on purpose.
enum class Defect { none, phases_in_float, one_point_missing, late_frequency };

struct Curve {
  std::vector<double> time;
  std::vector<double> value;  // representable in float
};

Curve make_curve(std::int64_t points, double baseline) {
  std::mt19937_64 generator(points);
  std::uniform_real_distribution<double> uniform;
  Curve curve;
  for (std::int64_t j = 0; j < points; ++j) {
    double const time = baseline * uniform(generator);
    double const noise = uniform(generator) - 0.5;
    double const wave = std::cos(2.0 * std::numbers::pi * 4.3 * time);
    curve.time.push_back(2458000.5 + time);
    curve.value.push_back(static_cast<float>(15.0 + 0.3 * wave + 0.4 * noise));
  }
  return curve;
}

/// Standard power with floating mean at one frequency: the sums in Real, one after the other.
template <class Real>
double plain_power(Curve const& curve, double frequency, Defect defect) {
  std::size_t const points = curve.time.size();
  double const first = *std::min_element(curve.time.begin(), curve.time.end());
  double mean = 0.0;
  for (double const value : curve.value) {
    mean += value / static_cast<double>(points);
  }
  Real c = 0, s = 0, yc = 0, ys = 0, c2 = 0, s2 = 0, yy = 0;
  Real const weight = Real(1) / static_cast<Real>(points);
  for (std::size_t j = defect == Defect::one_point_missing ? 1 : 0; j < points; ++j) {
    double const time = curve.time[j] - first;
    double const shift = defect == Defect::late_frequency ? 1e-5 : 0.0;
    double cycles = frequency * time * (1.0 + shift);
    if (defect == Defect::phases_in_float) {
      cycles = static_cast<float>(frequency) * static_cast<float>(time);
    }
    Real const angle = static_cast<Real>(2.0 * std::numbers::pi * (cycles - std::rint(cycles)));
    Real const cosine = std::cos(angle);
    Real const sine = std::sin(angle);
    Real const value = static_cast<Real>(curve.value[j] - mean);
    c += weight * cosine;
    s += weight * sine;
    yc += weight * value * cosine;
    ys += weight * value * sine;
    c2 += weight * (cosine * cosine - sine * sine);
    s2 += weight * (2 * cosine * sine);
    yy += weight * value * value;
  }
  // The 2 x 2 normal equations, solved without turning the axes.
  Real const cc = (1 + c2) / 2 - c * c;
  Real const ss = (1 - c2) / 2 - s * s;
  Real const cs = s2 / 2 - c * s;
  return (yc * yc * ss + ys * ys * cc - 2 * yc * ys * cs) / (cc * ss - cs * cs) / yy;
}

struct Comparison {
  std::vector<double> actual;
  std::vector<long double> expected;
  std::vector<double> tolerance;

  testing::AssertionResult result() const { return all_near_each(actual, expected, tolerance); }
};

template <class Real>
Comparison compare(std::int64_t points, double baseline, Defect defect) {
  Curve const curve = make_curve(points, baseline);
  std::vector<double> const frequency = {0.71, 4.3, 4.3 + 0.3 / baseline, 7.9, 12.0};
  std::vector<long double> const same(frequency.begin(), frequency.end());
  Comparison comparison;
  auto const fits = reference::lomb_scargle_fits(points, curve.time.data(), curve.value.data(),
                                                 nullptr, same, {});
  for (std::size_t k = 0; k < frequency.size(); ++k) {
    comparison.expected.push_back(fits[k].power);
    comparison.actual.push_back(plain_power<Real>(curve, frequency[k], defect));
    comparison.tolerance.push_back(lomb_scargle_tolerance<Real>(
        points, frequency.back() * baseline, static_cast<double>(fits[k].condition)));
  }
  return comparison;
}

TEST(LombScargleTolerance, IsAsTightAsItsCommentSays) {
  EXPECT_TRUE(near_value(lomb_scargle_tolerance<double>(3554, 1e4), 6.5e-12, 0.5e-12));
  EXPECT_TRUE(near_value(lomb_scargle_tolerance<float>(3554, 1e4), 1.2e-5, 0.1e-5));
  EXPECT_LT(lomb_scargle_tolerance<double>(50, 100.0), 1e-13);
  EXPECT_LT(lomb_scargle_tolerance<float>(50, 100.0), 5e-6);
}

TEST(LombScargleTolerance, GrowsWithTheConditionUpToAnyPower) {
  EXPECT_EQ(lomb_scargle_tolerance<double>(50, 100.0, 0.0),
            lomb_scargle_tolerance<double>(50, 100.0, 2.0));
  EXPECT_GT(lomb_scargle_tolerance<double>(50, 100.0, 200.0),
            10.0 * lomb_scargle_tolerance<double>(50, 100.0, 2.0));
  EXPECT_LT(lomb_scargle_tolerance<float>(50, 100.0, 1e3), 1.0);
  EXPECT_EQ(lomb_scargle_tolerance<float>(50, 100.0, 1e4), 1.0);
  EXPECT_LT(lomb_scargle_tolerance<double>(50, 100.0, 1e4), 1e-9);
}

template <class Real>
class LombScargleToleranceOf : public testing::Test {};

using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(LombScargleToleranceOf, Reals);

TYPED_TEST(LombScargleToleranceOf, AcceptsPlainSums) {
  for (std::int64_t const points : {5, 17, 43, 597, 3554}) {
    for (double const baseline : {30.0, 1000.0}) {
      EXPECT_TRUE(compare<TypeParam>(points, baseline, Defect::none).result())
          << points << " points in " << baseline;
    }
  }
}

TYPED_TEST(LombScargleToleranceOf, RefusesPhasesInFloat) {
  EXPECT_FALSE(compare<TypeParam>(597, 1000.0, Defect::phases_in_float).result());
}

TYPED_TEST(LombScargleToleranceOf, RefusesSumsWithoutOnePoint) {
  EXPECT_FALSE(compare<TypeParam>(3554, 1000.0, Defect::one_point_missing).result());
}

TYPED_TEST(LombScargleToleranceOf, RefusesAShiftedFrequency) {
  EXPECT_FALSE(compare<TypeParam>(597, 1000.0, Defect::late_frequency).result());
}

TEST(NormalizedTolerance, FollowsTheNormalization) {
  EXPECT_DOUBLE_EQ(normalized_tolerance(Normalization::standard, 0.5, 0.25, 8.0), 0.25);
  EXPECT_DOUBLE_EQ(normalized_tolerance(Normalization::model, 0.5, 0.25, 8.0), 3.0 - 1.0);
  EXPECT_DOUBLE_EQ(normalized_tolerance(Normalization::log, 0.5, 0.25, 8.0),
                   std::log(4.0) - std::log(2.0));
  EXPECT_DOUBLE_EQ(normalized_tolerance(Normalization::psd, 0.5, 0.25, 8.0), 2.0);
  EXPECT_DOUBLE_EQ(normalized_tolerance(Normalization::raw, 0.5, 0.25, 8.0), 2.0);
}

TEST(NormalizedTolerance, IsInfiniteWherePowerMayReachOne) {
  EXPECT_TRUE(std::isinf(normalized_tolerance(Normalization::model, 0.9, 0.2, 1.0)));
  EXPECT_TRUE(std::isinf(normalized_tolerance(Normalization::log, 0.9, 0.2, 1.0)));
}

/// Of a usual curve: spans choose and slopes stand clear of the guard.
constexpr SmootherCondition usual{
    .choice = 1e-3, .slope = 1e-4, .leverage = 0.5, .spread = 1e-4, .residuals = 0.0};

TEST(SuperSmootherTolerance, IsSmallForAUsualCurve) {
  EXPECT_LT(super_smoother_tolerance<double>(60, 1e3, usual), 1e-8);
  EXPECT_GT(super_smoother_tolerance<double>(60, 1e3, usual), 1e-12);
}

TEST(SuperSmootherTolerance, GrowsWithWhatMagnifiesRounding) {
  double const least = super_smoother_tolerance<double>(60, 1e3, usual);
  SmootherCondition narrow = usual;
  narrow.spread = 1e-6;
  SmootherCondition carried = usual;
  carried.leverage = 1e-3;
  EXPECT_GT(super_smoother_tolerance<double>(60, 1e3, narrow), 10.0 * least);
  EXPECT_GT(super_smoother_tolerance<double>(60, 1e3, carried), 100.0 * least);
  SmootherCondition close_fit = usual;
  close_fit.residuals = 1e7;
  EXPECT_GT(super_smoother_tolerance<double>(60, 1e3, close_fit), 10.0 * least);
  EXPECT_GT(super_smoother_tolerance<double>(60, 1e8, usual), 10.0 * least);
  EXPECT_GT(super_smoother_tolerance<float>(60, 1e3, usual), 100.0 * least);
}

TEST(SuperSmootherTolerance, JudgesNothingWhereADecisionIsWithinRounding) {
  SmootherCondition close = usual;
  close.choice = 1e-13;
  EXPECT_TRUE(std::isinf(super_smoother_tolerance<double>(60, 1e3, close)));
  close = usual;
  close.slope = 1e-16;
  EXPECT_TRUE(std::isinf(super_smoother_tolerance<double>(60, 1e3, close)));
}

TEST(PairTolerances, GrowWithTheirScaleAndStaySmall) {
  EXPECT_GT(estimate_tolerance(1.0), 1e-15);
  EXPECT_LT(estimate_tolerance(1.0), 2e-14);
  EXPECT_EQ(estimate_tolerance(8.0), 8.0 * estimate_tolerance(1.0));
  EXPECT_LE(weighted_pairs_tolerance(1.0), 1e-12);
  EXPECT_GT(weighted_pairs_tolerance(1.0), estimate_tolerance(1.0));
  EXPECT_LT(outside_estimate_tolerance(1.0), 1e-12);
  EXPECT_GT(outside_estimate_tolerance(1.0), estimate_tolerance(1.0));
}

}  // namespace
}  // namespace siderum::test
