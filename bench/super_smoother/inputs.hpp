// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>

#include <siderum/core/random.hpp>

#include "support/inputs.hpp"

/// What the benchmarks of the finders work on that fold.
namespace siderum::bench {

inline CounterRandom random_of_star(std::int64_t star) {
  return CounterRandom(17, static_cast<std::uint64_t>(star));
}

inline double draw_period(CounterRandom& random) {
  return random.uniform(0.3, 0.9);
}

inline double period_of_star(std::int64_t star) {
  CounterRandom random = random_of_star(star);
  return draw_period(random);
}

/// Whether a frequency is that of a pulsating star to 1 % of its period.
inline bool is_period_of_star(std::int64_t star, double frequency) {
  double const period = period_of_star(star);
  return std::fabs(1.0 / frequency - period) < 0.01 * period;
}

/// 136 pulsating stars as sparse as those of Sesar et al. 2010 (ApJ 708, 717), with as many points
/// each, 14 to 81 and 7,064 in all, in 3,337 days: saw teeth of 0.3 to 0.9 days with noise.
inline Curves pulsating_stars() {
  struct Stars {
    int points;
    int count;
  };
  constexpr Stars stars[] = {
      {14, 1}, {16, 1}, {25, 1}, {27, 1},  {30, 1}, {32, 1},  {33, 1},  {34, 1}, {35, 1},
      {38, 1}, {42, 1}, {43, 4}, {45, 4},  {46, 3}, {47, 3},  {48, 9},  {49, 9}, {50, 6},
      {51, 6}, {52, 5}, {53, 8}, {54, 13}, {55, 7}, {56, 11}, {57, 14}, {58, 5}, {59, 5},
      {60, 3}, {61, 1}, {63, 2}, {66, 1},  {67, 1}, {68, 1},  {69, 1},  {70, 2}, {81, 1}};
  constexpr double span = 3337.0;
  Curves curves;
  curves.offsets.push_back(0);
  for (auto const& [points, count] : stars) {
    for (int star = 0; star < count; ++star) {
      CounterRandom random = random_of_star(curves.objects());
      double const period = draw_period(random);
      for (int j = 0; j < points; ++j) {
        double const time = random.uniform(0.0, span);
        double const phase = time / period - std::floor(time / period);
        double const error = random.uniform(0.01, 0.03);
        curves.time.push_back(52000.0 + time);
        curves.value.push_back(15.5 + (phase < 0.2 ? 1.0 - 5.0 * phase : (phase - 0.2) / 0.8) +
                               error * random.normal());
        curves.error.push_back(error);
      }
      curves.offsets.push_back(curves.points());
    }
  }
  return curves;
}

/// The grid of the published searches: 330,000 frequencies in [0.1, 10) 1/d, or as many as asked
/// for of the same step.
inline FrequencyGrid pulsation_grid(std::int64_t count) {
  return {0.1, 9.9 / 330'000.0, count};
}

}  // namespace siderum::bench
