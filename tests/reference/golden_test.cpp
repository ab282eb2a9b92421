// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <set>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "reference/lomb_scargle.hpp"
#include "support/data.hpp"
#include "support/matchers.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

std::vector<long double> oracle_powers(GoldenLombScargle const& golden,
                                       LombScargleOptions const& options) {
  LightCurve const& curve = golden.curve;
  std::vector<long double> const frequency(golden.frequency.begin(), golden.frequency.end());
  std::vector<long double> power(frequency.size());
  reference::lomb_scargle(static_cast<std::int64_t>(curve.time.size()), curve.time.data(),
                          curve.value.data(), curve.error.data(),
                          static_cast<std::int64_t>(frequency.size()), frequency.data(), options,
                          power.data());
  return power;
}

TEST(Golden, HoldsEveryModelNormalizationAndUseOfErrors) {
  for (GoldenLombScargle const& golden : read_golden_lomb_scargle()) {
    std::set<std::tuple<FitMean, CenterData, Errors, Normalization>> kinds;
    for (auto const& [program, options, power] : golden.periodograms) {
      kinds.emplace(options.fit_mean, options.center_data, options.errors, options.normalization);
    }

    EXPECT_EQ(kinds.size(), 2U * 2U * 2U * 5U) << golden.curve.id;
  }
}

TEST(Golden, OracleAgreesWithOutsidePrograms) {
  for (GoldenLombScargle const& golden : read_golden_lomb_scargle()) {
    for (auto const& [program, options, expected] : golden.periodograms) {
      std::vector<long double> const actual = oracle_powers(golden, options);

      double const largest = *std::max_element(expected.begin(), expected.end());
      EXPECT_TRUE(all_near(actual, expected, outside_program_tolerance(largest)))
          << golden.curve.id << ", " << program << ", normalization "
          << static_cast<int>(options.normalization);
    }
  }
}

}  // namespace
}  // namespace siderum::test
