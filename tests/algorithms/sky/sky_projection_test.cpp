// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/sky_projection.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "support/matchers.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

/// Longitude and latitude [deg] seen at a place; longitudes in -180 .. 180.
void expect_seen(SkyProjection const& projection, double x, double y, double longitude,
                 double latitude) {
  auto const seen = projection.direction(x, y);
  ASSERT_TRUE(seen) << x << ' ' << y;
  EXPECT_TRUE(near_value(90.0 - seen->theta / degree, latitude, 1e-6)) << x << ' ' << y;
  EXPECT_TRUE(near_value(std::remainder(seen->phi / degree - longitude, 360.0), 0.0, 1e-6))
      << x << ' ' << y;
}

TEST(SkyProjection, MollweideHasItsKnownPoints) {
  SkyProjection const projection(ProjectionKind::mollweide, 0.0, 0.0);
  expect_seen(projection, 0, 0, 0, 0);
  expect_seen(projection, 1, 0, -90, 0);
  expect_seen(projection, -2, 0, 180, 0);
  expect_seen(projection, 0, 1, 0, 90);
  // The equation of a at latitude 40, by Newton.
  double a = 0.5;
  for (int step = 0; step < 30; ++step) {
    a -= (2 * a + std::sin(2 * a) - std::numbers::pi * std::sin(40 * degree)) /
         (2 + 2 * std::cos(2 * a));
  }
  expect_seen(projection, -2 * std::cos(a) * 75 / 180, std::sin(a), 75, 40);
  EXPECT_FALSE(projection.direction(1.5, 0.9));
  EXPECT_FALSE(projection.direction(2.001, 0.0));
}

TEST(SkyProjection, MollweideKeepsAreas) {
  SkyProjection const projection(ProjectionKind::mollweide, 30.0, -50.0);
  // Of evenly spread places, the share with sin(latitude) in a quarter of -1 .. 1 is a quarter.
  std::vector<int> counts(4);
  int seen = 0;
  for (int i = 0; i < 2000; ++i) {
    for (int j = 0; j < 1000; ++j) {
      auto const at = projection.direction(-2 + (i + 0.5) / 500, -1 + (j + 0.5) / 500);
      if (at) {
        ++seen;
        ++counts[static_cast<std::size_t>(std::min(3.0, std::floor(2 + 2 * std::cos(at->theta))))];
      }
    }
  }
  EXPECT_NEAR(seen, 2e6 * std::numbers::pi / 4, 500);
  for (int const count : counts) {
    EXPECT_NEAR(count, seen / 4.0, 1000);
  }
}

TEST(SkyProjection, OrthographicShowsTwoHemispheres) {
  SkyProjection const projection(ProjectionKind::orthographic, 20.0, 0.0);
  expect_seen(projection, -1, 0, 20, 0);
  expect_seen(projection, 1, 0, 200, 0);
  expect_seen(projection, -1 + std::sin(30 * degree), 0, -10, 0);
  expect_seen(projection, 1 - std::sin(30 * degree), 0, 230, 0);
  expect_seen(projection, -1, std::sin(60 * degree), 20, 60);
  EXPECT_FALSE(projection.direction(0.0, 0.1));
}

TEST(SkyProjection, TurnsToItsCentre) {
  for (ProjectionKind const kind : {ProjectionKind::mollweide, ProjectionKind::orthographic}) {
    double const x = kind == ProjectionKind::mollweide ? 0.0 : -1.0;
    SkyProjection const projection(kind, 120.0, -35.0);
    expect_seen(projection, x, 0, 120, -35);
    // North is up: the pole is 125 degrees above the centre, on the meridian behind the horizon.
    auto const above = projection.direction(x, 0.01);
    EXPECT_LT(above->theta, 125 * degree);
    EXPECT_NEAR(above->phi, 120 * degree, 1e-9);
  }
  EXPECT_EQ(sentence_of([] { SkyProjection(ProjectionKind::mollweide, 0.0, 95.0); }),
            "The centre of the picture is (0, 95) (a finite longitude and a latitude of -90 .. 90 "
            "degrees). Give one of these.");
}

TEST(SkyProjection, ShowsPartsOfTheSky) {
  SkyProjection const gnomonic(ProjectionKind::gnomonic, 50.0, 0.0, 10.0);
  expect_seen(gnomonic, 0, 0, 50, 0);
  expect_seen(gnomonic, 1, 0, 40, 0);
  expect_seen(gnomonic, -std::tan(5 * degree) / std::tan(10 * degree), 0, 55, 0);
  expect_seen(gnomonic, 0, -1, 50, -10);
  EXPECT_FALSE(gnomonic.direction(1.01, 0.0));
  SkyProjection const cartesian(ProjectionKind::cartesian, 20.0, 0.0, 60.0);
  expect_seen(cartesian, 0.5, 0.25, -10, 15);
  expect_seen(cartesian, -1, 1, 80, 60);
  SkyProjection const whole(ProjectionKind::cartesian, 0.0, 0.0, 180.0);
  EXPECT_FALSE(whole.direction(0.0, 0.51));
  EXPECT_EQ(sentence_of([] { SkyProjection(ProjectionKind::gnomonic, 0.0, 0.0, 90.0); }),
            "The radius of the picture is 90 degrees (it is above 0 and at most 80). Give one of"
            " these.");
}

