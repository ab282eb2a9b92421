// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/frequency_grid.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/data.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

std::string refusal_of(FrequencyGrid const& grid) {
  return sentence_of([&] { validate(grid); });
}

TEST(FrequencyGrid, RoundsAFrequencyOnce) {
  // 3 (1 + e) - 3 = 3 e exactly; a product that is rounded first is 3 + 4 e.
  constexpr double epsilon = std::numeric_limits<double>::epsilon();
  FrequencyGrid const grid{-3.0, 1.0 + epsilon, 4};
  EXPECT_EQ(grid.frequency(3), 3 * epsilon);
  EXPECT_EQ(grid.frequency(0), -3.0);
}

TEST(FrequencyGrid, AcceptsWhatCanBeSearched) {
  EXPECT_EQ(refusal_of({0.0, 0.1, 1}), "");
  EXPECT_EQ(refusal_of({0.5, 1e-3, 1'000'000}), "");
}

TEST(FrequencyGrid, RefusesACountBelowOne) {
  EXPECT_EQ(refusal_of({0.0, 0.1, 0}),
            "The frequency grid is empty (its count is 0). Ask for at least one.");
  EXPECT_EQ(refusal_of({0.0, 0.1, -3}),
            "The frequency grid is empty (its count is -3). Ask for at least one.");
}

TEST(FrequencyGrid, RefusesAFirstFrequencyBelowZeroOrNotFinite) {
  std::string const rest = " (frequencies are finite and not negative). Give a frequency >= 0.";
  EXPECT_EQ(refusal_of({-0.5, 0.1, 5}), "The first frequency is -0.5" + rest);
  EXPECT_EQ(refusal_of({infinity, 0.1, 5}), "The first frequency is inf" + rest);
  EXPECT_EQ(refusal_of({nan, 0.1, 5}), "The first frequency is nan" + rest);
}

TEST(FrequencyGrid, RefusesAStepThatIsNotAbove0) {
  std::string const rest = " (a grid needs a finite step above zero). Give a step > 0.";
  EXPECT_EQ(refusal_of({0.5, 0.0, 5}), "The frequency step is 0" + rest);
  EXPECT_EQ(refusal_of({0.5, -0.25, 5}), "The frequency step is -0.25" + rest);
  EXPECT_EQ(refusal_of({0.5, infinity, 5}), "The frequency step is inf" + rest);
  EXPECT_EQ(refusal_of({0.5, nan, 5}), "The frequency step is nan" + rest);
}

TEST(FrequencyGrid, RefusesNeighboursThatAreTheSameNumber) {
  std::string const rest =
      " (neighbouring frequencies there are the same number in double precision). Give a larger"
      " step or a smaller range.";
  EXPECT_EQ(refusal_of({1.0, 1e-17, 3}), "The frequency grid ends at 1" + rest);
  EXPECT_EQ(refusal_of({0.0, 1e308, 9}), "The frequency grid ends at inf" + rest);
}

