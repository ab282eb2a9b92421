// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/folded_fit.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "reference/super_smoother.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

using Doubles = std::vector<double>;

// Phases of 10.5, 12.75, 11.125, 10.25 at one cycle a unit, from 10.25.
TEST(PhaseBinMeans, ByHand) {
  auto const curve =
      phase_bin_means(Doubles{10.5, 12.75, 11.125, 10.25}, Doubles{1, 2, 4, 7}, 1.0, 2);
  EXPECT_EQ(curve.phase, (Doubles{0.0, 0.25, 0.5, 0.875}));
  EXPECT_EQ(curve.fit, (Doubles{4, 4, 3, 3}));
}

// Fifths of a turn, open: the line through the points in order of phase, which is 0, 3, 1, 4, 2 for
// 0.4 turns a step; slope -0.4 about the mean 2.2.
TEST(SmoothFolded, FivePointsByHand) {
  auto const curve = smooth_folded(Doubles{7, 8, 9, 10, 11}, Doubles{1, 2, 0, 5, 3}, Doubles{}, 0.4,
                                   {.ends = PhaseEnds::open});
  EXPECT_TRUE(all_near(curve.phase, Doubles{0.0, 0.2, 0.4, 0.6, 0.8}, 1e-14));
  EXPECT_TRUE(all_near(curve.fit, Doubles{3.0, 2.6, 2.2, 1.8, 1.4}, 1e-13));
}

// What it fits is what the search scores: chi2 of the curve gives the power of the oracle.
TEST(SmoothFolded, IsBehindThePowerOfTheSearch) {
  Doubles const time{0.0, 1.3, 2.9, 4.05, 5.6, 7.7, 8.2, 9.9, 12.35, 13.1, 15.55};
  Doubles const value{1, 3, 2, 5, 4, 0, 1, 2, 6, 3, 1};
  Doubles error{0.1, 0.3, 0.2, 0.1, 0.2, 0.4, 0.1, 0.2, 0.3, 0.1, 0.2};
  for (bool const weighs : {true, false}) {
    SuperSmootherOptions const options{.score = SmootherScore::normalized,
                                       .errors = weighs ? Errors::use : Errors::ignore};
    auto const curve = smooth_folded(time, value, error, 0.37, options);
    long double const frequency = 0.37;
    long double power = 0;
    reference::super_smoother(11, time.data(), value.data(), error.data(), 1, &frequency, options,
                              &power);
    double sum = 0, mean = 0, chi2 = 0, chi0 = 0;
    for (std::size_t j = 0; j < time.size(); ++j) {
      double const w = weighs ? 1.0 / (error[j] * error[j]) : 1.0;
      sum += w;
      mean += w * value[j];
    }
    mean /= sum;
    for (std::size_t rank = 0; rank < time.size(); ++rank) {
      for (std::size_t j = 0; j < time.size(); ++j) {
        double const phase = 0.37 * time[j] - std::floor(0.37 * time[j]);
        if (std::fabs(phase - curve.phase[rank]) < 1e-12) {
          double const w = weighs ? 1.0 / (error[j] * error[j]) : 1.0;
          chi2 += w * std::pow(value[j] - curve.fit[rank], 2);
          chi0 += w * std::pow(value[j] - mean, 2);
        }
      }
    }
    EXPECT_TRUE(near_value(1.0 - chi2 / chi0, power, 1e-12));
  }
}

TEST(FoldedCurve, RefusesWhatItCannotFold) {
  Doubles const good{1, 2, 3, 4, 5};
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  auto const refusal = [](Doubles const& time, Doubles const& value, Doubles const& error,
                          double frequency) {
    return sentence_of([&] { smooth_folded(time, value, error, frequency); });
  };
  EXPECT_EQ(refusal(good, good, {}, 0.3), "");
  EXPECT_EQ(refusal(good, {1, 2}, {}, 0.3),
            "There are 5 times and 2 values (each point has one of each). Give as many of both.");
  EXPECT_EQ(refusal(good, good, {1, 2}, 0.3),
            "There are 2 errors of 5 points (each point has one, or none has). Give as many.");
  EXPECT_EQ(refusal(good, good, {1, 2, 0, 1, 1}, 0.3),
            "The error of point 2 is not above 0 (counted from 0). Drop the point, or correct it.");
  EXPECT_EQ(refusal(good, good, {}, 0.0),
            "The frequency is 0 (no curve can be folded with that). Give a finite number above 0.");
  EXPECT_EQ(refusal({1, nan, 3, 4, 5}, good, {}, 0.3),
            "Point 1 is not finite (counted from 0). Drop it.");
  EXPECT_NE(refusal({1, 2, 3, 4}, {1, 2, 3, 4}, {}, 0.3), "");
  EXPECT_EQ(sentence_of([&] { phase_bin_means(good, good, 0.3, 0); }),
            "There are 0 bins of phase (a curve needs one at least). Ask for more.");
}

}  // namespace
}  // namespace siderum::test
