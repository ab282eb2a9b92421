// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/kept_plans.hpp>

#include <algorithm>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/allocate.hpp>

#include "algorithms/kernel_recorder.hpp"
#include "support/spaces.hpp"

namespace siderum::engine {
namespace {

using test::TestSpace;
using Memory = TestSpace::memory_space;
template <class Real>
using Transform = HarmonicTransform<TestSpace, Real, backend::default_for_t<TestSpace>>;
constexpr std::int64_t plenty = std::int64_t{1} << 40;

struct Shape {
  RingGrid grid = healpix_grid(8);
  HarmonicRange range = make_harmonic_range(16);
  Field field = Field::scalar;
  std::int64_t maps = 0;
};

/// A synthesis by a plan of the shape, and whether the plan was made for it.
template <class Real = double>
struct Job {
  std::vector<Real> map;
  bool makes_plan = false;

  Job(KeptPlans& plans, Shape const& shape = {}) {
    TestSpace const exec;
    HarmonicTransformOptions options;
    options.field = shape.field;
    options.maps = shape.maps;
    std::int64_t const rows = components(shape.field);
    auto const a_lm = allocate_coefficients<Real>(exec, shape.range, rows);
    Kokkos::deep_copy(exec, a_lm.values, Kokkos::complex<Real>(1));
    auto const maps = allocate<MapView<Real, Memory>>(exec, "map", rows, shape.grid.pixels());
    auto const recording = test::record([&] {
      auto const plan = plans.obtain<Transform<Real>>(exec, shape.grid, shape.range, options);
      plan->synthesis(a_lm, maps);
      plans.keep(plan, shape.maps);
    });
    makes_plan = std::any_of(recording.kernels.begin(), recording.kernels.end(), [](auto const& k) {
      return k.name.find("harmonic_transform::tables") != std::string::npos;
    });
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, maps);
    map.assign(host.data(), host.data() + host.size());
  }
};

std::int64_t bytes_of_plan(Shape const& shape) {
  KeptPlans plans(plenty);
  Job<> const job(plans, shape);
  return plans.bytes();
}

TEST(KeptPlans, ServeTheNextJobOfTheirShape) {
  KeptPlans plans(plenty);
  Job<> const first(plans);
  EXPECT_TRUE(first.makes_plan);
  EXPECT_EQ(plans.count(), 1U);
  for (int i = 0; i < 3; ++i) {
    Job<> const next(plans);
    EXPECT_FALSE(next.makes_plan);
    EXPECT_EQ(next.map, first.map);
    EXPECT_EQ(plans.count(), 1U);
  }
}

TEST(KeptPlans, ServeNoOtherShape) {
  KeptPlans plans(plenty);
  EXPECT_TRUE(Job<>(plans).makes_plan);
  RingGrid const grid = Shape().grid;
  std::vector<double> weight(grid.rings().size(), 1.0);
  RingGrid const weighted = with_weights(grid, weight);
  weight.back() = 2.0;
  RingGrid const other_name(grid.kind(), "another", grid.rings(), grid.pixels(), -1);
  for (Shape const& shape :
       {Shape{grid, make_harmonic_range(15)}, Shape{grid, make_harmonic_range(16, 15)},
        Shape{grid, make_harmonic_range(16), Field::spin_two},
        Shape{grid, make_harmonic_range(16), Field::scalar, 2}, Shape{healpix_grid(9)},
        Shape{weighted}, Shape{with_weights(grid, weight)}, Shape{other_name}}) {
    EXPECT_TRUE(Job<>(plans, shape).makes_plan);
    EXPECT_FALSE(Job<>(plans, shape).makes_plan);
  }
  EXPECT_TRUE(Job<float>(plans).makes_plan);
  EXPECT_FALSE(Job<float>(plans).makes_plan);
  EXPECT_FALSE(Job<>(plans).makes_plan);
}

TEST(KeptPlans, ServeGridsWithoutWeights) {
  KeptPlans plans(plenty);
  std::vector<Ring> rings = Shape().grid.rings();
  for (Ring& ring : rings) {
    ring.weight = std::numeric_limits<double>::quiet_NaN();
  }
  Shape const shape{make_ring_grid(rings)};
  EXPECT_TRUE(Job<>(plans, shape).makes_plan);
  EXPECT_FALSE(Job<>(plans, shape).makes_plan);
}

TEST(KeptPlans, StayWithinTheirBytes) {
  Shape const one;
  Shape const two{gauss_legendre_grid(17, 33)};
  Shape const three{healpix_grid(8), make_harmonic_range(15)};
  std::int64_t const most = bytes_of_plan(one) + bytes_of_plan(two);
  ASSERT_LE(bytes_of_plan(three), bytes_of_plan(one));
  KeptPlans plans(most);
  EXPECT_TRUE(Job<>(plans, one).makes_plan);
  EXPECT_TRUE(Job<>(plans, two).makes_plan);
  EXPECT_EQ(plans.bytes(), most);
  EXPECT_FALSE(Job<>(plans, one).makes_plan);
  // The second has been idle the longest now.
  EXPECT_TRUE(Job<>(plans, three).makes_plan);
  EXPECT_LE(plans.bytes(), most);
  EXPECT_FALSE(Job<>(plans, three).makes_plan);
  EXPECT_TRUE(Job<>(plans, two).makes_plan);
  EXPECT_LE(plans.bytes(), most);
}

TEST(KeptPlans, AreNoneWhereTheyAreLargerThanAllowed) {
  KeptPlans plans(bytes_of_plan({}) - 1);
  EXPECT_TRUE(Job<>(plans).makes_plan);
  EXPECT_EQ(plans.count(), 0U);
  EXPECT_TRUE(Job<>(plans).makes_plan);
}

TEST(KeptPlans, AreFew) {
  KeptPlans plans(plenty);
  constexpr auto most = static_cast<std::int64_t>(KeptPlans::most_plans);
  for (std::int64_t lmax = 1; lmax <= 2 * most; ++lmax) {
    Job<> const job(plans, {healpix_grid(2), make_harmonic_range(lmax)});
    EXPECT_LE(plans.count(), KeptPlans::most_plans);
  }
  EXPECT_EQ(plans.count(), KeptPlans::most_plans);
}

TEST(KeptPlans, AreReleased) {
  KeptPlans plans(plenty);
  EXPECT_TRUE(Job<>(plans).makes_plan);
  plans.release();
  EXPECT_EQ(plans.count(), 0U);
  EXPECT_TRUE(Job<>(plans).makes_plan);
}

TEST(KeptPlans, AreNotThoseInUse) {
  KeptPlans plans(plenty);
  EXPECT_TRUE(Job<>(plans).makes_plan);
  Shape const shape;
  auto const plan = plans.obtain<Transform<double>>(TestSpace(), shape.grid, shape.range, {});
  EXPECT_EQ(plans.count(), 0U);
  EXPECT_TRUE(Job<>(plans).makes_plan);
}

}  // namespace
}  // namespace siderum::engine
