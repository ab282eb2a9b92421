// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/multiband.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/multiband_support.hpp"
#include "support/matchers.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

TEST(ReferenceMultiband, OneBandWithoutRidgeOnItIsTheSinusoidByHand) {
  // Eight even phases, y = cos x: p / YY is 1; a ridge of 1 / 2 beside the diagonal of 1 / 2 of one
  // part alone (the other has no harmonics) makes it 1 / 2.
  std::vector<double> time;
  std::vector<double> value;
  std::vector<std::int32_t> const band(8, 0);
  for (int j = 0; j < 8; ++j) {
    time.push_back(j / 8.0);
    value.push_back(std::cos(6.283185307179586 * j / 8.0));
  }
  reference::BandedCurve const curve{8, time.data(), value.data(), nullptr, band.data(), 1};
  reference::BandedModel model{.base_terms = 1, .band_terms = 0, .band_ridge = 1e-3L};
  EXPECT_TRUE(near_value(reference::flexible_power(curve, 1, model).power, 1, 1e-15));
  model = {
      .base_terms = 0, .band_terms = 1, .base_ridge = 0.1L, .band_ridge = 4, .by_trace = false};
  EXPECT_TRUE(near_value(reference::flexible_power(curve, 1, model).power, 0.5, 1e-15));
}

TEST(ReferenceMultiband, AgreesWithAstropy) {
  auto const golden = read_golden_bands();
  EXPECT_EQ(golden.flexible.size(), 9U);
  for (auto const& row : golden.flexible) {
    reference::BandedCurve const curve{
        static_cast<std::int64_t>(golden.time.size()), golden.time.data(), golden.value.data(),
        row.errors ? golden.error.data() : nullptr,    golden.band.data(), 3};
    std::vector<long double> power;
    for (std::size_t k = 0; k < row.power.size(); ++k) {
      power.push_back(reference::flexible_power(curve,
                                                golden.first + golden.step * static_cast<double>(k),
                                                {row.base_terms, row.band_terms, row.base_ridge,
                                                 row.band_ridge, row.by_trace, row.center})
                          .power);
    }
    double const largest = *std::max_element(row.power.begin(), row.power.end());
    EXPECT_TRUE(all_near(power, row.power, outside_program_tolerance(largest)));
  }
}

}  // namespace
}  // namespace siderum::test
