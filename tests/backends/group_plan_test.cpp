// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iterator>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/portable/legendre/make_tables.hpp>
#include <siderum/backends/portable/legendre/plan_tables.hpp>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "support/matchers.hpp"
#include "support/spaces.hpp"
#include "support/tolerance.hpp"

/// The plan of kernels that compute pairs in groups: each pair walks on from where the plan lets it
/// start, and meets the functions of the oracle.
namespace siderum::test {

using portable::legendre::Form;
using portable::legendre::GroupPlan;

/// P_lm of all degrees of the order of a row at a position.
struct PlanWalker {
  GroupPlan plan;
  portable::LegendreTables<TestMemory> tables;
  std::int64_t row;
  Kokkos::View<double**, TestMemory> values;  // (pairs, lmax + 3), 0 as yet

  KOKKOS_FUNCTION void operator()(std::int64_t position) const {
    std::int64_t const pair = plan.positions.pair(position);
    if (pair == portable::legendre::Positions::none) {
      return;
    }
    if (plan.form(position / 32 * 32, 1) == Form::products) {
      walk<Form::products>(position, pair);
    } else {
      walk<Form::differences>(position, pair);
    }
  }

 private:
  template <Form form>
  KOKKOS_FUNCTION void walk(std::int64_t position, std::int64_t pair) const {
    using portable::legendre::chunk_steps;
    std::int64_t const m = plan.order[row];
    auto const zone = form == Form::differences ? portable::legendre::Zone::near_equator
                                                : plan.positions.zone(position);
    auto const [slope, rest] = plan.coefficients(zone);
    int const chunk = plan.chunk[plan.place(row, position)];
    double const g = plan.parity_scale[m];
    auto const state = plan.state[plan.place(row, position)];
    portable::legendre::PairStates<1> states{
        {plan.variable(zone, pair)}, {state.x}, {state.y}, {1.0 / g, g}};
    for (std::int64_t i = std::int64_t{chunk} * chunk_steps;
         chunk != GroupPlan::never && i < tables.steps(m); ++i) {
      std::int64_t const at = plan.offset[m] + i;
      double const q = portable::legendre::advance<form>(
          states, 0, static_cast<int>(i % chunk_steps), {{slope[at], rest[at]}, {}});
      values(pair, m + 2 * i) += tables.low(at) * q;
      values(pair, m + 2 * i + 1) = tables.alpha(at) * plan.cos_theta[pair] * q;
      values(pair, m + 2 * i + 2) = tables.high(at) * q;
    }
  }
};

namespace {

/// Groups in a block, and the orders that the tables name.
struct PlanCase {
  int width;
  std::vector<std::int64_t> orders;
};

class GroupPlans : public testing::TestWithParam<PlanCase> {
 public:
  static constexpr std::int64_t lmax = 300;

  GroupPlans() {
    std::vector<Ring> rings;
    for (int row = 0; row < rows; ++row) {
      rings.push_back(next_ring(rings, (row + 0.5) * std::numbers::pi / (2.0 * rows), 1, 0.0));
    }
    pairs_ = portable::pair_rings(make_ring_grid(rings), range_);
    tables_ = portable::make_legendre_tables(TestSpace(), range_, GetParam().orders);
    rings_ = portable::make_legendre_rings(TestSpace(), pairs_);
  }

  static constexpr int rows = 330;
  HarmonicRange range_ = make_harmonic_range(lmax);
  std::vector<portable::RingPair> pairs_;
  portable::LegendreTables<TestMemory> tables_;
  portable::LegendreRings<TestMemory> rings_;
};

TEST_P(GroupPlans, PairsWalkOnFromWhereTheyStart) {
  portable::legendre::PlanTables<TestSpace> const made(TestSpace(), tables_, rings_,
                                                       GetParam().width);
  for (std::int64_t row = 0; row < made.plan().rows; ++row) {
    std::int64_t const m = GetParam().orders[static_cast<std::size_t>(row)];
    Kokkos::View<double**, TestMemory> const values("siderum::test::values", pairs_.size(),
                                                    lmax + 3);
    Kokkos::parallel_for("siderum::test::walk[portable]",
                         IndexPolicy<TestSpace>(TestSpace(), 0, made.plan().padded),
                         PlanWalker{made.plan(), tables_, row, values});
    auto const found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, values);
    for (std::size_t p = 0; p < pairs_.size(); ++p) {
      double const theta = pairs_[p].first.theta;
      std::vector<long double> expected(static_cast<std::size_t>(lmax - m) + 1);
      reference::legendre_functions(lmax, m, theta, expected.data());
      long double norm = 0.0L;
      for (long double const value : expected) {
        norm += value * value;
      }
      double const limit =
          4.0 * legendre_tolerance(lmax, theta) * std::sqrt(static_cast<double>(norm)) + 0x1p-50;
      for (std::int64_t l = m; l <= lmax; ++l) {
        EXPECT_TRUE(near_value(found(p, l), expected[static_cast<std::size_t>(l - m)], limit))
            << "m " << m << " l " << l << " theta " << theta;
      }
    }
  }
}

TEST_P(GroupPlans, HasARowForEachOrderAndGroupsStartWithTheFirstOfTheirPairs) {
  portable::legendre::PlanTables<TestSpace> const made(TestSpace(), tables_, rings_,
                                                       GetParam().width);
  GroupPlan const& plan = made.plan();
  auto const to_host = []<class Value>(Value const* from, std::int64_t count) {
    Kokkos::View<Value const*, TestMemory> const there(from, static_cast<std::size_t>(count));
    return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, there);
  };
  std::vector<std::int64_t> const& treated = GetParam().orders;
  EXPECT_EQ(plan.first_order, treated.front());
  ASSERT_EQ(plan.rows, std::ssize(treated));
  auto const order = to_host(plan.order, plan.rows);
  EXPECT_TRUE(std::equal(treated.begin(), treated.end(), order.data()));
  std::int64_t const positions = plan.rows * plan.padded;
  auto const chunk = to_host(plan.chunk, positions);
  auto const of_group = to_host(plan.group_chunk, positions / 32);
  for (std::int64_t group = 0; group < positions / 32; ++group) {
    int first = GroupPlan::never;
    for (std::int64_t i = 32 * group; i < 32 * (group + 1); ++i) {
      first = std::min(first, chunk(i));
    }
    EXPECT_EQ(of_group(group), first);
  }
  for (std::size_t p = 0; p < pairs_.size(); ++p) {
    auto const pair = static_cast<std::int64_t>(p);
    EXPECT_EQ(plan.positions.pair(plan.positions.of_pair(pair)), pair);
    if (plan.first_order == 0) {  // which is nowhere small
      EXPECT_LT(chunk(plan.positions.of_pair(pair)), GroupPlan::never);
    }
  }
}

std::vector<std::int64_t> const some_orders{0, 1, 2, 40, 299, 300};
std::vector<std::int64_t> const later_orders{38, 40, 150, 298};

INSTANTIATE_TEST_SUITE_P(Widths, GroupPlans,
                         testing::Values(PlanCase{2, some_orders}, PlanCase{4, some_orders},
                                         PlanCase{8, some_orders}, PlanCase{2, later_orders},
                                         PlanCase{4, later_orders}));

}  // namespace
}  // namespace siderum::test
