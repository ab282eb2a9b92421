// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/lane_instructions.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>

#include "core/lane_shapes.hpp"

namespace siderum::test {
namespace {

using Shapes = testing::Types<Shape<float, 1>, Shape<float, 4>, Shape<float, 8>, Shape<double, 1>,
                              Shape<double, 4>, Shape<double, 8>>;

template <class S>
class LaneInstructions : public testing::Test {};
TYPED_TEST_SUITE(LaneInstructions, Shapes, ShapeNames);

TYPED_TEST(LaneInstructions, ValuesAreThoseOfTheirPlaces) {
  using Real = typename TypeParam::Value;
  constexpr int size = TypeParam::size;
  std::array<Real, 97> from;
  for (std::size_t i = 0; i < from.size(); ++i) {
    from[i] = static_cast<Real>(i) + Real(0.25);
  }
  CounterRandom random(6, 0);
  for (int round = 0; round < 50; ++round) {
    typename detail::VectorType<std::uint64_t, size>::type places{};
    for (int i = 0; i < size; ++i) {
      places[i] = static_cast<std::uint64_t>(random.uniform() * 97.0);
    }
    auto const values = values_at<Real, size>(from.data(), places);
    for (int i = 0; i < size; ++i) {
      EXPECT_EQ(values[i], from[places[i]]);
    }
  }
}

TYPED_TEST(LaneInstructions, InverseRootsAreWithinTheirBound) {
  using Real = typename TypeParam::Value;
  constexpr int size = TypeParam::size;
  double const bound = std::max(0x1p-40, 4.0 * std::numeric_limits<Real>::epsilon());
  CounterRandom random(6, 1);
  for (int round = 0; round < 2000; ++round) {
    Real numbers[size];
    for (Real& number : numbers) {
      number = static_cast<Real>(std::exp(random.uniform(-80.0, 80.0)));
    }
    auto const roots = inverse_root(Lanes<Real, size>::load(numbers));
    for (int i = 0; i < size; ++i) {
      double const product = static_cast<double>(roots[i]) * std::sqrt(double(numbers[i]));
      EXPECT_NEAR(product, 1.0, bound) << numbers[i];
    }
  }
}

TEST(InverseRoot, IsThatOfOneNumberToo) {
  EXPECT_EQ(inverse_root(4.0), 0.5);
  EXPECT_EQ(inverse_root(0.25f), 2.0f);
}

}  // namespace
}  // namespace siderum::test
