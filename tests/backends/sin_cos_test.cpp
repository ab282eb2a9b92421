// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numbers>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/backend.hpp>
#include <siderum/core/random.hpp>

#include "support/spaces.hpp"

namespace siderum::test {
namespace {

// The contract in backends/portable/sin_cos.hpp.
template <class Real>
constexpr double worst_absolute = std::is_same_v<Real, float> ? 8e-8 : 1.2e-16;
constexpr double worst_units_in_last_place = 2.0;
constexpr double largest_argument = 1e9;

struct Exact {
  long double sin;
  long double cos;
};

/// x is a double, so its nearest quarter and what is left of it are exact.
Exact exact(double x) {
  double const quarters = std::nearbyint(4.0 * x);
  long double const angle =
      2 * std::numbers::pi_v<long double> * static_cast<long double>(x - 0.25 * quarters);
  long double const s = std::sin(angle);
  long double const c = std::cos(angle);
  switch (static_cast<std::int64_t>(quarters) & 3) {
    case 0:
      return {s, c};
    case 1:
      return {c, -s};
    case 2:
      return {-s, -c};
    default:
      return {-c, s};
  }
}

/// Dense random numbers of every size, and what lies around the seams of the reduction.
std::vector<double> arguments() {
  std::vector<double> x{0.0, 1e-300, std::numeric_limits<double>::denorm_min(), largest_argument,
                        -largest_argument};
  CounterRandom random(23, 0);
  for (int i = 0; i < 250'000; ++i) {
    x.push_back(random.uniform(-0.5, 0.5));
    x.push_back(random.uniform(-0.125, 0.125));
    x.push_back(random.uniform(-largest_argument, largest_argument));
    x.push_back(std::exp(random.uniform(std::log(1e-20), std::log(largest_argument))));
  }
  for (int i = 0; i < 100'000; ++i) {
    double const eighth = std::floor(random.uniform(-8e3, 8e3)) / 8;
    double const beside = std::exp(random.uniform(std::log(1e-17), std::log(1e-2)));
    x.push_back(eighth + beside);
    x.push_back(eighth - beside);
    x.push_back(std::nextafter(eighth, largest_argument));
    x.push_back(std::nextafter(eighth, -largest_argument));
  }
  return x;
}

template <class Backend, class Real>
struct SinCosFiller {
  Kokkos::View<double const*, TestMemory> x;
  Kokkos::View<Real*, TestMemory> sin;
  Kokkos::View<Real*, TestMemory> cos;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    typename Backend::template SinCos<Real> const sin_cos;
    auto const result = sin_cos(x(i));
    sin(i) = result.sin;
    cos(i) = result.cos;
  }
};

template <class Real>
struct Results {
  std::vector<Real> sin;
  std::vector<Real> cos;
};

template <class V>
Results<typename V::Real> in_space(std::vector<double> const& x) {
  using Real = typename V::Real;
  SinCosFiller<typename V::Backend, Real> const fill{to_space(x), make_view<Real>(x.size()),
                                                     make_view<Real>(x.size())};
  Kokkos::parallel_for("test::sin_cos",
                       Kokkos::RangePolicy<TestSpace>(0, static_cast<std::int64_t>(x.size())),
                       fill);
  return {to_host(fill.sin), to_host(fill.cos)};
}

template <class V, int lanes>
Results<typename V::Real> in_lanes(std::vector<double> x) {
  using Real = typename V::Real;
  typename V::Backend::template SinCos<Real> const sin_cos;
  std::size_t const count = x.size();
  x.resize((count + lanes - 1) / lanes * lanes);
  Results<Real> results{std::vector<Real>(x.size()), std::vector<Real>(x.size())};
  for (std::size_t i = 0; i < x.size(); i += lanes) {
    auto const result = sin_cos(Lanes<double, lanes>::load(&x[i]));
    result.sin.store(&results.sin[i]);
    result.cos.store(&results.cos[i]);
  }
  results.sin.resize(count);
  results.cos.resize(count);
  return results;
}

struct Worst {
  double absolute = 0.0;
  double absolute_at = 0.0;
  double units = 0.0;
  double units_at = 0.0;

  template <class Real>
  void see(Real actual, long double wanted, double x) {
    long double const error = std::fabs(static_cast<long double>(actual) - wanted);
    double const size = std::fabs(static_cast<double>(wanted));
    keep(static_cast<double>(error), x, absolute, absolute_at);
    if (size >= std::numeric_limits<Real>::min()) {
      double const unit =
          std::ldexp(static_cast<double>(std::numeric_limits<Real>::epsilon()), std::ilogb(size));
      keep(static_cast<double>(error) / unit, x, units, units_at);
    }
  }

