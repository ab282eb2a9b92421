// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/transform_numbers.hpp>

#include <complex>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/unseen.hpp>

#include "support/sentence.hpp"
#include "support/worker_threads.hpp"

namespace siderum::test {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Of nside 1, whose 12 pixels are 1 but for number 5.
template <class Real = double>
std::string refusal(double value, WorkingPrecision precision = WorkingPrecision::float64,
                    Field field = Field::scalar, double other = 1.0, double weight = 1.0) {
  std::vector<Real> map(12 * static_cast<std::size_t>(components(field)), Real(other));
  map[map.size() - 7] = static_cast<Real>(value);
  std::vector<double> weights(12, 1.0);
  weights[5] = weight;
  return sentence_of([&] {
    check_map_numbers<Real>(healpix_grid(1), field, std::span<Real const>(map), weights, precision);
  });
}

TEST(MapNumbers, AreFinite) {
  std::string const need = " (a transform needs a number in each). Replace it, or mask it.";
  EXPECT_EQ(refusal(infinity), "Pixel 5 in RING order is inf" + need);
  EXPECT_EQ(refusal(-infinity), "Pixel 5 in RING order is -inf" + need);
  EXPECT_EQ(refusal(not_a_number), "Pixel 5 in RING order is nan" + need);
  EXPECT_EQ(refusal(unseen_pixel), "Pixel 5 in RING order is not seen" + need);
  EXPECT_EQ(refusal<float>(infinity), "Pixel 5 in RING order is inf" + need);
  EXPECT_EQ(refusal(infinity, WorkingPrecision::float64, Field::spin_two),
            "Pixel 5 in RING order of map 2 is inf" + need);
  for (double const value : {infinity, not_a_number, unseen_pixel, 1e300}) {
    EXPECT_EQ(refusal(value, WorkingPrecision::float64, Field::scalar, 1.0, 0.0), "") << value;
  }
}

TEST(MapNumbers, HaveSquares) {
  std::string const larger =
      " (squares are summed, and these leave the range of double precision)."
      " Give the map in another unit.";
  std::string const smaller =
      ", and none is larger (squares are summed, and these vanish in double"
      " precision). Give the map in another unit.";
  EXPECT_EQ(refusal(1e300), "Pixel 5 in RING order is 1e+300" + larger);
  EXPECT_EQ(refusal(-1e160), "Pixel 5 in RING order is -1e+160" + larger);
  for (double const value : {1e-300, 1e-160}) {
    EXPECT_NE(refusal(value, WorkingPrecision::float64, Field::scalar, 0.0).find(smaller),
              std::string::npos);
  }
  for (double const value : {0.0, 1e-300, 1e-310, 1e140, -1e140}) {
    EXPECT_EQ(refusal(value), "") << "beside pixels of 1: " << value;
  }
  EXPECT_EQ(refusal(1e-140, WorkingPrecision::float64, Field::scalar, 0.0), "");
  EXPECT_EQ(refusal(0.0, WorkingPrecision::float64, Field::scalar, 0.0), "");
  EXPECT_EQ(refusal(1e-300, WorkingPrecision::float64, Field::spin_two, 1.0), "");
  EXPECT_EQ(refusal(1.0, WorkingPrecision::float64, Field::scalar, 1.0, 1e308), "")
      << "the scale of weights does not matter";
}

TEST(MapNumbers, FitSinglePrecision) {
  std::string const remedy = "Give the map in another unit, or take double precision.";
  EXPECT_NE(refusal(1e35, WorkingPrecision::float32).find(remedy), std::string::npos);
  EXPECT_NE(refusal(1e-35, WorkingPrecision::float32, Field::scalar, 0.0).find(remedy),
            std::string::npos);
  EXPECT_EQ(refusal(1e-35, WorkingPrecision::float32), "");
  EXPECT_EQ(refusal(1e35), "");
}

TEST(MapNumbers, AreNamedInTheirOrderByAnyNumberOfThreads) {
  std::int64_t const nside = 128;  // some pieces of rings
  std::vector<double> map(static_cast<std::size_t>(12 * nside * nside), 1.0);
  auto const refused = [&] {
    return sentence_of([&] {
      check_map_numbers(healpix_grid(nside), Field::scalar, std::span<double const>(map), {},
                        WorkingPrecision::float64);
    });
  };
  with_threads({1, 2, 5}, [&](int) {
    map[3] = map[190'000] = 2e160;
    EXPECT_EQ(refused().substr(0, 31), "Pixel 3 in RING order is 2e+160");
    map[150'000] = -3e160;
    EXPECT_EQ(refused().substr(0, 37), "Pixel 150000 in RING order is -3e+160");
    map[170'000] = infinity;
    map[100'000] = unseen_pixel;
    map[190'000] = not_a_number;
    EXPECT_EQ(refused().substr(0, 38), "Pixel 100000 in RING order is not seen");
    map.assign(map.size(), 1.0);
    EXPECT_EQ(refused(), "");
  });
}

TEST(MapNumbers, AreLookedAtWhereverTheyLie) {
  RingGrid const grid = gauss_legendre_grid(2, 23);
  for (std::int64_t pixel = 0; pixel < grid.pixels(); ++pixel) {
    for (double const value : {not_a_number, -infinity, unseen_pixel, -2e160}) {
      std::vector<double> map(static_cast<std::size_t>(grid.pixels()), 1e-3);
      map[static_cast<std::size_t>(pixel)] = value;
      std::string const name = "Pixel " + std::to_string(pixel) + " is ";
      EXPECT_EQ(sentence_of([&] {
                  check_map_numbers(grid, Field::scalar, std::span<double const>(map), {},
                                    WorkingPrecision::float64);
                }).substr(0, name.size()),
                name)
          << value;
    }
  }
}

TEST(CoefficientNumbers, AreNamedInTheirOrderByAnyNumberOfThreads) {
  HarmonicRange const range{600, 600};
  std::vector<std::complex<double>> a_lm(static_cast<std::size_t>(range.count()), 1.0);
  a_lm[static_cast<std::size_t>(range.index(500, 300))] = {1.0, infinity};
  a_lm[static_cast<std::size_t>(range.index(600, 90))] = {not_a_number, infinity};
  with_threads({1, 2, 5}, [&](int) {
    EXPECT_EQ(sentence_of([&] {
                check_coefficient_numbers(range, Field::scalar,
                                          std::span<std::complex<double> const>(a_lm),
                                          WorkingPrecision::float64);
              }),
              "The coefficient of l = 600, m = 90 is nan (coefficients are finite). Correct it.");
  });
}

TEST(CoefficientNumbers, AreFiniteAndHaveSquares) {
  HarmonicRange const range{4, 3};
  auto const with = [&](std::int64_t l, std::int64_t m, std::complex<double> value,
                        Field field = Field::scalar) {
    auto const count = static_cast<std::size_t>(range.count());
    auto const rows = static_cast<std::size_t>(components(field));
    std::vector<std::complex<double>> a_lm(rows * count, 1.0);
    a_lm[(rows - 1) * count + static_cast<std::size_t>(range.index(l, m))] = value;
    return sentence_of([&] {
      check_coefficient_numbers(range, field, std::span<std::complex<double> const>(a_lm),
                                WorkingPrecision::float64);
    });
  };
  EXPECT_EQ(with(3, 2, {1.0, infinity}),
            "The coefficient of l = 3, m = 2 is inf (coefficients are finite). Correct it.");
  EXPECT_EQ(with(4, 0, not_a_number, Field::polarised),
            "The coefficient of l = 4, m = 0 of component 3 is nan (coefficients are finite)."
            " Correct it.");
  EXPECT_EQ(with(4, 3, 1e300),
            "The coefficient of l = 4, m = 3 is 1e+300 (squares are summed, and these leave the "
            "range of double precision). Give the coefficients in another unit.");
  EXPECT_EQ(with(3, 0, {1.0, not_a_number}), "") << "imaginary parts of m = 0 are not read";
  EXPECT_EQ(with(1, 1, infinity, Field::spin_two), "") << "neither are degrees below the spin";
}

TEST(WeightScale, IsAPowerOfFour) {
  EXPECT_EQ(weight_scale(std::vector{1.0, 0.0}), 1.0);
  EXPECT_EQ(weight_scale(std::vector{3.0, 5.0}), 0.25);
  EXPECT_EQ(weight_scale(std::vector{0.1}), 16.0);
  EXPECT_EQ(weight_scale(std::vector<double>{}), 1.0);
  EXPECT_EQ(weight_scale(std::vector{0.0}), 1.0);
  EXPECT_EQ(weight_scale(std::vector{infinity, 1.0}), 1.0);
}

}  // namespace
}  // namespace siderum::test
