// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/clustered_points.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <siderum/core/error.hpp>

#include "support/worker_threads.hpp"

namespace siderum {
namespace {

double separation(double ra1, double dec1, double ra2, double dec2) {
  constexpr double degree = std::numbers::pi / 180.0;
  double const u = std::sin(0.5 * (dec2 - dec1) * degree);
  double const v = std::sin(0.5 * (ra2 - ra1) * degree);
  return 2.0 *
         std::asin(
             std::hypot(u, v * std::sqrt(std::cos(dec1 * degree) * std::cos(dec2 * degree)))) /
         degree;
}

TEST(ClusteredPoints, SpreadOverTheLogarithmOfTheDistance) {
  // One cluster: its centre is stream 1 of the seed.
  for (double const dec : {0.0, 89.9}) {
    SkyCap const area{0.0, dec, 0.05};
    SkyPoints const centre = random_points(area, 1, 7, 1);
    SkyPoints const points =
        clustered_points(area, 9000, 7, {.clusters = 1, .radius = 1.0, .smallest = 3.6});
    ASSERT_EQ(points.points(), 9000);
    int within[3] = {0, 0, 0};  // decades from 0.001 degrees
    for (std::size_t i = 0; i < 9000; ++i) {
      double const distance = separation(centre.ra[0], centre.dec[0], points.ra[i], points.dec[i]);
      ASSERT_GE(distance, 0.001 - 1e-8);
      ASSERT_LE(distance, 1.0 + 1e-8);
      ++within[std::min(2, static_cast<int>(std::log10(distance) + 3.0))];
    }
    for (int const count : within) {
      EXPECT_NEAR(count, 3000, 5.0 * std::sqrt(2000.0));
    }
  }
}

TEST(ClusteredPoints, ArePrefixesOfLargerCatalogues) {
  SkyPoints const few = clustered_points(WholeSky{}, 10, 3);
  SkyPoints const many = clustered_points(WholeSky{}, 20, 3);
  EXPECT_TRUE(std::equal(few.ra.begin(), few.ra.end(), many.ra.begin()));
  EXPECT_TRUE(std::equal(few.dec.begin(), few.dec.end(), many.dec.begin()));
  EXPECT_NE(few.ra, clustered_points(WholeSky{}, 10, 4).ra);
}

TEST(ClusteredPoints, AreTheSameForAnyNumberOfThreads) {
  constexpr std::int64_t points = 50'000;  // more than two pieces
  test::WorkerThreads const one(1);
  SkyPoints const expected = clustered_points(WholeSky{}, points, 3);
  test::with_threads({2, 3}, [&](int) {
    SkyPoints const found = clustered_points(WholeSky{}, points, 3);
    EXPECT_EQ(found.ra, expected.ra);
    EXPECT_EQ(found.dec, expected.dec);
  });
}

TEST(ClusteredPoints, RefuseOptionsOutsideTheirRanges) {
  EXPECT_THROW(clustered_points(WholeSky{}, 10, 1, {.clusters = 0}), Error);
  EXPECT_THROW(clustered_points(WholeSky{}, 10, 1, {.radius = 1e-5}), Error);
  EXPECT_THROW(clustered_points(WholeSky{}, 10, 1, {.radius = 91.0}), Error);
  EXPECT_THROW(clustered_points(WholeSky{}, 10, 1, {.smallest = 0.0}), Error);
  EXPECT_THROW(clustered_points(WholeSky{}, -1, 1), Error);
}

}  // namespace
}  // namespace siderum
