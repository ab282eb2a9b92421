// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/polarisation_image.hpp>

#include <cmath>
#include <limits>
#include <numbers>

#include <gtest/gtest.h>

#include <siderum/core/healpix_pixels.hpp>

namespace siderum::apps {
namespace {

double const nan = std::numeric_limits<double>::quiet_NaN();
constexpr double pi = std::numbers::pi;

/// The same Q and U everywhere.
io::SkyMap constant(double q, double u) {
  RingGrid grid = healpix_grid(8);
  std::vector<double> value(static_cast<std::size_t>(2 * grid.pixels()), q);
  std::fill(value.begin() + grid.pixels(), value.end(), u);
  return {std::move(grid), std::move(value), {"Q", "U"}, "K", ""};
}

/// How far two lines are from each other, 0 .. pi / 2.
double between(double a, double b) {
  return std::abs(std::remainder(a - b, pi));
}

TEST(PolarisationField, RunsAtHalfTheAngleFromSouthToEast) {
  // In the middle of the picture south is down and east is left.
  SkyProjection const projection(ProjectionKind::mollweide, 30.0, 20.0);
  for (auto const& [q, u, angle] :
       {std::array{2.0, 0.0, 0.5 * pi}, std::array{-2.0, 0.0, 0.0}, std::array{0.0, 2.0, 0.25 * pi},
        std::array{0.0, -2.0, 0.75 * pi}}) {
    io::SkyMap const map = constant(q, u);
    auto const line = PolarisationField(map, projection).line(0.0, 0.0);
    ASSERT_TRUE(line);
    EXPECT_DOUBLE_EQ(line->amplitude, 2.0);
    // The projection stretches the middle by 2 sqrt(2) / pi across and its inverse along.
    EXPECT_LT(between(line->angle, angle), u == 0.0 ? 1e-9 : 0.12) << q << " " << u;
  }
}

TEST(PolarisationField, FollowsMeridiansAndParallels) {
  SkyProjection const projection(ProjectionKind::mollweide, 0.0, 0.0);
  io::SkyMap const along_meridians = constant(1.0, 0.0);
  io::SkyMap const along_parallels = constant(-1.0, 0.0);
  PolarisationField const meridians(along_meridians, projection);
  PolarisationField const parallels(along_parallels, projection);
  for (double const x : {-1.2, 0.3, 0.9}) {
    for (double const y : {-0.6, 0.2, 0.7}) {
      // Meridians are ellipses (x / c)^2 + y^2 = 1, parallels straight.
      double const slope = -x * y / (1.0 - y * y);
      EXPECT_LT(between(meridians.line(x, y)->angle, std::atan2(1.0, slope)), 1e-6);
      EXPECT_LT(between(parallels.line(x, y)->angle, 0.0), 1e-6);
    }
  }
  EXPECT_FALSE(meridians.line(1.9, 0.9)) << "beside the sky";
}

TEST(PolarisationField, LeavesOutWhatIsNotSeen) {
  io::SkyMap map = constant(1.0, 0.0);
  for (std::size_t pixel = 0; pixel < 768; ++pixel) {
    if (healpix::ring_centre(8, static_cast<std::int64_t>(pixel)).theta < 0.5 * pi) {
      map.value[768 + pixel] = nan;
    }
  }
  SkyProjection const projection(ProjectionKind::mollweide, 0.0, 0.0);
  PolarisationField const field(map, projection);
  EXPECT_FALSE(field.line(0.0, 0.5));
  EXPECT_TRUE(field.line(0.0, -0.5));
  EXPECT_FALSE(field.mean_line(0.0, 0.5, 0.1));
  EXPECT_TRUE(field.mean_line(0.0, -0.5, 0.1));
}

TEST(PolarisationField, LinesThatCrossCancel) {
  io::SkyMap map = constant(1.0, 0.0);
  for (std::size_t pixel = 0; pixel < 768; ++pixel) {
    double const phi = healpix::ring_centre(8, static_cast<std::int64_t>(pixel)).phi;
    map.value[pixel] = phi < pi ? 1.0 : -1.0;
  }
  SkyProjection const projection(ProjectionKind::mollweide, 0.0, 0.0);
  PolarisationField const field(map, projection);
  EXPECT_LT(field.mean_line(0.0, 0.0, 0.2)->amplitude, 0.5);
  EXPECT_NEAR(field.mean_line(-0.5, 0.0, 0.2)->amplitude, 1.0, 0.01);
}

TEST(PolarisationSegments, AreAsLongAsTheAmplitude) {
  io::SkyMap map = constant(0.0, 4.0);
  for (std::size_t pixel = 0; pixel < 768; ++pixel) {
    double const phi = healpix::ring_centre(8, static_cast<std::int64_t>(pixel)).phi;
    map.value[768 + pixel] = phi < pi ? 4.0 : 1.0;
  }
  SkyProjection const projection(ProjectionKind::mollweide, 0.0, 0.0);
  SegmentField const lines = polarisation_segments(PolarisationField(map, projection), 400, 20);
  EXPECT_DOUBLE_EQ(lines.amplitude, 4.0);
  EXPECT_GT(lines.segments.size(), 150u);
  for (Segment const& line : lines.segments) {
    double const length = 2.0 * std::hypot(line.half_width, line.half_height);
    if (std::abs(line.column - 200.0) > 40.0 && std::abs(line.row - 100.0) < 80.0 &&
        std::abs(line.column - 200.0) < 100.0) {
      double const share = line.column < 200.0 ? 1.0 : 0.25;  // east is left
      EXPECT_NEAR(length, share * lines.longest, 0.08 * lines.longest);
    }
  }
}

TEST(PolarisationSegments, HoldAtTheEndsOfTheRangeOfDoubles) {
  SkyProjection const projection(ProjectionKind::mollweide, 0.0, 0.0);
  for (double const value : {1e308, 1.7e308, 1e-300}) {
    io::SkyMap const map = constant(value, value);
    PolarisationField const field(map, projection);
    EXPECT_TRUE(std::isfinite(polarisation_amplitude(map).value[0])) << value;
    SegmentField const lines = polarisation_segments(field, 100, 20);
    EXPECT_TRUE(std::isfinite(lines.amplitude) && lines.amplitude > 0.0) << value;
    EXPECT_FALSE(lines.segments.empty());
    for (Segment const& line : lines.segments) {
      EXPECT_TRUE(std::isfinite(line.half_width) && std::isfinite(line.half_height)) << value;
    }
  }
}

TEST(PolarisationSegments, StayOnTheSky) {
  io::SkyMap const map = constant(1.0, 0.0);
  SkyProjection const projection(ProjectionKind::orthographic, 0.0, 0.0);
  SegmentField const lines = polarisation_segments(PolarisationField(map, projection), 400, 20);
  EXPECT_GT(lines.segments.size(), 150u);
  for (Segment const& line : lines.segments) {
    for (double const side : {-1.0, 0.0, 1.0}) {
      double const x = line.column + side * line.half_width;
      double const y = line.row + side * line.half_height;
      EXPECT_LE(std::hypot(x - (x < 200.0 ? 100.0 : 300.0), y - 100.0), 100.0);
    }
  }
}

TEST(PolarisationTexture, VariesLessAlongTheLines) {
  SkyProjection const projection(ProjectionKind::mollweide, 0.0, 0.0);
  io::SkyMap const map = constant(-1.0, 0.0);  // along parallels, which run across
  Image image{300, 150, std::string(300u * 150u * 4u, '\x80')};
  draw_texture(PolarisationField(map, projection), image);
  auto const value = [&](std::int64_t column, std::int64_t row) {
    return static_cast<double>(static_cast<unsigned char>(
        image.bytes[static_cast<std::size_t>(4 * (row * 300 + column))]));
  };
  double along = 0.0;
  double across = 0.0;
  for (std::int64_t row = 60; row < 90; ++row) {
    for (std::int64_t column = 100; column < 200; ++column) {
      along += std::abs(value(column + 1, row) - value(column, row));
      across += std::abs(value(column, row + 1) - value(column, row));
    }
  }
  EXPECT_GT(across, 2.5 * along);
  EXPECT_EQ(value(0, 0), 128.0) << "beside the sky";
}

TEST(PolarisationTexture, LeavesUnpolarisedSkiesAlone) {
  SkyProjection const projection(ProjectionKind::mollweide, 0.0, 0.0);
  io::SkyMap const map = constant(0.0, 0.0);
  Image image{60, 30, std::string(60u * 30u * 4u, '\x50')};
  std::string const before = image.bytes;
  draw_texture(PolarisationField(map, projection), image);
  EXPECT_EQ(image.bytes, before);
}

TEST(PolarisationAmplitude, IsTheRootOfTheSquares) {
  io::SkyMap map = constant(3.0, -4.0);
  map.value[5] = nan;
  io::SkyMap const amplitude = polarisation_amplitude(map);
  EXPECT_EQ(amplitude.components(), 1);
  EXPECT_DOUBLE_EQ(amplitude.value[0], 5.0);
  EXPECT_TRUE(std::isnan(amplitude.value[5]));
}

}  // namespace
}  // namespace siderum::apps
