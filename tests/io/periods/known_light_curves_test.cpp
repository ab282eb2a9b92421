// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <string>

#include <gtest/gtest.h>

#include <siderum/io/periods/read_light_curves.hpp>
#include <siderum/io/tables/table_files.hpp>

#include "support/data.hpp"

namespace siderum::io {
namespace {

std::string path(std::string const& name) {
  return (test::survey_data() / "light_curves" / name).string();
}

TEST(KnownLightCurves, SyntheticAsteroid) {
  LightCurveTable const plain = read_light_curves({path("synthetic_8205.csv")});
  LightCurveTable const table = read_light_curves({path("synthetic_8205_with_errors.csv")});
  EXPECT_EQ(table.id, std::vector<std::string>{"8205"});
  ASSERT_EQ(table.points(), 3555);
  EXPECT_EQ(table.error[0], 1.137982);
  EXPECT_EQ(plain.time, table.time);
  EXPECT_EQ(plain.value, table.value);
  EXPECT_TRUE(plain.error.empty());
}

TEST(KnownLightCurves, Stripe82) {
  LightCurveTable const table = read_light_curves({path("stripe82_rr_lyrae_z.csv")});
  EXPECT_EQ(table.objects(), 136);
  EXPECT_EQ(table.points(), 7064);
  EXPECT_EQ(table.id[0], "2794912");
  EXPECT_EQ(table.time[0], 52172.254766);
  EXPECT_EQ(table.error[0], 0.008);
  for (std::size_t i = 0; i < 136; ++i) {
    std::int64_t const points = table.offsets[i + 1] - table.offsets[i];
    EXPECT_GE(points, 14);
    EXPECT_LE(points, 81);
  }
}

TEST(KnownLightCurves, Stripe82Periods) {
  Table const table = read_table(path("stripe82_rr_lyrae_periods.csv"));
  EXPECT_EQ(table.rows(), 136);
  EXPECT_EQ(table.integers("id")[0], 324172);
  EXPECT_EQ(table.text("type")[1], "c");
  EXPECT_EQ(table.numbers("period_days")[0], 0.626164075273);
}

}  // namespace
}  // namespace siderum::io
