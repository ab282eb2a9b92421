// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/curve_doubts.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/io/periods/read_light_curves.hpp>

#include "../io_support.hpp"

namespace siderum::io {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

using Numbers = std::vector<double>;

/// Times 0, 1, ... and these values.
LightCurveTable curve(Numbers const& value) {
  Numbers time(value.size());
  for (std::size_t j = 0; j < time.size(); ++j) {
    time[j] = static_cast<double>(j);
  }
  LightCurveTable table = light_curve(time, value);
  table.id = {"a"};
  return table;
}

TEST(CopiesOfPoints, AreToldWithTheFirstObjectThatHasSome) {
  LightCurveTable table;
  add_light_curve(table, "a", Numbers{1, 2, 3}, Numbers{5, 5, 5}, Numbers{1, 1, 1});
  add_light_curve(table, "b", Numbers{3, 1, 3, 3, 1}, Numbers{5, 6, 5, 5, 7},
                  Numbers{1, 1, 1, 1, 1});
  EXPECT_THAT(doubts_about(table),
              ElementsAre("object 'b': 2 of 5 points have the time, value and error of another"
                          " one; remove copies, which count twice."));

  add_light_curve(table, "c", Numbers{1, 1}, Numbers{5, 5}, Numbers{1, 1});
  EXPECT_THAT(doubts_about(table),
              ElementsAre("object 'b': 2 of 5 points have the time, value and error of another"
                          " one (so have points of 1 more object); remove copies, which count"
                          " twice."));
}

TEST(CopiesOfPoints, HaveTheSameNumbersAndTheSameBand) {
  EXPECT_THAT(doubts_about(light_curve(Numbers{0, 1, -0.0, 2}, Numbers{1, 2, 1, 3})),
              ElementsAre("object '': 1 of 4 points has the time and value of another one; remove"
                          " copies, which count twice."));
  Numbers const time{1, 1, 2};
  EXPECT_THAT(doubts_about(light_curve(time, Numbers{1, 2, 3})), IsEmpty());
  EXPECT_THAT(doubts_about(light_curve(time, Numbers{1, 1, 3}, Numbers{1, 2, 1})), IsEmpty());
  LightCurveTable banded = light_curve(time, Numbers{1, 1, 3});
  banded.band = {0, 1, 0};
  banded.band_names = {"g", "r"};
  EXPECT_THAT(doubts_about(banded), IsEmpty());
}

TEST(CopiesOfPoints, AreToldOfFiles) {
  test::TemporaryFolder const folder;
  std::string const text = "id,time,value\nx,1,5\nx,2,6\nx,4,7\n";
  std::string const first = folder.write("a.csv", text);
  ReadReport report;
  read_light_curves({first}, {}, &report);
  EXPECT_THAT(report.notes, IsEmpty());
  LightCurveTable const table =
      read_light_curves({first, folder.write("b.csv", text)}, {}, &report);
  EXPECT_EQ(table.points(), 6);
  EXPECT_THAT(report.notes,
              ElementsAre(first + " and 1 more file, object 'x': 3 of 6 points have the time and"
                                  " value of another one; remove copies, which count twice."));
}

std::string stopgaps(std::string const& number) {
  return "object 'a': 2 of 6 values are " + number +
         ", far from all others; if they stand for missing ones, remove their rows, as --invalid"
         " drop leaves out only what is no number.";
}

TEST(ValuesThatStandForMissingOnes, AreRepeatedAndFarFromAllOthers) {
  EXPECT_THAT(doubts_about(curve({15.1, 99.99, 15.3, 14.9, 99.99, 15.2})),
              ElementsAre(stopgaps("99.99")));
  EXPECT_THAT(doubts_about(curve({15.1, -9999, 15.3, 14.9, -9999, 15.2})),
              ElementsAre(stopgaps("-9999")));
  EXPECT_THAT(doubts_about(curve({1001, 0, 1002, 1003, 0, 1001.5})), ElementsAre(stopgaps("0")));
}

TEST(ValuesThatStandForMissingOnes, AreNoOutliersNorEclipses) {
  // One outlier, two that differ, and one that is not far.
  EXPECT_THAT(doubts_about(curve({15.1, 99.99, 15.3, 14.9, 15.0, 15.2})), IsEmpty());
  EXPECT_THAT(doubts_about(curve({15.1, 99.99, 15.3, 14.9, 99.98, 15.2})), IsEmpty());
  EXPECT_THAT(doubts_about(curve({15.1, 18, 15.3, 14.9, 18, 15.2})), IsEmpty());
  // Eclipses of a quiet star, in magnitudes and in flux, and transits without noise.
  EXPECT_THAT(doubts_about(curve({15.00, 17.5, 15.01, 15.00, 17.5, 15.01})), IsEmpty());
  EXPECT_THAT(doubts_about(curve({1.000, 0.5, 1.001, 1.000, 0.5, 1.002})), IsEmpty());
  EXPECT_THAT(doubts_about(curve({0, 0, 0, 0, -0.01, -0.0101})), IsEmpty());
  EXPECT_THAT(doubts_about(curve({0, 0, 0, 0, 1, 1})), IsEmpty());
}

}  // namespace
}  // namespace siderum::io
