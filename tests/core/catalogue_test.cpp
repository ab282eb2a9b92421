// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/catalogue.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

std::vector<double> const ra{0.0, 90.0, 370.0, 12.5};
std::vector<double> const dec{0.0, 0.0, 45.0, -90.0};
std::vector<double> const weight{1.0, 2.0, 0.0, -3.0};
std::vector<std::int32_t> const region{2, 0, 0, 1};
double const nan = std::numeric_limits<double>::quiet_NaN();

TEST(Catalogue, UnitVectors) {
  auto const made = make_catalogue(ra, dec);
  ASSERT_EQ(made.points(), 4);
  EXPECT_FALSE(made.has_weights());
  EXPECT_FALSE(made.has_regions());
  EXPECT_EQ(made.x(0), 1.0);
  EXPECT_EQ(made.y(1), 1.0);
  EXPECT_EQ(made.x(1), 0.0);
  EXPECT_EQ(made.z(3), -1.0);
  EXPECT_EQ(made.x(3), 0.0);
  double const degree = 0.017453292519943295;
  EXPECT_TRUE(near_value(made.x(2), std::cos(45 * degree) * std::cos(10 * degree), 2e-16));
  EXPECT_TRUE(near_value(made.z(2), std::sqrt(0.5), 2e-16));
}

TEST(Catalogue, TravelsToTheSpace) {
  auto const made = mirror_to(TestSpace(), make_catalogue(ra, dec, weight, region, 3));
  Kokkos::fence();
  EXPECT_EQ(to_host(made.weight), weight);
  EXPECT_EQ(to_host(made.region), region);
  EXPECT_EQ(made.regions, 3);
  EXPECT_EQ(to_host(made.z)[3], -1.0);
}

TEST(Catalogue, VectorsOfAnyLength) {
  std::vector<double> const x{3.0, 0.0}, y{0.0, 0.0}, z{4.0, -1e-200};
  auto const made = make_catalogue_from_vectors(x, y, z);
  EXPECT_EQ(made.x(0), 0.6);
  EXPECT_EQ(made.z(0), 0.8);
  EXPECT_EQ(made.z(1), -1.0);
}

TEST(Catalogue, NoPoints) {
  EXPECT_EQ(make_catalogue({}, {}).points(), 0);
  EXPECT_EQ(make_catalogue({}, {}, {}, {}, 5).regions, 5);
}

TEST(Catalogue, RefusesPointsAndSaysWhich) {
  std::vector<double> const bad_ra{0.0, nan, 1.0, nan};
  EXPECT_EQ(sentence_of([&] { make_catalogue(bad_ra, dec); }),
            "The right ascension of a point is not a finite number (point 1, counted from 0, is the"
            " first of 2). Remove the points.");
  std::vector<double> const bad_dec{0.0, 0.0, 90.5, 0.0};
  EXPECT_EQ(sentence_of([&] { make_catalogue(ra, bad_dec); }),
            "The declination of a point is not within -90 to 90 degrees (point 2, counted from 0,"
            " is the first of 1). Check that right ascension and declination are not swapped, and"
            " remove the points.");
  std::vector<double> const bad_weight{1.0, 1.0, 1.0, nan};
  EXPECT_NE(sentence_of([&] { make_catalogue(ra, dec, bad_weight); }), "");
  EXPECT_EQ(sentence_of([&] { make_catalogue(ra, dec, {}, region, 2); }),
            "The region of a point is none of 0 to 1 (point 0, counted from 0, is the first of 1)."
            " Give every point one of the regions.");
}

TEST(Catalogue, OfManyPointsSaysWhichAreRefused) {
  std::vector<double> many(300'000, 10.0);
  std::vector<double> const one{10.0};
  EXPECT_EQ(make_catalogue(many, many).z(299'999), make_catalogue(one, one).z(0));
  std::vector<double> bad = many;
  bad[299'999] = bad[123'456] = bad[123'457] = -91.0;
  EXPECT_NE(sentence_of([&] { make_catalogue(many, bad); })
                .find("(point 123456, counted from 0, is the first of 3)"),
            std::string::npos);
}

TEST(Catalogue, RefusesColumnsOfOtherLengths) {
  std::vector<double> const three{1.0, 2.0, 3.0};
  EXPECT_EQ(sentence_of([&] { make_catalogue(ra, three); }),
            "There are 4 points and 3 declinations (each point has one). Give as many of each.");
  EXPECT_NE(sentence_of([&] { make_catalogue(ra, dec, three); }), "");
  EXPECT_NE(sentence_of([&] { make_catalogue(ra, dec, {}, {}, 3); }), "");
}

TEST(Catalogue, RefusesVectorsWithoutDirection) {
  std::vector<double> const zero{0.0};
  EXPECT_EQ(sentence_of([&] { make_catalogue_from_vectors(zero, zero, zero); }),
            "The vector of a point has no direction (point 0, counted from 0, is the first of 1)."
            " Remove the points.");
}

}  // namespace
}  // namespace siderum::test
