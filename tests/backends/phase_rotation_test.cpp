// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/backend.hpp>
#include <siderum/core/random.hpp>

#include "support/spaces.hpp"

namespace siderum::test {
namespace {

constexpr int longest_chain = 64;

template <class Real>
struct Start {
  SinCosValue<Real> from;
  SinCosValue<Real> step;
};

/// Chains of rotations: row i holds the phases after 1, 2, ... steps of chain i.
template <class Backend, class Real>
struct ChainRotator {
  Kokkos::View<Start<Real> const*, TestMemory> start;
  Kokkos::View<SinCosValue<Real>**, Kokkos::LayoutRight, TestMemory> phase;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    typename Backend::PhaseRotation const rotate;
    SinCosValue<Real> x = start(i).from;
    for (int step = 0; step < longest_chain; ++step) {
      x = rotate(x, start(i).step);
      phase(i, step) = x;
    }
  }
};

template <class Real>
std::vector<Start<Real>> draw_starts() {
  CounterRandom random(29, 0);
  std::vector<Start<Real>> starts;
  portable::SinCos<Real> const sin_cos;
  for (int i = 0; i < 20'000; ++i) {
    starts.push_back({sin_cos(random.uniform()), sin_cos(random.uniform())});
  }
  return starts;
}

/// The largest error of any phase of a chain against the same rotations in long double, divided by
/// the number of rotations and by half an epsilon.
template <class Real>
double worst_per_rotation(std::vector<Start<Real>> const& starts,
                          std::vector<SinCosValue<Real>> const& phases) {
  long double worst = 0;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    SinCosValue<long double> x{starts[i].from.sin, starts[i].from.cos};
    SinCosValue<long double> const b{starts[i].step.sin, starts[i].step.cos};
    for (int step = 0; step < longest_chain; ++step) {
      x = {x.sin * b.cos + x.cos * b.sin, x.cos * b.cos - x.sin * b.sin};
      SinCosValue<Real> const& actual = phases[i * longest_chain + step];
      long double const error = std::hypot(actual.sin - x.sin, actual.cos - x.cos);
      worst = std::max(worst, error / (step + 1));
    }
  }
  return 2.0 * static_cast<double>(worst / std::numeric_limits<Real>::epsilon());
}

template <class V>
class PhaseRotation : public testing::Test {};
TYPED_TEST_SUITE(PhaseRotation, Variants, VariantNames);

TYPED_TEST(PhaseRotation, ErrorOfAChainGrowsByAtMostItsContractPerStep) {
  using Real = typename TypeParam::Real;
  auto const starts = draw_starts<Real>();
  ChainRotator<typename TypeParam::Backend, Real> const rotate{
      to_space(starts), make_table<SinCosValue<Real>>(starts.size(), longest_chain)};
  Kokkos::parallel_for("test::rotate",
                       Kokkos::RangePolicy<TestSpace>(0, static_cast<std::int64_t>(starts.size())),
                       rotate);
  double const worst = worst_per_rotation(starts, to_host(rotate.phase));
  this->RecordProperty("worst_half_epsilons_per_rotation", std::to_string(worst));
  EXPECT_LE(worst, 2.5);
  EXPECT_GT(worst, 0.0);  // the check sees rounding at all
}

TYPED_TEST(PhaseRotation, LanesRotateAsScalarsDo) {
  using Real = typename TypeParam::Real;
  using Vector = Lanes<Real, 8>;
  auto const starts = draw_starts<Real>();
  typename TypeParam::Backend::PhaseRotation const rotate;
  for (std::size_t i = 0; i + 8 <= starts.size(); i += 8) {
    SinCosValue<Vector> from;
    SinCosValue<Vector> step;
    for (int lane = 0; lane < 8; ++lane) {
      from.sin.vector[lane] = starts[i + lane].from.sin;
      from.cos.vector[lane] = starts[i + lane].from.cos;
      step.sin.vector[lane] = starts[i + lane].step.sin;
      step.cos.vector[lane] = starts[i + lane].step.cos;
    }
    SinCosValue<Vector> const turned = rotate(from, step);
    for (int lane = 0; lane < 8; ++lane) {
      SinCosValue<Real> const expected = rotate(starts[i + lane].from, starts[i + lane].step);
      double const tolerance = 2.5 * static_cast<double>(std::numeric_limits<Real>::epsilon());
      ASSERT_NEAR(turned.sin[lane], expected.sin, tolerance);
      ASSERT_NEAR(turned.cos[lane], expected.cos, tolerance);
    }
  }
}

}  // namespace
}  // namespace siderum::test
