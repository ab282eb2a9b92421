// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/lanes.hpp>

#include <array>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>

#include "core/lane_shapes.hpp"

namespace siderum::test {
namespace {

using Shapes = testing::Types<Shape<float, 2>, Shape<float, 4>, Shape<float, 8>, Shape<float, 16>,
                              Shape<float, 32>, Shape<double, 2>, Shape<double, 4>,
                              Shape<double, 8>, Shape<double, 16>>;

template <class S>
class LanesOf : public testing::Test {
 protected:
  using Scalar = typename S::Value;
  static constexpr int size = S::size;
  using Values = std::array<Scalar, size>;
  using Vectors = Lanes<Scalar, size>;

  /// Numbers of both signs around zero, with whole, half and zero ones among them.
  static Values numbers(std::uint64_t stream) {
    CounterRandom random(5, stream);
    Values values;
    for (int i = 0; i < size; ++i) {
      values[i] = static_cast<Scalar>(random.uniform(-4.0, 4.0));
      if (i % 3 == 1) {
        values[i] = std::nearbyint(values[i]) / 2;
      }
    }
    return values;
  }

  static Vectors vector(Values const& values) { return Vectors::load(values.data()); }

  /// Every lane is the scalar function of the same lanes, to the last bit.
  template <class Function>
  static void expect_lanes(Vectors const& actual, Function const& function) {
    for (int i = 0; i < size; ++i) {
      Scalar const expected = function(i);
      EXPECT_EQ(actual[i], expected) << "lane " << i;
      EXPECT_EQ(std::signbit(actual[i]), std::signbit(expected)) << "lane " << i;
    }
  }

