// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/portable/spread_kernel.hpp>
#include <siderum/core/random.hpp>

namespace siderum::test {
namespace {

using portable::SpreadTables;

constexpr double exact = std::numeric_limits<double>::epsilon();
constexpr double single = std::numeric_limits<float>::epsilon();

/// The value of the polynomials for the cell `i` of a point.
double weight(SpreadTables const& tables, int i, double s) {
  double value = 0.0;
  for (int k = 0; k <= tables.degree; ++k) {
    value =
        value * s + tables.polynomial[static_cast<std::size_t>(k * portable::widest_spread + i)];
  }
  return value;
}

/// The worst error over the modes of one point of strength 1 that is spread from `place` (in
/// cells): its transform on the grid, deconvolved, against exp(2 pi i mode place / cells).
double worst_error(SpreadTables const& tables, double place) {
  double const edge = place - 0.5 * tables.kernel.width;
  double const first = std::ceil(edge);
  double worst = 0.0;
  for (int mode = -tables.modes / 2; mode < tables.modes / 2; mode += 3) {
    double const turn = 2.0 * std::numbers::pi * mode / tables.cells;
    std::complex<double> sum = 0.0;
    for (int i = 0; i < tables.kernel.width; ++i) {
      sum += weight(tables, i, 2.0 * (first - edge) - 1.0) * std::polar(1.0, turn * (first + i));
    }
    sum *= tables.deconvolver[static_cast<std::size_t>(mode + tables.modes / 2)];
    worst = std::max(worst, std::abs(sum - std::polar(1.0, turn * place)));
  }
  return worst;
}

TEST(SpreadKernel, OnePointIsWithinTheTolerance) {
  for (double tolerance = 1e-1; tolerance > 0.9e-13; tolerance /= 10.0) {
    auto const tables = portable::spread_tables(tolerance, exact, 1024);
    double worst = 0.0;
    for (double const place : {40.0, 40.03, 40.25, 40.4999, 40.5, 40.73, 40.999}) {
      worst = std::max(worst, worst_error(*tables, place));
    }
    EXPECT_LE(worst, 1.3 * tolerance) << tolerance;
    EXPECT_GE(worst, 1e-3 * tolerance) << "wider than need be: " << tolerance;
  }
}

/// The worst error over the modes of points of strengths whose sizes are 1 in all, spread in FP32
/// and transformed in FP64.
double worst_error_in_single(SpreadTables const& tables, int points) {
  CounterRandom const random(7, 0);
  std::vector<std::complex<float>> spread(static_cast<std::size_t>(tables.cells));
  std::vector<double> places;
  for (int j = 0; j < points; ++j) {
    double const place = random.uniform_at(static_cast<std::uint64_t>(j)) * tables.cells;
    places.push_back(place);
    double const edge = place - 0.5 * tables.kernel.width;
    double const first = std::ceil(edge);
    for (int i = 0; i < tables.kernel.width; ++i) {
      auto const cell = (static_cast<int>(first) + i + tables.cells) % tables.cells;
      spread[static_cast<std::size_t>(cell)] +=
          static_cast<float>(weight(tables, i, 2.0 * (first - edge) - 1.0) / points);
    }
  }
  double worst = 0.0;
  for (int mode = -tables.modes / 2; mode < tables.modes / 2; mode += 3) {
    double const turn = 2.0 * std::numbers::pi * mode / tables.cells;
    std::complex<double> sum = 0.0;
    std::complex<double> expected = 0.0;
    for (int cell = 0; cell < tables.cells; ++cell) {
      sum += std::complex<double>(spread[static_cast<std::size_t>(cell)]) *
             std::polar(1.0, turn * cell);
    }
    for (double const place : places) {
      expected += std::polar(1.0 / points, turn * place);
    }
    sum *=
        static_cast<float>(tables.deconvolver[static_cast<std::size_t>(mode + tables.modes / 2)]);
    worst = std::max(worst, std::abs(sum - expected));
  }
  return worst;
}

TEST(SpreadKernel, RoundingsOfSinglePrecisionAreWithinTheTolerance) {
  for (double const tolerance : {1e-4, 1e-5, 1e-6, 3e-7, 1e-7}) {
    auto const tables = portable::spread_tables(tolerance, single, 1024);
    EXPECT_LE(worst_error_in_single(*tables, 300), tolerance) << tolerance;
  }
}

TEST(SpreadKernel, IsNoWiderThanItsRoomAndNeverAliases) {
  for (double tolerance = 0.5; tolerance > 1e-14; tolerance /= 3.0) {
    auto const kernel = portable::choose_spread_kernel(tolerance, exact);
    EXPECT_LE(kernel.width, portable::widest_spread);
    EXPECT_GE(kernel.upsampling_parts, 5);
    EXPECT_LE(kernel.upsampling_parts, 8);
  }
}

TEST(SpreadKernel, TablesAreMadeOnce) {
  auto const tables = portable::spread_tables(1e-6, exact, 2048);
  EXPECT_EQ(portable::spread_tables(1e-6, exact, 2048), tables);
  EXPECT_NE(portable::spread_tables(1e-6, exact, 1024), tables);
  EXPECT_NE(portable::spread_tables(1e-6, single, 2048), tables);
  EXPECT_EQ(tables->cells, 2560);
}

}  // namespace
}  // namespace siderum::test
