// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <complex>
#include <numbers>

#include <gtest/gtest.h>

#include <siderum/backends/portable/spread_kernel.hpp>

namespace siderum::test {
namespace {

using portable::SpreadTables;

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
    auto const tables = portable::spread_tables(tolerance, 1024);
    double worst = 0.0;
    for (double const place : {40.0, 40.03, 40.25, 40.4999, 40.5, 40.73, 40.999}) {
      worst = std::max(worst, worst_error(*tables, place));
    }
    EXPECT_LE(worst, 1.3 * tolerance) << tolerance;
    EXPECT_GE(worst, 1e-3 * tolerance) << "wider than need be: " << tolerance;
  }
}

TEST(SpreadKernel, IsNoWiderThanItsRoomAndNeverAliases) {
  for (double tolerance = 0.5; tolerance > 1e-14; tolerance /= 3.0) {
    auto const kernel = portable::choose_spread_kernel(tolerance);
    EXPECT_LE(kernel.width, portable::widest_spread);
    EXPECT_GE(kernel.upsampling_parts, 5);
    EXPECT_LE(kernel.upsampling_parts, 8);
  }
}

TEST(SpreadKernel, TablesAreMadeOnce) {
  EXPECT_EQ(portable::spread_tables(1e-6, 2048), portable::spread_tables(1e-6, 2048));
  EXPECT_NE(portable::spread_tables(1e-6, 2048), portable::spread_tables(1e-6, 1024));
  EXPECT_EQ(portable::spread_tables(1e-6, 2048)->cells, 2560);
}

}  // namespace
}  // namespace siderum::test
