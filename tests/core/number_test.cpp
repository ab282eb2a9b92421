// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/number.hpp>

#include <cmath>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "support/matchers.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

enum Function { once, nearest, root, magnitude, sign, logarithm, select, less, converted, either };
constexpr int functions = 10;

/// Every function of number.hpp of three numbers, in the test space.
template <class Real>
struct Calculator {
  Kokkos::View<Real**, Kokkos::LayoutRight, TestMemory> result;

  KOKKOS_FUNCTION void operator()(int i) const {
    Real const a = Real(0.37) * static_cast<Real>(i - 20);
    Real const b = Real(1.1) - Real(0.21) * static_cast<Real>(i);
    Real const c = Real(0.013) * static_cast<Real>(i * i - 7);
    result(i, once) = siderum::fma(a, b, c);
    result(i, nearest) = nearest_integer(a);
    result(i, root) = siderum::sqrt(absolute(a));
    result(i, magnitude) = absolute(a);
    result(i, sign) = siderum::copysign(a, b);
    result(i, logarithm) = siderum::log1p(absolute(a));
    result(i, select) = select_less(a, b, c, a);
    result(i, less) = any_less(a, b) ? Real(1) : Real(0);
    result(i, converted) = static_cast<Real>(convert<float>(a));
    result(i, either) = multiply_add(a, b, c);
  }
};

template <class Real>
std::vector<Real> expected_row(int i) {
  Real const a = Real(0.37) * static_cast<Real>(i - 20);
  Real const b = Real(1.1) - Real(0.21) * static_cast<Real>(i);
  Real const c = Real(0.013) * static_cast<Real>(i * i - 7);
  return {std::fma(a, b, c), std::nearbyint(a),         std::sqrt(std::fabs(a)),
          std::fabs(a),      std::copysign(a, b),       std::log1p(std::fabs(a)),
          a < b ? c : a,     a < b ? Real(1) : Real(0), static_cast<Real>(static_cast<float>(a)),
          std::fma(a, b, c)};
}

template <class Real>
class Number : public testing::Test {};
TYPED_TEST_SUITE(Number, Precisions, PrecisionNames);

TYPED_TEST(Number, FunctionsOfTheSpaceAreThoseOfTheHost) {
  constexpr int rows = 40;
  Calculator<TypeParam> const calculate{make_table<TypeParam>(rows, functions)};
  Kokkos::parallel_for("test::calculate", Kokkos::RangePolicy<TestSpace>(0, rows), calculate);
  std::vector<TypeParam> const actual = to_host(calculate.result);
  std::vector<TypeParam> expected;
  std::vector<double> tolerance;
  for (int i = 0; i < rows; ++i) {
    for (TypeParam const value : expected_row<TypeParam>(i)) {
      expected.push_back(value);
      // A compiler may contract what makes a, b and c; the functions add two units at most.
      tolerance.push_back(8 * std::numeric_limits<TypeParam>::epsilon() * (1 + std::fabs(value)));
    }
  }
  EXPECT_TRUE(all_near_each(actual, expected, tolerance));
}

TEST(NumberTypes, ShapeAndPrecisionAreFound) {
  EXPECT_TRUE((std::is_same_v<value_type_t<float>, float>));
  EXPECT_TRUE((std::is_same_v<value_type_t<Lanes<double, 4>>, double>));
  EXPECT_TRUE((std::is_same_v<rebind_t<double, float>, float>));
  EXPECT_TRUE((std::is_same_v<rebind_t<Lanes<double, 4>, float>, Lanes<float, 4>>));
  EXPECT_TRUE(RealNumber<float> && RealNumber<double>);
  EXPECT_FALSE(RealNumber<int> || RealNumber<long double>);
}

}  // namespace
}  // namespace siderum::test
