// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include "reference/lomb_scargle.hpp"
#include "support/data.hpp"
#include "support/matchers.hpp"

namespace siderum::test {
namespace {

// The published answer, 0.096536 d and raw power 1.08028, on a window of its grid of a million
// angular frequencies in [3.14159, 150.796); half a unit of the last digit printed.
TEST(ReferenceOnIda, FindsThePublishedPeriodAndPower) {
  LightCurve const ida = read_light_curves("examples/data/ida_243_ztf_r.csv").front();
  LombScargleOptions options = standard_periodogram();
  options.normalization = Normalization::raw;
  std::vector<long double> frequency;
  for (int k = 419000; k < 420000; ++k) {
    long double const angular = 3.14159L + k * (150.796L - 3.14159L) / 1000000;
    frequency.push_back(angular / (2 * std::numbers::pi_v<long double>));
  }
  std::vector<long double> power(frequency.size());

  reference::lomb_scargle(29, ida.time.data(), ida.value.data(), nullptr, 1000, frequency.data(),
                          options, power.data());

  std::int64_t const best = reference::best_index(1000, power.data());
  EXPECT_EQ(best, 526);
  EXPECT_TRUE(near_value(1 / frequency[best], 0.096536L, 0.5e-6L));
  EXPECT_TRUE(near_value(power[best], 1.08028L, 0.5e-5L));
}

}  // namespace
}  // namespace siderum::test