  Values const a = numbers(1);
  Values const b = numbers(2);
  Values const c = numbers(3);
};

TYPED_TEST_SUITE(LanesOf, Shapes, ShapeNames);

TYPED_TEST(LanesOf, LoadsStoresAndFills) {
  using Real = typename TypeParam::Value;
  using Vector = Lanes<Real, TypeParam::size>;
  typename TestFixture::Values stored{};
  this->vector(this->a).store(stored.data());
  EXPECT_EQ(stored, this->a);
  this->expect_lanes(this->vector(this->a), [&](int i) { return this->a[i]; });
  this->expect_lanes(Vector(Real(-2.5)), [](int) { return Real(-2.5); });
  this->expect_lanes(Vector(-Real(0)), [](int) { return -Real(0); });
  this->expect_lanes(Vector::ramp(3, Real(0.25)), [](int i) { return Real(3 + 0.25 * i); });
  EXPECT_EQ(Vector::size, TypeParam::size);
}

TYPED_TEST(LanesOf, Calculates) {
  auto const x = this->vector(this->a);
  auto const y = this->vector(this->b);
  this->expect_lanes(x + y, [&](int i) { return this->a[i] + this->b[i]; });
  this->expect_lanes(x - y, [&](int i) { return this->a[i] - this->b[i]; });
  this->expect_lanes(x * y, [&](int i) { return this->a[i] * this->b[i]; });
  auto const divisor = absolute(y) + Lanes<typename TypeParam::Value, TypeParam::size>(1);
  this->expect_lanes(x / divisor, [&](int i) { return this->a[i] / divisor[i]; });
  this->expect_lanes(-x, [&](int i) { return -this->a[i]; });
}

TYPED_TEST(LanesOf, MultipliesAndAdds) {
  using Real = typename TypeParam::Value;
  auto const x = this->vector(this->a);
  auto const y = this->vector(this->b);
  auto const z = this->vector(this->c);
  this->expect_lanes(fma(x, y, z),
                     [&](int i) { return std::fma(this->a[i], this->b[i], this->c[i]); });
  auto const either = multiply_add(x, y, z);
  for (int i = 0; i < TypeParam::size; ++i) {
    Real const once = std::fma(this->a[i], this->b[i], this->c[i]);
    Real const product = std::fma(this->a[i], this->b[i], -Real(0));
    EXPECT_TRUE(either[i] == once || either[i] == product + this->c[i]) << "lane " << i;
  }
}

TYPED_TEST(LanesOf, RoundsHalvesToTheEvenInteger) {
  using Real = typename TypeParam::Value;
  using Vector = Lanes<Real, TypeParam::size>;
  this->expect_lanes(nearest_integer(this->vector(this->a)),
                     [&](int i) { return std::nearbyint(this->a[i]); });
  this->expect_lanes(nearest_integer(Vector(Real(2.5))), [](int) { return Real(2); });
  this->expect_lanes(nearest_integer(Vector(Real(-1.5))), [](int) { return Real(-2); });
}

TYPED_TEST(LanesOf, FunctionsAreThoseOfTheScalar) {
  auto const x = this->vector(this->a);
  auto const y = this->vector(this->b);
  this->expect_lanes(absolute(x), [&](int i) { return std::fabs(this->a[i]); });
  this->expect_lanes(sqrt(absolute(x)), [&](int i) { return std::sqrt(std::fabs(this->a[i])); });
  this->expect_lanes(log1p(absolute(x)), [&](int i) { return std::log1p(std::fabs(this->a[i])); });
  this->expect_lanes(copysign(x, y), [&](int i) { return std::copysign(this->a[i], this->b[i]); });
  this->expect_lanes(reverse(x), [&](int i) { return this->a[TypeParam::size - 1 - i]; });
}

TYPED_TEST(LanesOf, SelectsLaneByLane) {
  using Real = typename TypeParam::Value;
  using Vector = Lanes<typename TypeParam::Value, TypeParam::size>;
  auto const x = this->vector(this->a);
  auto const y = this->vector(this->b);
  this->expect_lanes(select_less(x, y, x, y),
                     [&](int i) { return this->a[i] < this->b[i] ? this->a[i] : this->b[i]; });
  Vector const nan(std::numeric_limits<Real>::quiet_NaN());
  this->expect_lanes(select_less(nan, y, x, y), [&](int i) { return this->b[i]; });
  this->expect_lanes(select_less(x, nan, x, y), [&](int i) { return this->b[i]; });
}

TYPED_TEST(LanesOf, AnyLessSeesEachLane) {
  using Real = typename TypeParam::Value;
  for (int lane = 0; lane < TypeParam::size; ++lane) {
    auto raised = this->a;
    raised[lane] += Real(1);
    EXPECT_TRUE(any_less(this->vector(this->a), this->vector(raised))) << "lane " << lane;
    EXPECT_FALSE(any_less(this->vector(raised), this->vector(this->a))) << "lane " << lane;
  }
  EXPECT_FALSE(any_less(this->vector(this->a), this->vector(this->a)));
  auto with_nan = this->a;
  with_nan.fill(std::numeric_limits<Real>::quiet_NaN());
  EXPECT_FALSE(any_less(this->vector(with_nan), this->vector(this->a)));
}

TYPED_TEST(LanesOf, ConvertsBothWays) {
  auto const single = convert<float>(this->vector(this->a));
  auto const twofold = convert<double>(this->vector(this->a));
  for (int i = 0; i < TypeParam::size; ++i) {
    EXPECT_EQ(single[i], static_cast<float>(this->a[i]));
    EXPECT_EQ(twofold[i], static_cast<double>(this->a[i]));
  }
}

TYPED_TEST(LanesOf, TakesPairsApartAndPutsThemTogether) {
  constexpr int lanes = TypeParam::size;
  using Real = typename TypeParam::Value;
  Real values[2 * lanes];
  for (int i = 0; i < 2 * lanes; ++i) {
    values[i] = static_cast<Real>(i + 1);
  }
  Lanes<Real, lanes> even;
  Lanes<Real, lanes> odd;
  split_pairs(values, even, odd);
  this->expect_lanes(even, [&](int i) { return values[2 * i]; });
  this->expect_lanes(odd, [&](int i) { return values[2 * i + 1]; });
  this->expect_lanes(twice_each<lanes>(values), [&](int i) { return values[i / 2]; });
  this->expect_lanes(alternate<lanes>(Real(3), Real(-7)),
                     [](int i) { return i % 2 == 0 ? Real(3) : Real(-7); });
}

TEST(Lanes, NativeLanesFillOneRegister) {
  EXPECT_EQ(native_lanes<float>, 2 * native_lanes<double>);
  EXPECT_GE(native_lanes<double>, 2);
  EXPECT_EQ(sizeof(Lanes<float, native_lanes<float>>), sizeof(Lanes<double, native_lanes<double>>));
}

}  // namespace
}  // namespace siderum::test
