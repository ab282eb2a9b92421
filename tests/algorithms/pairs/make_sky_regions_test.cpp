// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/make_sky_regions.hpp>

#include <algorithm>
#include <array>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/algorithms/pairs/random_points.hpp>
#include <support/sentence.hpp>
#include <support/worker_threads.hpp>

namespace siderum::test {
namespace {

using testing::HasSubstr;

std::vector<std::int64_t> sizes_of(std::vector<std::int64_t> const& labels, std::int64_t regions) {
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(regions), 0);
  for (std::int64_t const label : labels) {
    ++sizes.at(static_cast<std::size_t>(label));
  }
  return sizes;
}

std::int64_t spread(std::vector<std::int64_t> const& sizes) {
  auto const [least, most] = std::minmax_element(sizes.begin(), sizes.end());
  return *most - *least;
}

TEST(Bisection, MakesRegionsOfEqualCounts) {
  for (SkyArea const& area : {SkyArea(WholeSky{}), SkyArea(SkyCap{30.0, 89.0, 5.0}),
                              SkyArea(SkyBox{355.0, 5.0, -1.0, 1.0})}) {
    for (std::int64_t const regions : {2, 3, 10, 97, 100}) {
      SkyPoints const sky = random_points(area, 997, 1);
      SkyRegions const made = make_sky_regions(sky.ra, sky.dec, regions);
      std::vector<std::int64_t> const sizes =
          sizes_of(assign_regions(made, sky.ra, sky.dec), regions);
      EXPECT_LE(spread(sizes), 1) << regions;
      EXPECT_EQ(std::ssize(made.cuts), regions - 1);
    }
  }
}

TEST(Bisection, CutsOnePointPerRegion) {
  SkyPoints const sky = random_points(WholeSky{}, 17, 1);
  SkyRegions const made = make_sky_regions(sky.ra, sky.dec, 17);
  EXPECT_EQ(spread(sizes_of(assign_regions(made, sky.ra, sky.dec), 17)), 0);
}

/// Points in rows of equal declination and columns of equal right ascension [deg].
SkyPoints grid(int columns, int rows, double step) {
  SkyPoints sky;
  for (int i = 0; i < columns; ++i) {
    for (int j = 0; j < rows; ++j) {
      sky.ra.push_back(100.0 + step * i);
      sky.dec.push_back(step * j - 0.5 * step * (rows - 1));
    }
  }
  return sky;
}

/// Centres of the 12 nside^2 pixels of HEALPix (Gorski et al. 2005, eqs. 4 to 9).
SkyPoints pixel_centres(int nside) {
  SkyPoints sky;
  for (int ring = 1; ring < 4 * nside; ++ring) {
    int const from_pole = std::min(ring, 4 * nside - ring);
    int const pixels = 4 * std::min(from_pole, nside);
    double const z = from_pole < nside ? 1.0 - from_pole * from_pole / (3.0 * nside * nside)
                                       : 4.0 / 3.0 - 2.0 * from_pole / (3.0 * nside);
    double const dec = std::asin(ring <= 2 * nside ? z : -z) * 57.29577951308232;
    for (int j = 0; j < pixels; ++j) {
      bool const shifted = from_pole < nside || (ring - nside) % 2 == 0;
      sky.ra.push_back(360.0 / pixels * (j + (shifted ? 0.5 : 0.0)));
      sky.dec.push_back(dec);
    }
  }
  return sky;
}

/// The sum of (p - m) (p - m)^T over points p of mean m, times a vector.
SkyVector covariance_times(SkyPoints const& sky, SkyVector const& vector) {
  std::vector<SkyVector> points;
  std::array<long double, 3> mean{};
  for (std::size_t i = 0; i < sky.ra.size(); ++i) {
    points.push_back(sky_vector(sky.ra[i], sky.dec[i]));
    for (std::size_t k = 0; k < 3; ++k) {
      mean[k] += points[i][k] / static_cast<long double>(sky.points());
    }
  }
  std::array<long double, 3> sum{};
  for (SkyVector const& point : points) {
    long double along = 0.0L;
    for (std::size_t k = 0; k < 3; ++k) {
      along += (point[k] - mean[k]) * vector[k];
    }
    for (std::size_t k = 0; k < 3; ++k) {
      sum[k] += (point[k] - mean[k]) * along;
    }
  }
  return {static_cast<double>(sum[0]), static_cast<double>(sum[1]), static_cast<double>(sum[2])};
}

TEST(Bisection, CutsAcrossThePrincipalAxisOfAllBlocksOfPoints) {
  SkyPoints const sky = random_points(SkyBox{0.0, 40.0, -3.0, 5.0}, 20'000, 1);
  SkyVector const axis = make_sky_regions(sky.ra, sky.dec, 2).cuts[0].axis;
  SkyVector const turned = covariance_times(sky, axis);
  double const variance = std::sqrt(dot(turned, turned));
  for (std::size_t k = 0; k < 3; ++k) {
    EXPECT_NEAR(turned[k] / variance, axis[k], 1e-13);
  }
}

TEST(Bisection, CutsGridsIntoEqualCounts) {
  for (SkyPoints const& sky : {grid(40, 40, 0.25), grid(100, 7, 1.0), grid(360, 1, 1.0),
                               grid(1, 64, 2.0), pixel_centres(1), pixel_centres(8)}) {
    for (std::int64_t const regions : {2, 3, 10, 12}) {
      SkyRegions const made = make_sky_regions(sky.ra, sky.dec, regions);
      EXPECT_LE(spread(sizes_of(assign_regions(made, sky.ra, sky.dec), regions)), 1)
          << sky.ra.size() << " points, " << regions;
    }
  }
}

TEST(Bisection, CutsRoundedCataloguesBetweenPlaces) {
  SkyPoints sky = random_points(SkyBox{10.0, 20.0, -5.0, 5.0}, 20'000, 3);
  for (std::vector<double>* const list : {&sky.ra, &sky.dec}) {
    for (double& angle : *list) {
      angle = std::round(10.0 * angle) / 10.0;
    }
  }
  for (std::int64_t const regions : {2, 10, 50}) {
    SkyRegions const made = make_sky_regions(sky.ra, sky.dec, regions);
    std::vector<std::int64_t> const sizes =
        sizes_of(assign_regions(made, sky.ra, sky.dec), regions);
    // Two points share a place; each cut may be a hundredth of a region off.
    EXPECT_LE(spread(sizes), 20'000 / regions / 10) << regions;
  }
}

TEST(Bisection, NeedsAsManyPlacesAsRegions) {
  std::vector<double> ra, dec;
  for (double const place : {1.0, 2.0, 3.0, 7.0, 9.0}) {
    ra.insert(ra.end(), place == 2.0 ? 100 : 3, place);
    dec.insert(dec.end(), place == 2.0 ? 100 : 3, 0.5 * place);
  }
  for (std::int64_t const regions : {2, 3, 4, 5}) {
    SkyRegions const made = make_sky_regions(ra, dec, regions);
    EXPECT_THAT(sizes_of(assign_regions(made, ra, dec), regions), testing::Each(testing::Ge(3)));
  }
  EXPECT_THAT(sentence_of([&] { make_sky_regions(ra, dec, 6); }),
              HasSubstr("share one place: there are 5 places"));
}

TEST(Bisection, PartsPointsThatAreHardlyApart) {
  std::vector<double> const ra{1.0, std::nextafter(1.0, 2.0), 1.0 + 1e-14, 1.0};
  std::vector<double> const dec{0.0, 0.0, 0.0, 1e-13};
  SkyRegions const made = make_sky_regions(ra, dec, 3);
  EXPECT_THAT(sizes_of(assign_regions(made, ra, dec), 3), testing::Each(testing::Ge(1)));
}

TEST(Bisection, LabelsOtherCataloguesByTheSamePlaces) {
  SkyPoints const randoms = random_points(SkyCap{0.0, 0.0, 20.0}, 5000, 1);
  SkyPoints const data = random_points(SkyCap{0.0, 0.0, 20.0}, 5000, 2);
  SkyRegions const made = make_sky_regions(randoms.ra, randoms.dec, 10);
  std::vector<std::int64_t> const sizes = sizes_of(assign_regions(made, data.ra, data.dec), 10);
  // Binomial, 10 regions of one tenth.
  for (std::int64_t const size : sizes) {
    EXPECT_NEAR(static_cast<double>(size), 500.0, 5.0 * std::sqrt(2.0 * 450.0));
  }
  // A turn does not move a point.
  std::vector<double> turned = data.ra;
  for (double& ra : turned) {
    ra += ra < 180.0 ? 360.0 : -360.0;
  }
  std::vector<std::int64_t> const before = assign_regions(made, data.ra, data.dec);
  std::vector<std::int64_t> const after = assign_regions(made, turned, data.dec);
  EXPECT_LE(std::count_if(before.begin(), before.end(),
                          [&, i = 0](std::int64_t label) mutable {
                            return label != after[static_cast<std::size_t>(i++)];
                          }),
            1);
}

TEST(KMeans, EachPointIsNearestToItsOwnCentre) {
  SkyPoints const sky = random_points(SkyCap{0.0, 0.0, 20.0}, 3000, 1);
  SkyRegions const made = make_sky_regions(sky.ra, sky.dec, 12, RegionMethod::k_means, 5);
  std::vector<std::int64_t> const labels = assign_regions(made, sky.ra, sky.dec);
  ASSERT_EQ(std::ssize(made.centres), 12);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    SkyVector const point = sky_vector(sky.ra[i], sky.dec[i]);
    double const own = dot(point, made.centres[static_cast<std::size_t>(labels[i])]);
    for (SkyVector const& centre : made.centres) {
      EXPECT_LE(dot(point, centre), own + 1e-15);
    }
  }
  EXPECT_THAT(sizes_of(labels, 12), testing::Each(testing::Gt(0)));
}

TEST(KMeans, CentresAreTheMeansOfAllBlocksOfPoints) {
  SkyPoints sky;
  for (double const centre : {10.0, 100.0, 250.0}) {
    SkyPoints const cluster = random_points(SkyCap{centre, 0.0, 20.0}, 7000, 1);
    sky.ra.insert(sky.ra.end(), cluster.ra.begin(), cluster.ra.end());
    sky.dec.insert(sky.dec.end(), cluster.dec.begin(), cluster.dec.end());
  }
  SkyRegions const made = make_sky_regions(sky.ra, sky.dec, 3, RegionMethod::k_means, 1);
  std::vector<std::int64_t> const labels = assign_regions(made, sky.ra, sky.dec);
  std::vector<SkyVector> sum(3, SkyVector{});
  for (std::size_t i = 0; i < labels.size(); ++i) {
    SkyVector const point = sky_vector(sky.ra[i], sky.dec[i]);
    for (std::size_t k = 0; k < 3; ++k) {
      sum[static_cast<std::size_t>(labels[i])][k] += point[k];
    }
  }
  for (std::size_t r = 0; r < 3; ++r) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_NEAR(sum[r][k] / std::sqrt(dot(sum[r], sum[r])), made.centres[r][k], 1e-13);
    }
  }
}

TEST(KMeans, IsASeededChoice) {
  SkyPoints const sky = random_points(WholeSky{}, 500, 1);
  auto const centres = [&](std::uint64_t seed) {
    return make_sky_regions(sky.ra, sky.dec, 7, RegionMethod::k_means, seed).centres;
  };
  EXPECT_EQ(centres(1), centres(1));
  EXPECT_NE(centres(1), centres(2));
}

TEST(KMeans, FindsSeparateClusters) {
  std::vector<double> ra, dec;
  for (double const centre : {10.0, 100.0, 250.0}) {
    SkyPoints const cluster = random_points(SkyCap{centre, 0.0, 2.0}, 200, 1);
    ra.insert(ra.end(), cluster.ra.begin(), cluster.ra.end());
    dec.insert(dec.end(), cluster.dec.begin(), cluster.dec.end());
  }
  SkyRegions const made = make_sky_regions(ra, dec, 3, RegionMethod::k_means, 1);
  EXPECT_EQ(sizes_of(assign_regions(made, ra, dec), 3), (std::vector<std::int64_t>(3, 200)));
}

/// All numbers of a division, and the labels of the points.
std::vector<double> numbers_of(SkyRegions const& made, std::vector<std::int64_t> const& labels) {
  std::vector<double> numbers(labels.begin(), labels.end());
  for (SkyCut const& cut : made.cuts) {
    numbers.insert(numbers.end(), cut.axis.begin(), cut.axis.end());
    numbers.insert(numbers.end(),
                   {cut.threshold, static_cast<double>(cut.below), static_cast<double>(cut.above)});
  }
  for (SkyVector const& centre : made.centres) {
    numbers.insert(numbers.end(), centre.begin(), centre.end());
  }
  return numbers;
}

TEST(SkyRegions, AreTheSameForAnyNumberOfThreads) {
  // More than two pieces of what is sorted.
  SkyPoints const sky = random_points(SkyCap{30.0, 60.0, 25.0}, 70'000, 1);
  SkyPoints rounded = sky;
  for (std::vector<double>* const list : {&rounded.ra, &rounded.dec}) {
    for (double& angle : *list) {
      angle = std::round(20.0 * angle) / 20.0;
    }
  }
  for (SkyPoints const& points : {sky, rounded}) {
    for (RegionMethod const method : {RegionMethod::bisection, RegionMethod::k_means}) {
      std::vector<double> first;
      with_threads({1, 2, 3}, [&](int threads) {
        SkyRegions const made = make_sky_regions(points.ra, points.dec, 23, method);
        std::vector<double> const numbers =
            numbers_of(made, assign_regions(made, points.ra, points.dec));
        first = threads == 1 ? numbers : first;
        EXPECT_EQ(numbers, first);
      });
    }
  }
}

TEST(SkyRegions, AreRefusedWhereTheyCannotBe) {
  std::vector<double> const ra{1.0, 2.0, 2.0, 2.0};
  std::vector<double> const dec{0.0, 0.0, 0.0, 0.0};
  auto const refusal = [&](std::int64_t regions, RegionMethod method) {
    return sentence_of([&] { make_sky_regions(ra, dec, regions, method); });
  };
  for (RegionMethod const method : {RegionMethod::bisection, RegionMethod::k_means}) {
    EXPECT_THAT(refusal(1, method), HasSubstr("1 regions"));
    EXPECT_THAT(refusal(5, method), HasSubstr("5 regions of 4 points"));
    EXPECT_THAT(refusal(4, method), HasSubstr("share one place"));
  }
}

TEST(SkyRegions, TakeDirectionsOnly) {
  std::vector<double> const ra{1.0, 2.0, 3.0};
  SkyRegions const made = make_sky_regions(ra, std::vector<double>{0.0, 1.0, 0.0}, 2);
  for (auto const& [wrong, problem] :
       {std::pair(std::vector<double>{0.0, 1.0}, "There are 3 right ascensions and 2 declinations"),
        std::pair(std::vector<double>{0.0, std::nan(""), 1.0}, "Point 1 is at (2, nan)"),
        std::pair(std::vector<double>{0.0, 1.0, 91.0}, "Point 2 is at (3, 91)")}) {
    std::vector<double> const& dec = wrong;  // clang 16 captures no structured binding
    EXPECT_THAT(sentence_of([&] { make_sky_regions(ra, dec, 2); }), HasSubstr(problem));
    EXPECT_THAT(sentence_of([&] { assign_regions(made, ra, dec); }), HasSubstr(problem));
  }
}

}  // namespace
}  // namespace siderum::test
