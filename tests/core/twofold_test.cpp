// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/twofold.hpp>

#include <cmath>

#include <gtest/gtest.h>

#include <siderum/core/lanes.hpp>
#include <siderum/core/random.hpp>

namespace siderum::test {
namespace {

using Number = Twofold<double>;
constexpr double unit = 0x1p-103;

/// What is left of a - b, in units of `size`: by sums that are exact.
double rest(Number const& a, Number const& b, double size) {
  auto const high = Number::sum(a.high, -b.high);
  return std::fabs((high.high + (high.low + (a.low - b.low))) / size);
}

TEST(Twofold, SumsAndProductsOfDoublesAreExact) {
  CounterRandom random(3, 0);
  for (int i = 0; i < 1000; ++i) {
    double const a = random.normal();
    double const b = random.normal() * std::exp(10.0 * random.normal());
    auto const sum = Number::sum(a, b);
    EXPECT_EQ(static_cast<long double>(sum.high) + sum.low, static_cast<long double>(a) + b);
    auto const product = Number::product(a, b);
    EXPECT_EQ(product.high, a * b);
    EXPECT_EQ(product.low, std::fma(a, b, -product.high));
  }
}

// Each operation undone by another: the error is of both.
TEST(Twofold, OperationsKeepTwiceTheBits) {
  CounterRandom random(4, 0);
  for (int i = 0; i < 1000; ++i) {
    Number const a = Number::sum(random.normal(), 0x1p-55 * random.normal());
    Number const b = Number::sum(random.normal(), 0x1p-55 * random.normal());
    double const larger = std::fabs(a.high) + std::fabs(b.high);
    EXPECT_LT(rest((a + b) - b, a, larger), 4.0 * unit);
    EXPECT_LT(rest((a / b) * b, a, std::fabs(a.high)), 4.0 * unit);
    EXPECT_LT(rest((a + b) * (a - b), a * a - b * b, larger * larger), 8.0 * unit);
    EXPECT_LE(std::fabs((a * b).low), 0x1p-53 * std::fabs((a * b).high));
  }
}

TEST(Twofold, LanesComputeTheSame) {
  constexpr int lanes = native_lanes<double>;
  using Vector = Lanes<double, lanes>;
  CounterRandom random(5, 0);
  double a[lanes];
  double b[lanes];
  for (int i = 0; i < lanes; ++i) {
    a[i] = random.normal();
    b[i] = random.normal();
  }
  auto const third = Twofold<Vector>(Vector::load(a)) / Twofold<Vector>(Vector(3.0));
  auto const found = third * Twofold<Vector>(Vector::load(b)) + third;
  for (int i = 0; i < lanes; ++i) {
    Number const expected = Number(a[i]) / Number(3.0) * Number(b[i]) + Number(a[i]) / Number(3.0);
    EXPECT_LT(rest({found.high[i], found.low[i]}, expected, 1.0 + std::fabs(expected.high)),
              4.0 * unit);
  }
}

}  // namespace
}  // namespace siderum::test
