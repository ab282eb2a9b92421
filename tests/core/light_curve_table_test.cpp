// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/light_curve_table.hpp>

#include <limits>

#include <gtest/gtest.h>

#include "support/sentence.hpp"

namespace siderum::test {
namespace {

using Numbers = std::vector<double>;

Numbers const time{2.0, 0.5, 1.0};
Numbers const value{1.0, 3.0, 2.0};
Numbers const error{0.1, 0.2, 0.3};

std::string refusal(Numbers const& times, Numbers const& values, Numbers const& errors = {}) {
  return sentence_of([&] { light_curve(times, values, errors); });
}

TEST(LightCurve, IsATableOfOneObject) {
  LightCurveTable const table = light_curve(time, value, error);

  EXPECT_EQ(table.objects(), 1);
  EXPECT_EQ(table.offsets, (std::vector<std::int64_t>{0, 3}));
  EXPECT_EQ(table.time, time);
  EXPECT_EQ(table.value, value);
  EXPECT_EQ(table.error, error);
  EXPECT_TRUE(light_curve(time, value).error.empty());
  EXPECT_EQ(light_curve({}, {}).offsets, (std::vector<std::int64_t>{0, 0}));
}

TEST(AddLightCurve, AppendsObjects) {
  LightCurveTable table;
  add_light_curve(table, "empty", {}, {});
  add_light_curve(table, "a", time, value, error);
  add_light_curve(table, "b", Numbers{7.0}, Numbers{8.0}, Numbers{9.0});

  EXPECT_EQ(table.id, (std::vector<std::string>{"empty", "a", "b"}));
  EXPECT_EQ(table.offsets, (std::vector<std::int64_t>{0, 0, 3, 4}));
  EXPECT_EQ(table.time, (Numbers{2.0, 0.5, 1.0, 7.0}));
  EXPECT_EQ(table.value, (Numbers{1.0, 3.0, 2.0, 8.0}));
  EXPECT_EQ(table.error, (Numbers{0.1, 0.2, 0.3, 9.0}));
}

TEST(AddLightCurve, RefusesWhatDoesNotFitTogether) {
  EXPECT_EQ(refusal(time, {1.0}),
            "There are 3 times and 1 values (each point has both). Give as many of each.");
  EXPECT_EQ(refusal(time, value, {1.0}),
            "There are 3 times and 1 errors (each point has one, or none has). Give as many, or"
            " none.");

  LightCurveTable with = light_curve(time, value, error);
  EXPECT_EQ(sentence_of([&] { add_light_curve(with, "b", time, value); }),
            "The object has no errors (the others of the table have some). Give errors to all"
            " objects or to none.");
  LightCurveTable without = light_curve(time, value);
  EXPECT_EQ(sentence_of([&] { add_light_curve(without, "b", time, value, error); }),
            "The object has errors (the others of the table have none). Give errors to all objects"
            " or to none.");
  without.band = {0, 0, 0};
  EXPECT_EQ(sentence_of([&] { add_light_curve(without, "b", time, value); }),
            "The table has bands (each of its points has one). Add the object to a table without.");
}

TEST(AddLightCurve, RefusesNumbersThatAreNoneAndLeavesTheTable) {
  double const nan = std::numeric_limits<double>::quiet_NaN();
  double const infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(refusal({0.0, nan}, {1.0, 2.0}),
            "The time of point 1 is not a finite number. Remove the point.");
  EXPECT_EQ(refusal({0.0, 1.0}, {infinite, 2.0}),
            "The value of point 0 is not a finite number. Remove the point.");

  LightCurveTable table;
  for (double const wrong : {0.0, -1.0, nan, infinite}) {
    EXPECT_EQ(sentence_of(
                  [&] { add_light_curve(table, "a", Numbers{0.0}, Numbers{1.0}, Numbers{wrong}); }),
              "The error of point 0 is not a finite number above zero (it weighs the point by"
              " error^-2). Remove the point.");
  }
  EXPECT_EQ(table.objects(), 0);
  EXPECT_EQ(table.offsets, std::vector<std::int64_t>{0});
  EXPECT_EQ(table.points(), 0);
}

}  // namespace
}  // namespace siderum::test
