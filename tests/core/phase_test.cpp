// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/phase.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>

#include "support/spaces.hpp"

namespace siderum::test {
namespace {

constexpr double epsilon = std::numeric_limits<double>::epsilon();

struct Sample {
  double first;
  double step;
  double multiple;  // a half integer
  double time;
};

/// Frequencies of grids and times that make up to 1e7 cycles.
std::vector<Sample> draw_samples() {
  CounterRandom random(17, 0);
  std::vector<Sample> samples;
  for (int i = 0; i < 200'000; ++i) {
    double const step = 1e-7 * std::exp(random.uniform(0.0, 9.0));
    double const multiple = std::floor(random.uniform(0.0, 2e6)) + 0.5;
    double const first = i % 3 == 0 ? 0.0 : random.uniform(0.0, 20.0);
    double const cycles = std::exp(random.uniform(0.0, std::log(1e7)));
    samples.push_back({first, step, multiple, cycles / (first + multiple * step)});
  }
  return samples;
}

struct PhaseMaker {
  Kokkos::View<Sample const*, TestMemory> sample;
  Kokkos::View<double*, TestMemory> high;
  Kokkos::View<double*, TestMemory> low;
  Kokkos::View<double*, TestMemory> phase;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    SplitFrequency const f =
        SplitFrequency::on_grid(sample(i).first, sample(i).step, sample(i).multiple);
    high(i) = f.high;
    low(i) = f.low;
    phase(i) = reduced_cycles(f.high, f.low, sample(i).time);
  }
};

class Phase : public testing::Test {
 protected:
  Phase() {
    auto const count = static_cast<std::int64_t>(samples.size());
    PhaseMaker const make{to_space(samples), make_view<double>(samples.size()),
                          make_view<double>(samples.size()), make_view<double>(samples.size())};
    Kokkos::parallel_for("test::make_phase", Kokkos::RangePolicy<TestSpace>(0, count), make);
    high = to_host(make.high);
    low = to_host(make.low);
    phase = to_host(make.phase);
  }

  std::vector<Sample> const samples = draw_samples();
  std::vector<double> high;
  std::vector<double> low;
  std::vector<double> phase;
};

TEST_F(Phase, FrequencyKeepsTheDigitsOfTheGrid) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    auto const [first, step, multiple, time] = samples[i];
    // Rounded once, to the 64 bits of a long double.
    long double const exact =
        std::fma(static_cast<long double>(multiple), static_cast<long double>(step),
                 static_cast<long double>(first));
    long double const split = static_cast<long double>(high[i]) + low[i];
    ASSERT_LE(std::fabs(split - exact), 2 * std::numeric_limits<long double>::epsilon() * exact);
    ASSERT_LE(std::fabs(low[i]), 1.01 * epsilon * high[i]);
  }
}

TEST_F(Phase, ReducedCyclesKeepTheLowBitsUpToTenMillionCycles) {
  double worst = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    long double const f = static_cast<long double>(high[i]) + low[i];
    long double const turns = std::nearbyint(f * static_cast<long double>(samples[i].time));
    // high time - turns is exact but for one rounding to 64 bits; low time is far below 1.
    long double const exact = std::fma(static_cast<long double>(high[i]),
                                       static_cast<long double>(samples[i].time), -turns) +
                              static_cast<long double>(low[i]) * samples[i].time;
    long double const difference = phase[i] - exact;
    // At +-1/2 the nearest integer may be either.
    long double const error = std::fabs(difference - std::nearbyint(difference));
    worst = std::max(worst, static_cast<double>(error));
    ASSERT_LE(std::fabs(phase[i]), 0.5 + 4e-9);
  }
  RecordProperty("worst_error_cycles", std::to_string(worst * 1e17) + "e-17");
  EXPECT_LE(worst, epsilon);
}

TEST_F(Phase, WithoutTheLowBitsTheErrorWouldShow) {
  double worst = 0.0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    long double const turns =
        (static_cast<long double>(high[i]) + low[i]) * static_cast<long double>(samples[i].time);
    double const rounded = high[i] * samples[i].time;
    worst = std::max(worst, static_cast<double>(std::fabs(turns - rounded)));
  }
  EXPECT_GT(worst, 1e-10);
}

TEST(ReducedCycles, LanesAndScalarsAgree) {
  using Vector = Lanes<double, 8>;
  Vector const time = Vector::ramp(1234.5, 77.125);
  SplitFrequency const f = SplitFrequency::on_grid(0.1, 1e-5, 54321.5);
  Vector const phase = reduced_cycles(Vector(f.high), Vector(f.low), time);
  for (int i = 0; i < Vector::size; ++i) {
    EXPECT_NEAR(phase[i], reduced_cycles(f.high, f.low, time[i]), epsilon);
  }
}

}  // namespace
}  // namespace siderum::test
