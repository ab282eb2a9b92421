// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/frequency_range.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/apps/command_line/usage_error.hpp>
#include "support/sentence.hpp"

namespace siderum::apps {
namespace {

using test::sentence_of;
using testing::AllOf;
using testing::EndsWith;
using testing::HasSubstr;

constexpr std::nullopt_t none = std::nullopt;

TEST(RangeKind, IsOneOfThreeWays) {
  EXPECT_EQ(range_kind({}), RangeKind::missing);
  EXPECT_EQ(range_kind({1.0, 2.0, none, 5}), RangeKind::half_open);
  EXPECT_EQ(range_kind({1.0, none, 0.5, 5}), RangeKind::stepped);
  EXPECT_EQ(range_kind({1.0, 2.0, none, none}), RangeKind::baseline);
}

TEST(RangeKind, RefusesWhatIsIncompleteOrSaidTwice) {
  std::vector<RangeOptions> const wrong{{1.0, none, none, none}, {none, 2.0, none, none},
                                        {none, none, 0.1, none}, {none, none, none, 5},
                                        {none, 2.0, none, 5},    {1.0, none, 0.1, none},
                                        {1.0, none, none, 5},    {1.0, 2.0, 0.1, none},
                                        {1.0, 2.0, 0.1, 5},      {none, none, 0.1, 5}};
  for (RangeOptions const& range : wrong) {
    EXPECT_THROW(range_kind(range), UsageError);
  }
  EXPECT_THAT(sentence_of([] {
                range_kind({1.0, none, 0.1, none});
              }),
              HasSubstr("--step needs --count"));
}

TEST(MakeGrid, IsHalfOpenWithACount) {
  FrequencyGrid const grid = make_grid({0.1, 10.0, none, 330000}, 0.0);

  EXPECT_EQ(grid.first, 0.1);
  EXPECT_EQ(grid.step, 9.9 / 330000);
  EXPECT_EQ(grid.count, 330000);
}

TEST(MakeGrid, TakesAStepAsItIs) {
  FrequencyGrid const grid = make_grid({0.5, none, 0.25, 4}, 0.0);

  EXPECT_EQ(grid.step, 0.25);
  EXPECT_EQ(grid.frequency(3), 1.25);
}

TEST(MakeGrid, DerivesTheStepFromTheLongestBaseline) {
  FrequencyGrid const grid = make_grid({1.0, 2.0, none, none}, 10.0);

  EXPECT_EQ(grid.step, 0.01);
  EXPECT_NEAR(static_cast<double>(grid.count), 100.0, 1.0);
}

TEST(MakeGrid, DerivesASmallerStepForTheNarrowerPeaksOfHarmonics) {
  FrequencyGrid const grid = make_grid({1.0, 2.0, none, none}, 10.0, 4);

  EXPECT_EQ(grid.step, 0.0025);
  EXPECT_NEAR(static_cast<double>(grid.count), 400.0, 1.0);
  EXPECT_EQ(make_grid({1.0, 2.0, none, 50}, 10.0, 4).count, 50);
}

TEST(MakeGrid, RefusesBadValues) {
  EXPECT_THROW(make_grid({2.0, 1.0, none, 10}, 0.0), Error);
  EXPECT_THROW(make_grid({2.0, 2.0, none, 10}, 0.0), Error);
  EXPECT_THROW(make_grid({-1.0, 1.0, none, 10}, 0.0), Error);
  EXPECT_THROW(make_grid({1.0, none, 0.0, 10}, 0.0), Error);
  EXPECT_THROW(make_grid({1.0, none, -0.1, 10}, 0.0), Error);
  EXPECT_THROW(make_grid({1.0, 2.0, none, none}, 0.0), Error);
}

TEST(MakeGrid, RefusesAGridInTheWrongUnitOfTime) {
  double const hundred_days_in_seconds = 8.64e6;

  EXPECT_THAT(sentence_of([&] {
                make_grid({0.0, 24.0, none, none}, hundred_days_in_seconds);
              }),
              HasSubstr("are the frequencies in cycles per unit of the times?"));
  EXPECT_THROW(make_grid({0.0, 1.0, none, 2'000'000'000'000}, 1.0), Error);
  EXPECT_EQ(make_grid({0.0, 24.0, none, 2'000'000'000}, 1.0).count, 2'000'000'000);
}

TEST(CheckPhases, RefusesTimesWhoseRoundingIsATenthOfACycle) {
  LightCurveTable curves;
  curves.offsets = {0, 2};
  curves.time = {0.0, -0x1p53};

  EXPECT_NO_THROW(check_phases(curves, {0.0, 0.04, 2}));
  EXPECT_THAT(sentence_of([&] {
                check_phases(curves, {0.0, 0.06, 2});
              }),
              HasSubstr("are 2 apart, which is 0.12 cycles at the frequency 0.06"));
}

TEST(CheckedBaseline, RefusesTimesWithoutAFrequency) {
  LightCurveTable curves;
  curves.offsets = {0, 2};
  curves.time = {2.0, 5.0};
  EXPECT_EQ(checked_baseline(curves), 3.0);
  curves.time = {1e308, -1e308};
  EXPECT_THAT(sentence_of([&] { checked_baseline(curves); }), HasSubstr("too far apart"));
  curves.time = {0.0, 1e-320};
  EXPECT_THAT(sentence_of([&] { checked_baseline(curves); }), HasSubstr("too close together"));
}

TEST(CoarseGridNotice, NamesStepBaselineAndWhatWouldResolve) {
  EXPECT_EQ(coarse_grid_notice({1.0, 3.0, none, 10}, {1.0, 0.2, 10}, 207.672),
            "The frequencies are 0.2 apart, which is more than 1 / longest baseline = 1 / 207.672 ="
            " 0.004815, the width of a peak, so that peaks can be missed; --count 4200 would"
            " resolve them.");
  EXPECT_THAT(coarse_grid_notice({1.0, none, 0.2, 10}, {1.0, 0.2, 10}, 207.672),
              HasSubstr("; --step 0.00048 --count 4200 would resolve them."));
  EXPECT_THAT(coarse_grid_notice({1.0, 3.0, none, 1}, {1.0, 2.0, 1}, 10.0),
              HasSubstr("--count 200 would"));
  EXPECT_THAT(coarse_grid_notice({0.0, 1e6, none, 10}, {0.0, 1e5, 10}, 1e9),
              HasSubstr("a larger --count in a smaller range"));
}

TEST(CoarseGridNotice, KnowsThatPeaksOfHarmonicsAreNarrower) {
  RangeOptions const range{1.0, 3.0, none, 100};
  FrequencyGrid const grid{1.0, 0.02, 100};
  EXPECT_EQ(coarse_grid_notice(range, grid, 40.0), "");
  EXPECT_EQ(
      coarse_grid_notice(range, grid, 40.0, 3),
      "The frequencies are 0.02 apart, which is more than 1 / (3 x longest baseline) = 1 / 120"
      " = 0.008333, the width of a peak, so that peaks can be missed; --count 2500 would"
      " resolve them.");
}

TEST(CoarseGridNotice, IsWantingWhereTheGridResolvesOrIsMeant) {
  EXPECT_EQ(coarse_grid_notice({1.0, 3.0, none, 200}, {1.0, 0.01, 200}, 100.0), "");
  EXPECT_EQ(coarse_grid_notice({1.0, 3.0, none, 200}, {1.0, 0.01, 200}, 0.0), "");
  EXPECT_EQ(coarse_grid_notice({1.0, none, 5.0, 1}, {1.0, 5.0, 1}, 100.0), "");
}

TEST(CoarseGridNotice, AdvisesWhatItIsContentWith) {
  for (double const baseline : {3.7, 99.0, 1234.5, 9.99e5}) {
    RangeOptions range{0.1, 24.1, none, 2};
    std::string const notice = coarse_grid_notice(range, make_grid(range, baseline), baseline);
    std::size_t const start = notice.find("--count ") + 8;
    range.count = std::stoll(notice.substr(start));
    EXPECT_EQ(coarse_grid_notice(range, make_grid(range, baseline), baseline), "") << notice;
  }
}

TEST(RangeSuggestion, IsAWholeCommandLine) {
  LightCurveTable curves;
  curves.id = {"a"};
  curves.offsets = {0, 4};
  curves.time = {0.0, 0.25, 0.5, 100.0};
  curves.value = {1.0, 2.0, 1.0, 2.0};

  std::string const text = range_suggestion(curves, {"siderum", "periods", "my file.csv"});

  EXPECT_THAT(text, HasSubstr("is 0.1 for these times"));
  EXPECT_THAT(text, HasSubstr("plausible and wrong"));
  EXPECT_THAT(text,
              HasSubstr("up to half a cycle in one of the shortest gaps between times would"));
  EXPECT_THAT(text, EndsWith("\n  siderum periods 'my file.csv' --fmin 0.01 --fmax 2 "
                             "--count 2000"));
}

TEST(RangeSuggestion, NamesNoTrapWhereTheTimesAreEvenlySpaced) {
  LightCurveTable curves;
  curves.id = {"a"};
  curves.offsets = {0, 5};
  curves.time = {0.0, 1.0, 2.0, 3.0, 4.0};
  curves.value = {1.0, 2.0, 1.0, 2.0, 1.0};

  EXPECT_EQ(range_suggestion(curves, {"siderum"}),
            "No frequency range was given (it is not guessed: which frequencies are worth searching"
            " is for you to say). Steps of 0.1 / longest baseline up to two cycles in it would be\n"
            "  siderum --fmin 0.25 --fmax 0.5 --count 10");
  EXPECT_THAT(range_suggestion(curves, {"siderum"}, 3),
              AllOf(HasSubstr("Steps of 0.1 / (3 x longest baseline) up to two cycles"),
                    EndsWith("--fmin 0.25 --fmax 0.5 --count 30")));
}

}  // namespace
}  // namespace siderum::apps
