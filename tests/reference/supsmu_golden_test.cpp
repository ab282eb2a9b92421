// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include "reference/super_smoother.hpp"
#include "support/golden_supsmu.hpp"
#include "support/matchers.hpp"

namespace siderum::test {
namespace {

using LongDoubles = std::vector<long double>;

LongDoubles oracle_fit(GoldenSupsmu const& golden, GoldenSmooth const& curve,
                       reference::WindowSums sums,
                       EqualPhases equal_phases = EqualPhases::average) {
  LongDoubles const x(golden.x.begin(), golden.x.end());
  LongDoubles const y(golden.y.begin(), golden.y.end());
  LongDoubles const w(golden.weight.begin(), golden.weight.end());
  LongDoubles fit(x.size());
  SuperSmootherOptions options;
  options.ends = curve.periodic ? PhaseEnds::periodic : PhaseEnds::open;
  options.alpha = curve.bass;
  options.span = curve.span;
  options.equal_phases = equal_phases;
  reference::smooth(static_cast<std::int64_t>(x.size()), x.data(), y.data(),
                    curve.weighted ? w.data() : nullptr, options, fit.data(), sums);
  return fit;
}

TEST(SupsmuGolden, HoldsEveryCase) {
  std::set<std::size_t> sizes;
  for (GoldenSupsmu const& golden : read_golden_supsmu()) {
    std::set<std::tuple<bool, bool, double, double>> kinds;
    for (GoldenSmooth const& curve : golden.curves) {
      kinds.emplace(curve.periodic, curve.weighted, curve.bass, curve.span);
    }
    EXPECT_EQ(kinds.size(), 2U * 2U * 5U) << golden.name;
    sizes.insert(golden.x.size());
  }
  EXPECT_EQ(sizes, (std::set<std::size_t>{5, 6, 10, 40, 597}));
}

TEST(SupsmuGolden, OracleAgreesWithR) {
  double worst = 0.0;
  for (GoldenSupsmu const& golden : read_golden_supsmu()) {
    for (GoldenSmooth const& curve : golden.curves) {
      for (auto const sums :
           {reference::WindowSums::running, reference::WindowSums::from_scratch}) {
        auto const actual = oracle_fit(golden, curve, sums);
        EXPECT_TRUE(all_near(actual, curve.fit, supsmu_tolerance))
            << golden.name << ", periodic " << curve.periodic << ", weighted " << curve.weighted
            << ", bass " << curve.bass << ", span " << curve.span;
        for (std::size_t j = 0; j < actual.size(); ++j) {
          worst = std::max(worst, static_cast<double>(std::fabs(actual[j] - curve.fit[j])));
        }
      }
    }
  }
  RecordProperty("worst_1e-12", std::to_string(worst * 1e12));
}

// The files hold points of equal x, so what they say of them is not left untested.
TEST(SupsmuGolden, FitsOfEqualPhasesAreAveraged) {
  GoldenSupsmu const golden = read_golden_supsmu().back();
  auto const kept =
      oracle_fit(golden, golden.curves.front(), reference::WindowSums::running, EqualPhases::keep);
  EXPECT_FALSE(all_near(kept, golden.curves.front().fit, 1e-4));
}

}  // namespace
}  // namespace siderum::test
