// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/lomb_scargle.hpp"

#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "support/matchers.hpp"

namespace siderum::test {
namespace {

using Doubles = std::vector<double>;
using LongDoubles = std::vector<long double>;

/// Every number of these tests is of order 1 and comes from fewer than 100 operations.
constexpr long double rounding = 100 * std::numeric_limits<long double>::epsilon();
constexpr long double infinity = std::numeric_limits<long double>::infinity();

struct Curve {
  Doubles time;
  Doubles value;
  Doubles error = {};

  std::int64_t points() const { return static_cast<std::int64_t>(time.size()); }
  double const* errors() const { return error.empty() ? nullptr : error.data(); }

  LongDoubles powers(LongDoubles const& frequency, LombScargleOptions const& options) const {
    LongDoubles power(frequency.size());
    reference::lomb_scargle(points(), time.data(), value.data(), errors(),
                            static_cast<std::int64_t>(frequency.size()), frequency.data(), options,
                            power.data());
    return power;
  }

  long double power(long double frequency, LombScargleOptions const& options) const {
    return powers({frequency}, options)[0];
  }

  ObjectStatus status(LombScargleOptions const& options) const {
    return reference::lomb_scargle_status(points(), time.data(), value.data(), errors(), options);
  }

  reference::Sinusoid sinusoid(long double frequency, LombScargleOptions const& options) const {
    return reference::sinusoid(points(), time.data(), value.data(), errors(), frequency, options);
  }
};

constexpr LombScargleOptions bare(Normalization normalization = Normalization::standard) {
  return {.fit_mean = FitMean::no,
          .center_data = CenterData::no,
          .errors = Errors::ignore,
          .normalization = normalization};
}

constexpr LombScargleOptions standard(Normalization normalization = Normalization::standard) {
  LombScargleOptions options = standard_periodogram();
  options.normalization = normalization;
  return options;
}

constexpr LombScargleOptions generalized(Normalization normalization = Normalization::standard) {
  LombScargleOptions options = generalized_periodogram();
  options.normalization = normalization;
  return options;
}

// A cosine at quarter periods: YC = 1/2, CC = SS = 1/2, YY = 1/2, so p = 1/2 and n p / 2 = 1.
TEST(ReferenceLombScargle, PureCosineHasPowerOne) {
  Curve const cosine{{0.0, 0.25, 0.5, 0.75}, {1.0, 0.0, -1.0, 0.0}};

  EXPECT_TRUE(near_value(cosine.power(1, bare()), 1, rounding));
  EXPECT_TRUE(near_value(cosine.power(1, standard()), 1, rounding));
  EXPECT_TRUE(near_value(cosine.power(1, generalized()), 1, rounding));
  EXPECT_TRUE(near_value(cosine.power(1, standard(Normalization::raw)), 1, rounding));
  EXPECT_TRUE(near_value(cosine.power(1, standard(Normalization::psd)), 1, rounding));
}

// Sixths of a turn: sum y e^(i x) = -4 - i sqrt(3), so p = 2 * 19 / 36, of YY = 8 / 3.
TEST(ReferenceLombScargle, SixPointsByHand) {
  Curve const curve{{0, 1, 2, 3, 4, 5}, {1, 2, 0, 5, 3, 1}};

  EXPECT_TRUE(near_value(curve.power(1 / 6.0L, standard()), 19 / 48.0L, rounding));
  EXPECT_TRUE(near_value(curve.power(1 / 6.0L, generalized()), 19 / 48.0L, rounding));
}

// Constant, cosine and sine at quarter periods span all but the direction (1, -1, 1, -1), so the
// fit leaves chi^2 = (y1 - y2 + y3 - y4)^2 / sum sigma^2 = 6^2 / 2.5 = 14.4; about the mean 2.9 it
// is 32.9.
TEST(ReferenceLombScargle, FourPointsWithErrorsByHand) {
  Curve const curve{{0.0, 0.25, 0.5, 0.75}, {1.0, 2.0, 0.0, 5.0}, {1.0, 0.5, 1.0, 0.5}};
  long double const removed = 32.9L - 14.4L;

  EXPECT_TRUE(near_value(curve.power(1, generalized()), removed / 32.9L, rounding));
  EXPECT_TRUE(
      near_value(curve.power(1, generalized(Normalization::model)), removed / 14.4L, rounding));
  EXPECT_TRUE(near_value(curve.power(1, generalized(Normalization::log)), std::log(32.9L / 14.4L),
                         rounding));
  EXPECT_TRUE(
      near_value(curve.power(1, generalized(Normalization::psd)), removed / 2, 10 * rounding));
  EXPECT_TRUE(
      near_value(curve.power(1, generalized(Normalization::raw)), removed / 10 * 2, 10 * rounding));
}

// The same without errors: (1 - 2 + 0 - 5)^2 / 4 = 9 of the 14 about the mean 2.
TEST(ReferenceLombScargle, IgnoresErrorsWhereTold) {
  Curve const curve{{0.0, 0.25, 0.5, 0.75}, {1.0, 2.0, 0.0, 5.0}, {1.0, 0.5, 1.0, 0.5}};
  LombScargleOptions options = generalized();
  options.errors = Errors::ignore;

  EXPECT_TRUE(near_value(curve.power(1, options), 5.0L / 14.0L, rounding));
}

// f = 0, nothing subtracted: YC = mean = 3, CC = 1, no sine: p = 9 of YY = 50 / 4.
TEST(ReferenceLombScargle, ZeroFrequencyFitsTheMean) {
  Curve const curve{{0.0, 1.5, 2.0, 7.0}, {1.0, 2.0, 3.0, 6.0}};

  EXPECT_EQ(curve.power(0, bare(Normalization::standard)), 9.0L / 12.5L);
  EXPECT_EQ(curve.power(0, bare(Normalization::model)), 9.0L / 3.5L);
  EXPECT_EQ(curve.power(0, bare(Normalization::log)), -std::log1p(-9.0L / 12.5L));
  EXPECT_EQ(curve.power(0, bare(Normalization::psd)), 18);
  EXPECT_EQ(curve.power(0, bare(Normalization::raw)), 18);
}

TEST(ReferenceLombScargle, ZeroFrequencyHasNoPowerAboutTheMean) {
  Curve const curve{{0.0, 1.5, 2.0, 7.0}, {1.0, 2.0, 3.0, 6.0}, {0.1, 0.7, 0.3, 0.9}};

  EXPECT_EQ(curve.power(0, generalized()), 0);
  EXPECT_TRUE(near_value(curve.power(0, standard()), 0, rounding));
}

// Times at half periods: every sine is 0 and its term is dropped; the cosines are 1, -1, 1, -1.
// About 0: YC = (1 + 3 + 0 + 2) / 4 = 3/2 of YY = 14 / 4. With a mean: what is left is 1, 0, 0, -1.
TEST(ReferenceLombScargle, DropsATermWithoutSpread) {
  Curve const curve{{0.0, 1.0, 2.0, 3.0}, {1.0, -3.0, 0.0, -2.0}};

  EXPECT_TRUE(near_value(curve.power(0.5L, bare()), 2.25L / 3.5L, rounding));
  EXPECT_TRUE(near_value(curve.power(0.5L, generalized()), 2.25L / 2.5L, rounding));
  EXPECT_TRUE(near_value(curve.power(1.0L, generalized()), 0, rounding));
}

// As before, but the last time is late by d: SS = (pi d)^2 / 4 = 2e-15 is dropped (the limit is
// 9e-15), 2e-12 is kept; then the sine fits the last point and the cosine the others, 1, 3, 0
// about 4/3.
TEST(ReferenceLombScargle, DropsATermWithinRounding) {
  Curve const dropped{{0.0, 1.0, 2.0, 3.0 + 3e-8}, {1.0, -3.0, 0.0, -2.0}};
  Curve const kept{{0.0, 1.0, 2.0, 3.0 + 1e-6}, {1.0, -3.0, 0.0, -2.0}};

  EXPECT_TRUE(near_value(dropped.power(0.5L, bare()), 2.25L / 3.5L, 1e-6L));
  EXPECT_TRUE(near_value(kept.power(0.5L, bare()), 2.0L / 3.0L, 1e-5L));
}

// Phases 0, 0, d and 2 d: one axis is a straight line in them, with CC = 7e-8; its slope -1 / 2.75
// removes 1 / 2.75 of 10. The other is a parabola with SS = 4e-16 and is dropped.
TEST(ReferenceLombScargle, KeepsTheLargerOfTwoSmallTerms) {
  double const late = 5e-5;
  Curve const curve{{0.0, 1.0, 2.0 + late, 3.0 + 2.0 * late}, {1.0, -3.0, 0.0, -2.0}};

  EXPECT_TRUE(near_value(curve.power(1, generalized()), 1 / 27.5L, 1e-6L));
}

// Three points are fitted exactly at almost every frequency, and rounding would lead beyond 1.
TEST(ReferenceLombScargle, StaysBetweenZeroAndOne) {
  Curve const curve{{0.0, 0.3, 1.1}, {1.0, -3.0, 0.0}};
  LombScargleOptions options = generalized();
  options.minimum_points = 3;
  LongDoubles frequency;
  for (int k = 0; k < 1000; ++k) {
    frequency.push_back(0.001L * k);
  }

  for (long double const power : curve.powers(frequency, options)) {
    EXPECT_TRUE(power >= 0 && power <= 1) << power;
  }
}

TEST(ReferenceLombScargle, DoesNotDependOnTheZeroOfTimeTheOrderOrTheUnitOfErrors) {
  Curve const curve{{0.0, 1.5, 2.25, 7.0, 9.125}, {1, 2, 3, 6, 1}, {0.5, 0.75, 1, 1, 2}};
  Curve const other{
      {2458002.25, 2458009.125, 2458000.0, 2458001.5, 2458007.0}, {3, 1, 1, 2, 6}, {4, 8, 2, 3, 4}};
  LongDoubles const frequency{0.01L, 0.1L, 0.73L, 5.0L, 1234.5L};

  EXPECT_TRUE(all_near(other.powers(frequency, generalized()),
                       curve.powers(frequency, generalized()), 100 * rounding));
}

TEST(ReferenceLombScargle, FloatingMeanDoesNotDependOnCentring) {
  Curve const curve{{0.0, 1.5, 2.25, 7.0, 9.125}, {1, 2, 3, 6, 1}};
  LombScargleOptions not_centred = generalized();
  not_centred.center_data = CenterData::no;

  EXPECT_EQ(curve.power(0.73L, not_centred), curve.power(0.73L, generalized()));
}

TEST(ReferenceCondition, IsTwoWherePhasesAreEvenlyCovered) {
  Curve const curve{{0.0, 0.25, 0.5, 0.75}, {1.0, 2.0, 0.0, 5.0}};

  auto const fits = reference::lomb_scargle_fits(4, curve.time.data(), curve.value.data(), nullptr,
                                                 {1.0L, 1e-3L}, generalized());

  EXPECT_TRUE(near_value(fits[0].condition, 2, rounding));
  EXPECT_GT(fits[1].condition, 1e6L);  // a thousandth of a turn: the cosine is almost a constant
}

TEST(ReferenceLargestPower, IsThatOfAFitWithoutResidual) {
  Curve const curve{{0.0, 0.25, 0.5, 0.75}, {1.0, 2.0, 0.0, 5.0}, {1.0, 0.5, 1.0, 0.5}};
  auto const largest = [&curve](Normalization normalization) {
    return reference::lomb_scargle_largest_power(4, curve.time.data(), curve.value.data(),
                                                 curve.errors(), generalized(normalization));
  };

  EXPECT_EQ(largest(Normalization::standard), 1);
  EXPECT_EQ(largest(Normalization::model), infinity);
  EXPECT_EQ(largest(Normalization::log), infinity);
  EXPECT_TRUE(near_value(largest(Normalization::psd), 16.45L, 10 * rounding));
  EXPECT_TRUE(near_value(largest(Normalization::raw), 6.58L, 10 * rounding));
}

TEST(ReferenceStatus, NamesTheFirstReason) {
  using enum ObjectStatus;

  EXPECT_EQ((Curve{{}, {}}.status(generalized())), no_points);
  EXPECT_EQ((Curve{{1, 1, 1}, {2, 2, 2}}.status(generalized())), too_few_points);
  EXPECT_EQ((Curve{{1, 2, 3}, {2, 1, 2}}.status(generalized())), too_few_points);
  EXPECT_EQ((Curve{{1, 2, 3}, {2, 1, 2}}.status(standard())), ok);
  EXPECT_EQ((Curve{{1, 2}, {2, 1}}.status(standard())), too_few_points);
  EXPECT_EQ((Curve{{1, 1, 1, 1}, {2, 2, 2, 2}}.status(generalized())), no_time_span);
  EXPECT_EQ((Curve{{1, 2, 3, 4}, {2, 2, 2, 2}}.status(generalized())), constant);
  EXPECT_EQ((Curve{{1, 2, 3, 4}, {2, 2, 2, 1}}.status(generalized())), ok);
}

TEST(ReferenceStatus, TakesTheMinimumOfPointsFromTheOptions) {
  LombScargleOptions options = generalized();
  options.minimum_points = 3;
  Curve const three{{1, 2, 3}, {2, 1, 2}};

  EXPECT_EQ(three.status(options), ObjectStatus::ok);

  options.minimum_points = 5;
  EXPECT_EQ((Curve{{1, 2, 3, 4}, {2, 1, 2, 2}}.status(options)), ObjectStatus::too_few_points);
}

TEST(ReferenceStatus, ConstantMeansNothingButRounding) {
  double const next = std::nextafter(16.1, 17.0);
  Curve const rounded{{1, 2, 3, 4}, {16.1, next, 16.1, next}, {0.1, 0.3, 0.2, 0.7}};
  Curve const tiny{{1, 2, 3, 4}, {1e-200, 2e-200, 1e-200, 1e-200}};

  EXPECT_EQ(rounded.status(generalized()), ObjectStatus::constant);
  EXPECT_EQ(tiny.status(generalized()), ObjectStatus::ok);
}

// With nothing subtracted a constant has a periodogram: that of the observing times, the window.
TEST(ReferenceStatus, ConstantValuesAreSearchedAboutZero) {
  Curve const window{{0, 1, 2, 3.5}, {1, 1, 1, 1}};

  EXPECT_EQ(window.status(bare()), ObjectStatus::ok);
  EXPECT_EQ(window.power(0, bare()), 1);
  EXPECT_EQ((Curve{{0, 1, 2, 3.5}, {0, 0, 0, 0}}.status(bare())), ObjectStatus::constant);
}

TEST(ReferenceStatus, LeavesNanUnlessOk) {
  for (Curve const& curve :
       {Curve{{}, {}}, Curve{{1, 2, 3}, {1, 2, 1}}, Curve{{1, 1, 1, 1}, {1, 2, 3, 4}},
        Curve{{1, 2, 3, 4}, {7, 7, 7, 7}}}) {
    reference::Sinusoid const fit = curve.sinusoid(1, generalized());

    EXPECT_TRUE(all_nan(curve.powers({0, 1, 2}, generalized())));
    EXPECT_TRUE(all_nan(LongDoubles{fit.amplitude, fit.phase, fit.offset}));
  }
}

TEST(ReferenceSinusoid, RecoversWhatWasPlanted) {
  Curve curve{{2458000.0, 2458000.7, 2458001.9, 2458003.1, 2458004.6, 2458007.2}, {}};
  for (double const time : curve.time) {
    long double const cycles = 0.3L * (time - 2458000.0L) - 0.875L;
    curve.value.push_back(
        static_cast<double>(3 + 2 * std::cos(2 * std::numbers::pi_v<long double> * cycles)));
  }

  reference::Sinusoid const fit = curve.sinusoid(0.3L, generalized());

  constexpr double values_rounded = 4 * std::numeric_limits<double>::epsilon();
  EXPECT_TRUE(near_value(fit.amplitude, 2, values_rounded));
  EXPECT_TRUE(near_value(fit.phase, 0.875L, values_rounded));
  EXPECT_TRUE(near_value(fit.offset, 3, values_rounded));
}

// At quarter periods without errors the coefficients are plain means: cosine (1 - 0) / 2, sine
// (2 - 5) / 2, whatever is subtracted.
TEST(ReferenceSinusoid, OffsetIsWhatTheModelSays) {
  Curve const curve{{0.0, 0.25, 0.5, 0.75}, {1.0, 2.0, 0.0, 5.0}};
  long double const phase = 1 - std::atan2(1.5L, 0.5L) / (2 * std::numbers::pi_v<long double>);

  for (auto const& [options, offset] :
       {std::pair{generalized(), 2.0L}, std::pair{standard(), 2.0L}, std::pair{bare(), 0.0L}}) {
    reference::Sinusoid const fit = curve.sinusoid(1, options);
    EXPECT_TRUE(near_value(fit.amplitude, std::sqrt(2.5L), rounding));
    EXPECT_TRUE(near_value(fit.phase, phase, rounding));
    EXPECT_TRUE(near_value(fit.offset, offset, rounding));
  }
}

TEST(ReferenceBestIndex, TakesTheFirstLargestAndNeverNan) {
  long double const nan = std::numeric_limits<long double>::quiet_NaN();

  auto const best = [](LongDoubles const& power) {
    return reference::best_index(static_cast<std::int64_t>(power.size()), power.data());
  };

  EXPECT_EQ(best({1, 3, 2, 3}), 1);
  EXPECT_EQ(best({nan, 0, nan, 2, nan}), 3);
  EXPECT_EQ(best({0, 0}), 0);
  EXPECT_EQ(best({nan, nan}), -1);
  EXPECT_EQ(best({}), -1);
}

}  // namespace
}  // namespace siderum::test