 private:
  // NaN counts as the worst.
  static void keep(double error, double x, double& worst, double& at) {
    if (!(error <= worst)) {
      worst = error;
      at = x;
    }
  }
};

template <class Real>
void expect_contract(std::vector<double> const& x, Results<Real> const& results,
                     std::string const& who) {
  Worst worst;
  for (std::size_t i = 0; i < x.size(); ++i) {
    Exact const wanted = exact(x[i]);
    worst.see(results.sin[i], wanted.sin, x[i]);
    worst.see(results.cos[i], wanted.cos, x[i]);
  }
  testing::Test::RecordProperty(who + "_absolute_1e-20", std::to_string(worst.absolute * 1e20));
  testing::Test::RecordProperty(who + "_units", std::to_string(worst.units));
  EXPECT_LE(worst.absolute, worst_absolute<Real>) << who << " at x = " << worst.absolute_at;
  EXPECT_LE(worst.units, worst_units_in_last_place) << who << " at x = " << worst.units_at;
}

template <class V>
class SinCos : public testing::Test {};
TYPED_TEST_SUITE(SinCos, Variants, VariantNames);

TYPED_TEST(SinCos, StaysWithinItsWorstErrorInTheSpace) {
  std::vector<double> const x = arguments();
  expect_contract(x, in_space<TypeParam>(x), "space");
}

TYPED_TEST(SinCos, StaysWithinItsWorstErrorInLanes) {
  using Real = typename TypeParam::Real;
  std::vector<double> const x = arguments();
  expect_contract(x, in_lanes<TypeParam, native_lanes<Real>>(x), "native_lanes");
  expect_contract(x, in_lanes<TypeParam, 4>(x), "4_lanes");
}

// One number takes another way there.
TYPED_TEST(SinCos, OfOneNumberHasTheBitsOfLanes) {
  typename TypeParam::Backend::template SinCos<typename TypeParam::Real> const sin_cos;
  std::vector<double> const x = arguments();
  auto const lanes = in_lanes<TypeParam, 8>(x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto const one = sin_cos(x[i]);
    ASSERT_EQ(one.sin, lanes.sin[i]) << x[i];
    ASSERT_EQ(one.cos, lanes.cos[i]) << x[i];
  }
}

TYPED_TEST(SinCos, IsExactAtMultiplesOfAQuarter) {
  std::vector<double> x;
  for (int quarter = -40; quarter <= 40; ++quarter) {
    x.push_back(0.25 * quarter);
    x.push_back(largest_argument - 0.25 * (quarter + 40));
    x.push_back(0.25 * (quarter * 98'765'432.0 + quarter));
  }
  auto const scalar = in_space<TypeParam>(x);
  auto const lanes = in_lanes<TypeParam, 8>(x);
  int const sines[] = {0, 1, 0, -1};
  for (std::size_t i = 0; i < x.size(); ++i) {
    auto const quarter = static_cast<std::int64_t>(4.0 * x[i]) & 3;
    EXPECT_EQ(scalar.sin[i], sines[quarter]) << x[i];
    EXPECT_EQ(scalar.cos[i], sines[(quarter + 1) & 3]) << x[i];
    EXPECT_EQ(lanes.sin[i], sines[quarter]) << x[i];
    EXPECT_EQ(lanes.cos[i], sines[(quarter + 1) & 3]) << x[i];
  }
}

TYPED_TEST(SinCos, PassesNaNOn) {
  std::vector<double> const x(8, std::numeric_limits<double>::quiet_NaN());
  EXPECT_TRUE(std::isnan(in_space<TypeParam>(x).sin[0]));
  EXPECT_TRUE(std::isnan(in_space<TypeParam>(x).cos[0]));
  EXPECT_TRUE(std::isnan(in_lanes<TypeParam, 8>(x).sin[7]));
  EXPECT_TRUE(std::isnan(in_lanes<TypeParam, 8>(x).cos[7]));
}

TEST(SinCosCheck, RefusesAnErrorOfAFewUnits) {
  std::vector<double> const x{0.3, 0.01};
  Worst worst;
  worst.see(static_cast<double>(exact(0.01).sin) + 3 * std::ldexp(1.0, -56), exact(0.01).sin, 0.01);
  EXPECT_GT(worst.units, worst_units_in_last_place);
  worst.see(std::numeric_limits<double>::quiet_NaN(), exact(0.3).cos, 0.3);
  EXPECT_FALSE(worst.absolute <= worst_absolute<double>);
}

}  // namespace
}  // namespace siderum::test
