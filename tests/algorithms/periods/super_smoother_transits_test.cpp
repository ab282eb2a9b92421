// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/super_smoother_support.hpp"

/// Shapes that no sinusoid describes: box-shaped transits in noise, as in Figure 3 of Gowanlock et
/// al. 2022, where alpha = 0 recovers the periods of planets that Lomb-Scargle misses.
namespace siderum::test {
namespace {

struct Transit {
  double period;  // [d]
  double noise;   // [mag]
  std::uint64_t seed;
};

/// 400 points in 60 d: 0.03 mag fainter for 3 % of the period.
Batch draw_transits(std::vector<Transit> const& transits) {
  Batch batch;
  for (Transit const& transit : transits) {
    CounterRandom random(transit.seed, 0);
    for (int j = 0; j < 400; ++j) {
      double const t = random.uniform(0.0, 60.0);
      double const turns = t / transit.period;
      double const depth = turns - std::floor(turns) < 0.03 ? 0.03 : 0.0;
      batch.add_point(t, 12.0 + depth + transit.noise * random.normal(), transit.noise);
    }
    batch.end_object();
  }
  return batch;
}

class SuperSmootherTransits : public testing::Test {
 protected:
  using Number = Variant<DefaultBackend, double>;

  static int count_found(std::vector<Transit> const& transits,
                         std::vector<std::int64_t> const& index) {
    int found = 0;
    for (std::size_t i = 0; i < transits.size(); ++i) {
      double const ratio = 1.0 / grid().frequency(index[i]) / transits[i].period;
      found += std::fabs(ratio - 1.0) < 0.01 ? 1 : 0;
    }
    return found;
  }

  static int with_smoother(std::vector<Transit> const& transits, SmootherVariant variant,
                           double alpha) {
    auto const best = best_smooth_search<Number>(draw_transits(transits), grid(),
                                                 {.variant = variant, .alpha = alpha});
    return count_found(transits, best.index);
  }

  static int with_lomb_scargle(std::vector<Transit> const& transits) {
    return count_found(transits, search_best<Number>(draw_transits(transits), grid()).index);
  }

  // Steps of 0.025 / 60 d: some for the width of a transit.
  static FrequencyGrid grid() { return half_open_grid(0.2, 2.2, 4800); }
};

TEST_F(SuperSmootherTransits, SomeAreFoundWithAlphaZeroAlone) {
  std::vector<Transit> const transits{
      {2.3, 0.007, 1}, {2.3, 0.007, 3}, {2.3, 0.007, 4}, {1.7, 0.006, 1}, {1.7, 0.006, 2}};
  EXPECT_EQ(with_smoother(transits, SmootherVariant::multi_pass, 0.0), 5);
  EXPECT_EQ(with_smoother(transits, SmootherVariant::single_pass, 0.0), 5);
  EXPECT_EQ(with_smoother(transits, SmootherVariant::multi_pass, 9.0), 0);
  EXPECT_EQ(with_smoother(transits, SmootherVariant::single_pass, 9.0), 0);
  EXPECT_EQ(with_lomb_scargle(transits), 0);
}

// The same without a choice of the noise.
TEST_F(SuperSmootherTransits, MoreAreFoundWithAlphaZero) {
  std::vector<Transit> transits;
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    transits.push_back({2.3, 0.007, seed});
    transits.push_back({1.7, 0.006, seed});
  }
  EXPECT_GE(with_smoother(transits, SmootherVariant::multi_pass, 0.0), 11);
  EXPECT_GE(with_smoother(transits, SmootherVariant::single_pass, 0.0), 11);
  EXPECT_LE(with_smoother(transits, SmootherVariant::multi_pass, 9.0), 6);
  EXPECT_LE(with_smoother(transits, SmootherVariant::single_pass, 9.0), 6);
  EXPECT_LE(with_lomb_scargle(transits), 5);
}

}  // namespace
}  // namespace siderum::test
