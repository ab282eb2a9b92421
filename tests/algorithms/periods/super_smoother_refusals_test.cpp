// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "algorithms/periods/super_smoother_support.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

constexpr std::int64_t objects = 3;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
FrequencyGrid const grid{0.05, 0.01, 40};

/// What the public functions say to arguments that do not fit. The checks are on the host and do
/// not depend on backend and precision.
class SuperSmootherRefusals : public testing::Test {
 protected:
  using Power = PowerView<double, TestSpace>;
  using Status = StatusView<TestSpace>;
  using Best = BestPeriods<double, TestSpace>;

  std::string refusal(SuperSmootherOptions const& options, FrequencyGrid const& of_grid = grid) {
    Best const best = Best::allocate(exec, objects);
    return sentence_of([&] { best_super_smoother(exec, curves, of_grid, best, options); });
  }
  std::string refusal_of_power(Power const& power, Status const& status = {}) {
    return sentence_of([&] { super_smoother(exec, curves, grid, power, status); });
  }

  TestSpace const exec;
  LightCurves<double, TestMemory> const curves =
      to_curves<double>(draw_batch<double>({9, 5, 7}, 100.0, 0.3));
};

TEST_F(SuperSmootherRefusals, AlphaOutsideZeroToTen) {
  std::string const rest = " (it goes from 0, roughest, to 10). Choose one of 0 to 10.";
  EXPECT_EQ(refusal({.alpha = 0.0}), "");
  EXPECT_EQ(refusal({.alpha = 10.0}), "");
  EXPECT_EQ(refusal({.alpha = 10.5}), "The bass alpha is 10.5" + rest);
  EXPECT_EQ(refusal({.alpha = -0.5}), "The bass alpha is -0.5" + rest);
  EXPECT_NE(refusal({.alpha = nan}), "");
}

TEST_F(SuperSmootherRefusals, SpansOutsideZeroToOneOrNotAscending) {
  std::string const rest =
      " (they are shares of the points, each larger than the one before). Choose three ascending"
      " numbers above 0 and at most 1.";
  EXPECT_EQ(refusal({.spans = {0.1, 0.3, 1.0}}), "");
  EXPECT_EQ(refusal({.spans = {0.05, 0.2, 1.5}}), "The spans are 0.05, 0.2, 1.5" + rest);
  EXPECT_EQ(refusal({.spans = {0.0, 0.2, 0.5}}), "The spans are 0, 0.2, 0.5" + rest);
  EXPECT_EQ(refusal({.spans = {0.2, 0.2, 0.5}}), "The spans are 0.2, 0.2, 0.5" + rest);
  EXPECT_EQ(refusal({.spans = {0.5, 0.2, 0.05}}), "The spans are 0.5, 0.2, 0.05" + rest);
  EXPECT_NE(refusal({.spans = {nan, 0.2, 0.5}}), "");
}

TEST_F(SuperSmootherRefusals, FixedSpanOutsideZeroToOne) {
  std::string const rest =
      " (it is a share of the points). Choose a number above 0 and at most 1, or 0 for spans that"
      " follow the curve.";
  EXPECT_EQ(refusal({.span = 1.0}), "");
  EXPECT_EQ(refusal({.span = 1.25}), "The fixed span is 1.25" + rest);
  EXPECT_EQ(refusal({.span = -0.25}), "The fixed span is -0.25" + rest);
  EXPECT_NE(refusal({.span = nan}), "");
}

TEST_F(SuperSmootherRefusals, SinglePassWithOpenEnds) {
  EXPECT_EQ(
      refusal({.variant = SmootherVariant::single_pass, .ends = PhaseEnds::open}),
      "The single-pass smoother has no open ends (its windows always wrap). Choose periodic ends,"
      " or the multi-pass smoother.");
}

TEST_F(SuperSmootherRefusals, FrequenciesThatHaveNoPeriod) {
  EXPECT_NE(refusal({}, {0.0, 0.01, 40}), "");
  EXPECT_NE(refusal({}, {-0.1, 0.01, 40}), "");
  EXPECT_NE(refusal({}, {0.05, 0.01, 0}), "");
  EXPECT_NE(refusal({}, {0.05, -0.01, 40}), "");
}

TEST_F(SuperSmootherRefusals, ExtentsThatDoNotFit) {
  EXPECT_EQ(refusal_of_power(Power("test::power", objects, 40)), "");
  EXPECT_EQ(refusal_of_power(Power("test::power", 2, 40)),
            "The output for the objects has room for 2 (there are 3). Allocate it with that"
            " extent.");
  EXPECT_EQ(refusal_of_power(Power("test::power", objects, 41)),
            "The output for the frequencies has room for 41 (there are 40). Allocate it with that"
            " extent.");
  EXPECT_NE(refusal_of_power(Power("test::power", objects, 40), Status("test::status", 4)), "");
  Best const best = Best::allocate(exec, 2);
  EXPECT_NE(sentence_of([&] { best_super_smoother(exec, curves, grid, best); }), "");
  EXPECT_NE(sentence_of([&] {
              best_super_smoother(exec, curves, grid, to_windows({{{0, 1}}, {{0, 1}}}),
                                  Best::allocate(exec, objects));
            }),
            "");
}

}  // namespace
}  // namespace siderum::test
