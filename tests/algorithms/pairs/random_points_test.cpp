// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/random_points.hpp>

#include <algorithm>
#include <cmath>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <siderum/core/sky_vector.hpp>
#include <support/sentence.hpp>
#include <support/worker_threads.hpp>

namespace siderum::test {
namespace {

using testing::AllOf;
using testing::Each;
using testing::Ge;
using testing::HasSubstr;
using testing::Le;

constexpr double degree = 0.017453292519943295;

double separation(SkyVector const& a, SkyVector const& b) {
  return std::acos(std::clamp(dot(a, b), -1.0, 1.0)) / degree;
}

/// How many of n values of what should be uniform in 0 .. 1 lie in each tenth, in standard
/// deviations from n / 10; the largest.
double worst_tenth(std::vector<double> const& values) {
  std::vector<double> tenths(10, 0.0);
  for (double const value : values) {
    tenths[static_cast<std::size_t>(std::clamp(10.0 * value, 0.0, 9.0))] += 1.0;
  }
  double const n = static_cast<double>(values.size());
  double worst = 0.0;
  for (double const count : tenths) {
    worst = std::max(worst, std::abs(count - 0.1 * n) / std::sqrt(0.09 * n));
  }
  return worst;
}

TEST(RandomPoints, AreUniformOnTheSphere) {
  SkyPoints const sky = random_points(WholeSky{}, 40'000, 1);
  std::vector<double> turns, heights;
  for (std::int64_t i = 0; i < sky.points(); ++i) {
    turns.push_back(sky.ra[i] / 360.0);
    heights.push_back(0.5 * (1.0 + std::sin(sky.dec[i] * degree)));
  }
  EXPECT_THAT(sky.ra, Each(AllOf(Ge(0.0), testing::Lt(360.0))));
  EXPECT_LT(worst_tenth(turns), 4.0);
  EXPECT_LT(worst_tenth(heights), 4.0);
}

TEST(RandomPoints, FillABoxAcrossTheMeridian) {
  for (SkyBox const box : {SkyBox{350.0, 10.0, 60.0, 70.0}, SkyBox{-10.0, 10.0, 60.0, 70.0},
                           SkyBox{350.0, 370.0, 60.0, 70.0}}) {
    SkyPoints const sky = random_points(box, 20'000, 2);
    std::vector<double> along, heights;
    double const lower = std::sin(60.0 * degree), upper = std::sin(70.0 * degree);
    for (std::int64_t i = 0; i < sky.points(); ++i) {
      along.push_back(std::fmod(sky.ra[i] + 10.0, 360.0) / 20.0);
      heights.push_back((std::sin(sky.dec[i] * degree) - lower) / (upper - lower));
    }
    EXPECT_THAT(along, Each(AllOf(Ge(-1e-9), Le(1.0 + 1e-9))));
    EXPECT_THAT(sky.dec, Each(AllOf(Ge(60.0), Le(70.0))));
    EXPECT_LT(worst_tenth(along), 4.0);
    EXPECT_LT(worst_tenth(heights), 4.0);
  }
}

TEST(RandomPoints, FillACapAnywhere) {
  for (SkyCap const cap : {SkyCap{0.0, 90.0, 30.0}, SkyCap{200.0, -45.0, 0.01},
                           SkyCap{10.0, 20.0, 120.0}, SkyCap{-500.0, -89.9, 2.0}}) {
    SkyPoints const sky = random_points(cap, 20'000, 3);
    SkyVector const centre = sky_vector(cap.ra, cap.dec);
    std::vector<double> shares;
    SkyVector mean{};
    for (std::int64_t i = 0; i < sky.points(); ++i) {
      SkyVector const point = sky_vector(sky.ra[i], sky.dec[i]);
      SkyVector const chord{point[0] - centre[0], point[1] - centre[1], point[2] - centre[2]};
      shares.push_back(dot(chord, chord) / std::pow(2.0 * std::sin(0.5 * cap.radius * degree), 2));
      for (std::size_t k = 0; k < 3; ++k) {
        mean[k] += point[k] / static_cast<double>(sky.points());
      }
    }
    double const length = std::sqrt(dot(mean, mean));
    EXPECT_THAT(shares, Each(Le(1.0 + 1e-6)));
    EXPECT_LT(worst_tenth(shares), 4.0);
    // Five deviations of the mean, of which each coordinate has at most radius / sqrt(4 n).
    EXPECT_LT(separation({mean[0] / length, mean[1] / length, mean[2] / length}, centre),
              5.0 * cap.radius / std::sqrt(2.0 * static_cast<double>(sky.points())));
  }
}

TEST(RandomPoints, DependOnSeedStreamAndNumberAlone) {
  SkyPoints const many = random_points(WholeSky{}, 100, 7);
  SkyPoints const few = random_points(WholeSky{}, 10, 7);
  EXPECT_TRUE(std::equal(few.ra.begin(), few.ra.end(), many.ra.begin()));
  EXPECT_TRUE(std::equal(few.dec.begin(), few.dec.end(), many.dec.begin()));
  EXPECT_NE(random_points(WholeSky{}, 10, 8).ra, few.ra);
  EXPECT_NE(random_points(WholeSky{}, 10, 7, 1).ra, few.ra);
  EXPECT_EQ(random_points(WholeSky{}, 0, 7).points(), 0);
}

TEST(RandomPoints, AreTheSameForAnyNumberOfThreads) {
  for (SkyArea const& area : {SkyArea(WholeSky{}), SkyArea(SkyCap{10.0, 20.0, 120.0}),
                              SkyArea(SkyBox{350.0, 10.0, 60.0, 70.0})}) {
    WorkerThreads const one(1);
    SkyPoints const expected = random_points(area, 50'001, 7);
    with_threads({2, 3}, [&](int) {
      SkyPoints const points = random_points(area, 50'001, 7);
      EXPECT_EQ(points.ra, expected.ra);
      EXPECT_EQ(points.dec, expected.dec);
    });
  }
}

TEST(RandomPoints, RefuseAreasThatAreNone) {
  auto const refusal = [](SkyArea const& area) {
    return sentence_of([&] { random_points(area, 1, 1); });
  };
  EXPECT_THAT(refusal(SkyCap{0.0, 91.0, 1.0}), HasSubstr("centre of the cap"));
  EXPECT_THAT(refusal(SkyCap{std::nan(""), 0.0, 1.0}), HasSubstr("centre of the cap"));
  EXPECT_THAT(refusal(SkyCap{0.0, 0.0, 0.0}), HasSubstr("radius of the cap is 0"));
  EXPECT_THAT(refusal(SkyCap{0.0, 0.0, 181.0}), HasSubstr("radius of the cap is 181"));
  EXPECT_THAT(refusal(SkyBox{10.0, 10.0, 0.0, 1.0}), HasSubstr("right ascension 10 to 10"));
  EXPECT_THAT(refusal(SkyBox{0.0, 361.0, 0.0, 1.0}), HasSubstr("to 361"));
  EXPECT_THAT(refusal(SkyBox{0.0, 1.0, 5.0, 5.0}), HasSubstr("declination 5 to 5"));
  EXPECT_THAT(refusal(SkyBox{0.0, 1.0, -91.0, 5.0}), HasSubstr("declination -91 to 5"));
  EXPECT_THAT(sentence_of([] { random_points(WholeSky{}, -1, 1); }), HasSubstr("is -1"));
}

}  // namespace
}  // namespace siderum::test
