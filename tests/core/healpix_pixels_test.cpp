// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/healpix_pixels.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/data.hpp"
#include "support/matchers.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

TEST(HealpixPixels, AreThoseOfHealpy) {
  auto const rows = read_rows(std::string(SIDERUM_GOLDEN) + "/healpix_pixels.txt");
  ASSERT_EQ(rows.size(), 480u);
  for (auto const& row : rows) {
    std::int64_t const nside = std::stoll(row.at(0));
    std::int64_t const ring = std::stoll(row.at(3));
    std::int64_t const nested = std::stoll(row.at(4));
    std::string const where = "nside " + row[0] + " theta " + row[1] + " phi " + row[2];
    EXPECT_EQ(healpix::ring_pixel(nside, {std::stod(row[1]), std::stod(row[2])}), ring) << where;
    healpix::Direction const centre = healpix::ring_centre(nside, ring);
    EXPECT_TRUE(near_value(centre.theta, std::stod(row.at(5)), 2e-15)) << where;
    EXPECT_TRUE(near_value(centre.phi, std::stod(row.at(6)), 4e-15)) << where;
    EXPECT_EQ(healpix::has_nested(nside), nested >= 0);
    if (nested >= 0) {
      EXPECT_EQ(healpix::ring_to_nested(nside, ring), nested) << where;
      EXPECT_EQ(healpix::nested_to_ring(nside, nested), ring) << where;
    }
  }
}

TEST(HealpixPixels, CentresLieInTheirPixels) {
  for (std::int64_t const nside : {1, 2, 3, 5, 16, 31}) {
    for (std::int64_t pixel = 0; pixel < healpix::pixel_count(nside); ++pixel) {
      EXPECT_EQ(healpix::ring_pixel(nside, healpix::ring_centre(nside, pixel)), pixel);
    }
  }
}

TEST(HealpixPixels, OrdersAreInverseOfEachOther) {
  for (std::int64_t const nside : {1, 2, 4, 32}) {
    std::vector<bool> met(static_cast<std::size_t>(healpix::pixel_count(nside)));
    for (std::int64_t pixel = 0; pixel < healpix::pixel_count(nside); ++pixel) {
      std::int64_t const ring = healpix::nested_to_ring(nside, pixel);
      EXPECT_EQ(healpix::ring_to_nested(nside, ring), pixel);
      met.at(static_cast<std::size_t>(ring)) = true;
    }
    EXPECT_EQ(std::count(met.begin(), met.end(), true), healpix::pixel_count(nside));
  }
}

TEST(HealpixPixels, OfPolesAndWholeTurns) {
  EXPECT_EQ(healpix::ring_pixel(4, {0.0, 0.1}), 0);
  EXPECT_EQ(healpix::ring_pixel(4, {-1e-17, 0.1}), 0);
  EXPECT_EQ(healpix::ring_pixel(4, {4.0, 6.2}), 191);
  EXPECT_EQ(healpix::ring_pixel(4, {1.0, -1e-300}), healpix::ring_pixel(4, {1.0, 0.0}));
}

// Directions within rounding of an edge may lie on either side of it; none of these are.
TEST(HealpixPixels, OfVectorsAreThoseOfDirections) {
  std::mt19937_64 random(5);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (std::int64_t const nside : {1, 3, 8, 2048, 1 << 20}) {
    for (int i = 0; i < 20'000; ++i) {
      // A third of them near the poles, where 1 - |z| cancels.
      double const s = std::pow(std::abs(number(random)), i % 3 == 0 ? 8.0 : 1.0);
      double const theta = i % 2 == 0 ? std::asin(s) : std::numbers::pi - std::asin(s);
      double const phi = std::numbers::pi * number(random);
      EXPECT_EQ(
          healpix::ring_pixel_towards(nside, {std::sin(theta) * std::cos(phi),
                                              std::sin(theta) * std::sin(phi), std::cos(theta)}),
          healpix::ring_pixel(nside, {theta, phi}))
          << nside << ' ' << theta << ' ' << phi;
    }
  }
  EXPECT_EQ(healpix::ring_pixel_towards(4, {0.0, 0.0, 1.0}), 0);
  EXPECT_EQ(healpix::ring_pixel_towards(4, {0.6, -1e-300, 0.8}),
            healpix::ring_pixel(4, {std::acos(0.8), 0.0}));
}

TEST(HealpixPixels, SizesOfMaps) {
  EXPECT_EQ(healpix::pixel_count(8192), 805'306'368);
  EXPECT_EQ(healpix::nside_of(805'306'368), 8192);
  EXPECT_EQ(healpix::nside_of(healpix::pixel_count(healpix::most_nside)), healpix::most_nside);
  EXPECT_EQ(sentence_of([] { healpix::nside_of(13); }),
            "A HEALPix map cannot have 13 pixels (it has 12 nside^2). Give whole maps.");
  EXPECT_EQ(sentence_of([] { healpix::pixel_count(0); }),
            "There is no HEALPix grid of nside 0 (nside is 1 .. 536870912). Give one of these.");
  EXPECT_FALSE(healpix::has_nested(12));
  EXPECT_TRUE(healpix::has_nested(1));
}

}  // namespace
}  // namespace siderum::test
