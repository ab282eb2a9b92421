// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include "reference/multi_harmonic_model.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "reference/lomb_scargle.hpp"
#include "support/data.hpp"
#include "support/matchers.hpp"

namespace siderum::test {
namespace {

/// Two harmonics at eight even phases, where all columns are orthogonal.
TEST(ReferenceMultiHarmonicModel, ByHandAtEvenPhases) {
  std::vector<double> time;
  std::vector<double> value;
  for (int j = 0; j < 8; ++j) {
    long double const x = 2 * std::numbers::pi_v<long double> * j / 8;
    time.push_back(100.0 + j / 8.0);
    value.push_back(static_cast<double>(5 + 3 * std::cos(x) - 2 * std::sin(2 * x)));
  }
  auto const model =
      reference::fit_multi_harmonic({8, time.data(), value.data(), nullptr}, 1, 2, {});
  EXPECT_TRUE(near_value(model.offset, 5, 1e-15));
  EXPECT_TRUE(all_near(model.cosine, std::vector<double>{3, 0}, 1e-15));
  EXPECT_TRUE(all_near(model.sine, std::vector<double>{0, -2}, 1e-15));
  EXPECT_TRUE(near_value(model.power, 1, 1e-15));
  EXPECT_TRUE(near_value(model.smallest_axis, 0.5, 1e-15));
  EXPECT_TRUE(near_value(model.at(0.25L, 1), 5, 1e-15));  // x = pi / 2
  // One harmonic takes 9 / 2 of 9 / 2 + 4 / 2.
  EXPECT_TRUE(near_value(
      reference::fit_multi_harmonic({8, time.data(), value.data(), nullptr}, 1, 1, {}).power,
      9.0L / 13.0L, 1e-15));
}

TEST(ReferenceMultiHarmonicModel, IsSingularWhereColumnsRepeat) {
  std::vector<double> const time{0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75};
  std::vector<double> const value{1, 3, 2, 5, 3, 2, 5, 4};
  auto const model =
      reference::fit_multi_harmonic({8, time.data(), value.data(), nullptr}, 1, 2, {});
  EXPECT_TRUE(std::isnan(model.power));  // sin 2x is 0 at all four phases
}

TEST(ReferenceMultiHarmonicModel, OneTermIsTheLombScarglePeriodogram) {
  for (GoldenLombScargle const& golden : read_golden_lomb_scargle()) {
    LightCurve const& curve = golden.curve;
    auto const n = static_cast<std::int64_t>(curve.time.size());
    std::vector<long double> const frequency{0.31L, 1.73L, 7.0L};
    for (LombScargleOptions const& options :
         {standard_periodogram(), generalized_periodogram(),
          LombScargleOptions{.fit_mean = FitMean::no, .center_data = CenterData::no}}) {
      std::vector<long double> expected(frequency.size());
      reference::lomb_scargle(n, curve.time.data(), curve.value.data(), curve.error.data(),
                              static_cast<std::int64_t>(frequency.size()), frequency.data(),
                              options, expected.data());
      for (std::size_t k = 0; k < frequency.size(); ++k) {
        auto const model = reference::fit_multi_harmonic(
            {n, curve.time.data(), curve.value.data(), curve.error.data()}, frequency[k], 1,
            options);
        EXPECT_TRUE(near_value(model.power, expected[k], 1e-14));
      }
    }
  }
}

TEST(ReferenceMultiHarmonicModel, HighestIsFound) {
  std::vector<double> time;
  std::vector<double> value;
  for (int j = 0; j < 200; ++j) {
    time.push_back(0.37 * j);
    value.push_back(std::cos(2.0 * std::numbers::pi * 0.7531 * time.back()));
  }
  auto const found =
      reference::highest_between({200, time.data(), value.data(), nullptr}, 0.75L, 0.757L, 1, {});
  EXPECT_TRUE(near_value(found, 0.7531, 1e-10));
}

}  // namespace
}  // namespace siderum::test