TEST(HalfOpenGrid, LeavesOutTheUpperEnd) {
  FrequencyGrid const grid = half_open_grid(0.1, 10.0, 330'000);
  EXPECT_EQ(grid.first, 0.1);
  EXPECT_EQ(grid.step, 9.9 / 330'000);
  EXPECT_EQ(grid.count, 330'000);
  EXPECT_LT(grid.frequency(grid.count - 1), 10.0);
  EXPECT_DOUBLE_EQ(grid.frequency(grid.count), 10.0);
}

TEST(HalfOpenGrid, RefusesWhatIsNoRange) {
  auto const refusal = [](double minimum, double maximum, std::int64_t count) {
    return sentence_of([&] { half_open_grid(minimum, maximum, count); });
  };
  EXPECT_EQ(refusal(0.0, infinity, 5),
            "The frequency range is not finite (its ends are 0 and inf). Give two finite"
            " frequencies.");
  EXPECT_EQ(refusal(nan, 1.0, 5),
            "The frequency range is not finite (its ends are nan and 1). Give two finite"
            " frequencies.");
  EXPECT_EQ(refusal(-1.0, 1.0, 5),
            "The lowest frequency is negative (-1; a periodogram is the same at f and -f)."
            " Give a frequency >= 0.");
  EXPECT_EQ(refusal(2.0, 2.0, 5),
            "The frequency range is empty (its upper end 2 is not above its lower end"
            " 2). Give an upper end that is larger.");
  EXPECT_EQ(refusal(2.0, 3.0, 0),
            "The number of frequencies is 0 (a search needs at least one). Give a count >= 1.");
}

TEST(BaselineGrid, StepsByATenthOfAResolutionElement) {
  FrequencyGrid const grid = baseline_grid(0.0, 5.0, 128.0);
  EXPECT_EQ(grid.first, 0.0);
  EXPECT_EQ(grid.step, 0.1 / 128.0);
  EXPECT_EQ(grid.count, 6400);
}

TEST(BaselineGrid, TakesAnotherStepAndAtLeastOneFrequency) {
  FrequencyGrid const coarse = baseline_grid(1.0, 5.5, 128.0, 0.25);
  EXPECT_EQ(coarse.step, 0.25 / 128.0);
  EXPECT_EQ(coarse.count, 2304);
  EXPECT_LT(coarse.frequency(coarse.count - 1), 5.5);
  EXPECT_EQ(baseline_grid(1.0, 1.1, 0.5).count, 1);
}

TEST(BaselineGrid, RefusesWhatGivesNoStep) {
  auto const refusal = [](double maximum, double baseline, double element) {
    return sentence_of([&] { baseline_grid(0.5, maximum, baseline, element); });
  };
  EXPECT_EQ(refusal(0.5, 1.0, 0.1),
            "The frequency range is empty (its upper end 0.5 is not above its lower end"
            " 0.5). Give an upper end that is larger.");
  EXPECT_EQ(refusal(5.0, 0.0, 0.1),
            "The longest baseline is 0 (the step follows from it). Give a step or a count"
            " instead.");
  EXPECT_EQ(refusal(5.0, infinity, 0.1),
            "The longest baseline is inf (the step follows from it). Give a step or a count"
            " instead.");
  EXPECT_EQ(refusal(5.0, 10.0, 0.0),
            "The step in resolution elements is 0 (it must be finite and above zero). The"
            " usual choice is 0.1.");
  // Times in seconds against a range in 1/d: a count that nobody wants, and none that overflows.
  EXPECT_EQ(refusal(1e12, 1e7, 0.1).substr(0, 35), "The rule for the step asks for 9.99");
  EXPECT_EQ(refusal(1e300, 1e300, 0.1).substr(0, 34), "The rule for the step asks for inf");
}

// The times of asteroid 243 Ida in r: what LombScargle(t, y).autofrequency() of astropy 8.0.2
// returns for them.
struct AstropyGrid {
  AutofrequencyOptions options;
  std::int64_t count;
  double first;
  double second;
  double last;
};

void expect_grid_of_astropy(std::vector<double> const& time, AstropyGrid const& expected) {
  FrequencyGrid const grid = autofrequency(time, expected.options);
  EXPECT_EQ(grid.count, expected.count);
  EXPECT_DOUBLE_EQ(grid.first, expected.first);
  EXPECT_DOUBLE_EQ(grid.frequency(1), expected.second);
  EXPECT_DOUBLE_EQ(grid.frequency(grid.count - 1), expected.last);
}

TEST(Autofrequency, GivesTheNumbersOfAstropy) {
  std::vector<double> const time =
      read_light_curves("examples/data/ida_243_ztf_r.csv").front().time;
  ASSERT_EQ(time.size(), 29U);
  expect_grid_of_astropy(
      time, {{}, 363, 0.00048152976652232995, 0.0014445892995669898, 0.3491090807286892});
  expect_grid_of_astropy(time, {{.samples_per_peak = 10, .nyquist_factor = 2},
                                291,
                                0.00024076488326116497,
                                0.00072229464978349492,
                                0.13988439717473686});
  expect_grid_of_astropy(time, {{.minimum_frequency = 0.5, .maximum_frequency = 20.0},
                                20'249,
                                0.5,
                                0.5009630595330446523,
                                20.000029425088275});
}

TEST(Autofrequency, TakesTimesInAnyOrder) {
  FrequencyGrid const sorted = autofrequency(std::vector{0.0, 1.0, 10.0});
  FrequencyGrid const shuffled = autofrequency(std::vector{1.0, 10.0, 0.0});
  EXPECT_EQ(sorted.count, 38);  // 1 + round((0.75 - 0.01) / 0.02)
  EXPECT_EQ(shuffled.count, sorted.count);
  EXPECT_EQ(shuffled.step, sorted.step);
}

TEST(Autofrequency, RefusesWhatGivesNoGrid) {
  auto const refusal = [](std::vector<double> const& time, AutofrequencyOptions const& options) {
    return sentence_of([&] { autofrequency(time, options); });
  };
  std::vector<double> const time = {0.0, 1.0, 10.0};
  std::string const nothing =
      "The times span nothing (a grid follows from the baseline). Give at least two different,"
      " finite times.";
  EXPECT_EQ(refusal({}, {}), nothing);
  EXPECT_EQ(refusal({3.0, 3.0}, {}), nothing);
  EXPECT_EQ(refusal({3.0, infinity}, {}), nothing);
  EXPECT_EQ(refusal({3.0, nan}, {}), nothing);
  EXPECT_EQ(refusal({nan, 3.0, 4.0}, {}), nothing);
  EXPECT_EQ(refusal({3.0, nan, 4.0}, {}), nothing);
  EXPECT_EQ(refusal(time, {.samples_per_peak = 0.0}),
            "The samples per peak are not a positive number (they divide the step). Give 5 or so.");
  EXPECT_EQ(
      refusal(time, {.nyquist_factor = infinity}),
      "The factor of the Nyquist frequency is not a positive number (it scales the upper end). Give"
      " 5 or so.");
  EXPECT_EQ(refusal(time, {.minimum_frequency = 3.0, .maximum_frequency = 2.0}),
            "The frequency range is empty (its upper end 2 is not above its lower end"
            " 3). Give an upper end that is larger.");
}

}  // namespace
}  // namespace siderum::test