TEST(SkyProjection, FindsThePlaceOfWhatIsSeen) {
  for (ProjectionKind const kind : {ProjectionKind::mollweide, ProjectionKind::orthographic,
                                    ProjectionKind::gnomonic, ProjectionKind::cartesian}) {
    SkyProjection const projection(kind, 75.0, -40.0, 30.0);
    int seen = 0;
    for (int i = 1; i < 40; ++i) {
      for (int j = 1; j < 40; ++j) {
        double const x = -2.0 + 0.1 * i;
        double const y = -1.0 + 0.05 * j;
        auto const direction = projection.direction(x, y);
        if (!direction) {
          continue;
        }
        ++seen;
        auto const place = projection.place(*direction);
        ASSERT_TRUE(place) << x << ' ' << y;
        EXPECT_NEAR((*place)[0], x, 1e-7) << y;
        EXPECT_NEAR((*place)[1], y, 1e-7) << x;
      }
    }
    EXPECT_GT(seen, 300);
  }
  SkyProjection const part(ProjectionKind::gnomonic, 0.0, 0.0, 10.0);
  EXPECT_FALSE(part.place({90 * degree, 20 * degree}));
  EXPECT_FALSE(part.place({90 * degree, 180 * degree}));
  // At the poles of Mollweide, where the derivative of its equation vanishes.
  SkyProjection const all(ProjectionKind::mollweide, 0.0, 0.0);
  EXPECT_NEAR((*all.place({0.0, 1.0}))[1], 1.0, 1e-7);
  EXPECT_NEAR((*all.place({180 * degree, 1.0}))[1], -1.0, 1e-7);
}

TEST(PixelFinder, FindsTheCentresOfPixels) {
  std::vector<Ring> rings(3);
  rings[0] = {2.0, 0.0, 0.0, 3, 0.5, 6, -2, 0.0};
  rings[1] = {0.25, 0.0, 0.0, 2, 0.0, 1, 2, 0.0};
  rings[2] = {1.0, 0.0, 0.0, 1, 3.0, 0, 1, 0.0};
  for (RingGrid const& grid :
       {healpix_grid(5), gauss_legendre_grid(8, 7),
        equidistant_grid(EquidistantRule::clenshaw_curtis, 5, 6), make_ring_grid(rings)}) {
    PixelFinder const find(grid);
    for (Ring const& ring : grid.rings()) {
      for (std::int64_t j = 0; j < ring.nphi; ++j) {
        auto const count = static_cast<double>(ring.nphi);
        double const phi = ring.phi0 + 2 * std::numbers::pi * static_cast<double>(j) / count;
        for (double const turned : {phi, phi - 2 * std::numbers::pi, phi + 0.4 / count}) {
          EXPECT_EQ(find({ring.theta, turned}), ring.first + j * ring.stride)
              << grid.name() << ' ' << ring.theta << ' ' << turned;
        }
      }
    }
  }
}

TEST(PixelsOfLine, AreThoseOfTheirDirections) {
  for (RingGrid const& grid : {healpix_grid(16), gauss_legendre_grid(20, 41)}) {
    PixelFinder const find(grid);
    for (ProjectionKind const kind : {ProjectionKind::mollweide, ProjectionKind::orthographic,
                                      ProjectionKind::gnomonic, ProjectionKind::cartesian}) {
      for (auto const& [longitude, latitude] : {std::pair{0.0, 0.0}, std::pair{123.0, 0.0},
                                                std::pair{-200.0, 0.0}, std::pair{30.0, 40.0}}) {
        SkyProjection const projection(kind, longitude, latitude, 70.0);
        for (double y = -0.9987; y < 1.1; y += 0.0531) {
          auto const line = projection.line(y);
          PixelsOfLine const pixels(find, line);
          // More than are found at a time.
          constexpr double step = 0.00377;
          std::vector<std::int64_t> seen(1093);
          pixels.along(-2.0123, step, seen);
          for (std::size_t i = 0; i < seen.size(); i += 5) {
            double const x = -2.0123 + static_cast<double>(i) * step;
            auto const sky = line.sky(x);
            ASSERT_EQ(seen[i], sky ? find.towards(*sky) : -1)
                << longitude << ' ' << latitude << ' ' << x << ' ' << y;
          }
        }
      }
    }
  }
}

TEST(PixelFinder, TakesTheNearestRing) {
  RingGrid const grid = equidistant_grid(EquidistantRule::fejer1, 4, 1);
  PixelFinder const find(grid);
  for (int step = 0; step <= 100; ++step) {
    EXPECT_EQ(find({std::numbers::pi * step / 100.0, 1.0}), std::min(3, 4 * step / 100)) << step;
  }
}

}  // namespace
}  // namespace siderum::test
