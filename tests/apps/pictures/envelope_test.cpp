// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/envelope.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace siderum::apps {
namespace {

TEST(Envelope, KeepsAShortSeriesWhole) {
  std::vector<double> const series{3.0, 1.0, 2.0, 5.0};

  std::vector<SeriesPoint> const points = envelope(series, 2);

  ASSERT_EQ(points.size(), series.size());
  for (std::size_t i = 0; i < series.size(); ++i) {
    EXPECT_EQ(points[i].index, static_cast<std::int64_t>(i));
    EXPECT_EQ(points[i].value, series[i]);
  }
}

TEST(Envelope, LosesNoPeakAndNoTrough) {
  constexpr std::int64_t size = 100003;
  constexpr std::int64_t columns = 600;
  for (std::int64_t const place : {std::int64_t{0}, std::int64_t{777}, size / 2, size - 1}) {
    std::vector<double> series;
    for (std::int64_t i = 0; i < size; ++i) {
      series.push_back(std::sin(0.01 * static_cast<double>(i)));
    }
    series[static_cast<std::size_t>(place)] = 50.0;
    series[static_cast<std::size_t>((place + 5) % size)] = -50.0;

    std::vector<SeriesPoint> const points = envelope(series, columns);

    EXPECT_LE(points.size(), static_cast<std::size_t>(2 * columns));
    bool peak = false;
    bool trough = false;
    std::int64_t before = -1;
    for (SeriesPoint const& point : points) {
      EXPECT_LT(before, point.index);
      EXPECT_EQ(point.value, series[static_cast<std::size_t>(point.index)]);
      peak = peak || point.index == place;
      trough = trough || point.value == -50.0;
      before = point.index;
    }
    EXPECT_TRUE(peak && trough) << place;
  }
}

TEST(Envelope, PassesOverNan) {
  double const nan = std::numeric_limits<double>::quiet_NaN();

  EXPECT_TRUE(envelope(std::vector<double>(100, nan), 10).empty());
  EXPECT_TRUE(envelope({}, 10).empty());
  std::vector<SeriesPoint> const points = envelope(std::vector<double>{nan, 1.0, nan}, 10);
  ASSERT_EQ(points.size(), 1u);
  EXPECT_EQ(points[0].index, 1);
}

}  // namespace
}  // namespace siderum::apps
