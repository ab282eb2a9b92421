// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/pairs/detail/pair_counts/sky_curve.hpp>

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>

namespace siderum::test {
namespace {

using Direction = std::array<double, 3>;

/// Any direction, some on the edges, corners and middles of the faces.
Direction direction(CounterRandom& random) {
  Direction found{random.normal(), random.normal(), random.normal()};
  auto const kind = static_cast<int>(random.uniform(0.0, 8.0));
  auto const one = static_cast<std::size_t>(random.uniform(0.0, 3.0));
  std::size_t const other = (one + 1) % 3;
  if (kind == 0) {
    found[one] = 0.0;
  } else if (kind == 1) {
    found[one] = -found[other];
  } else if (kind == 2) {
    found[one] = found[other] = 0.0;
  } else if (kind == 3) {
    found = {found[0], std::copysign(found[0], found[1]), std::copysign(found[0], found[2])};
  }
  double const length = std::hypot(found[0], found[1], found[2]);
  return {found[0] / length, found[1] / length, found[2] / length};
}

TEST(SkyCurve, SeveralDirectionsAtOnceHaveThePlacesOfEach) {
  constexpr int lanes = 8;
  CounterRandom random(9, 0);
  for (int round = 0; round < 5000; ++round) {
    double axis[3][lanes];
    for (int i = 0; i < lanes; ++i) {
      Direction const to = direction(random);
      for (int k = 0; k < 3; ++k) {
        axis[k][i] = to[k];
      }
    }
    using Numbers = Lanes<double, lanes>;
    auto const places = detail::CurvePlaces<lanes>::of(
        Numbers::load(axis[0]), Numbers::load(axis[1]), Numbers::load(axis[2]));
    for (int i = 0; i < lanes; ++i) {
      EXPECT_EQ(places[i], detail::curve_place(axis[0][i], axis[1][i], axis[2][i]));
      EXPECT_LT(places[i], std::uint64_t{1} << detail::curve_bits);
    }
  }
}

TEST(SkyCurve, NeighboursOnTheCurveAreNeighboursOnTheFace) {
  // The first 2^16 cells fill a square of 2^8 a side, one step after the other.
  constexpr std::uint32_t side = 1 << 8;
  std::vector<std::array<int, 2>> cells(side * side);
  for (std::uint32_t x = 0; x < side; ++x) {
    for (std::uint32_t y = 0; y < side; ++y) {
      cells.at(detail::hilbert_place(std::uint64_t{0}, x, y)) = {static_cast<int>(x),
                                                                 static_cast<int>(y)};
    }
  }
  for (std::size_t i = 1; i < cells.size(); ++i) {
    EXPECT_EQ(std::abs(cells[i][0] - cells[i - 1][0]) + std::abs(cells[i][1] - cells[i - 1][1]), 1);
  }
}

}  // namespace
}  // namespace siderum::test
