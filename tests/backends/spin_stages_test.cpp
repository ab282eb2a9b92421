// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <numbers>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/sky/detail/harmonic_transform/mode_stages.hpp>

#include "algorithms/sky/harmonic_transform_support.hpp"
#include "reference/spin_transform.hpp"
#include "support/matchers.hpp"
#include "support/tolerance.hpp"

namespace siderum::test {
namespace {

/// Sums over degrees of fields with spin, on rings of one pixel.
template <class V>
class SpinModes {
 public:
  using Real = typename V::Real;
  using HostModes = portable::RingModes<Real, Kokkos::HostSpace>;

  SpinModes(Field field, std::vector<double> const& thetas, HarmonicRange range,
            std::vector<Complexes> const& a_lm)
      : pairs_(portable::pair_rings(grid(thetas), range, field)) {
    auto const count = static_cast<std::int64_t>(pairs_.size());
    auto const request = siderum::detail::make_harmonic_request(field, range, 0, 0);
    std::vector<std::int64_t> orders(static_cast<std::size_t>(range.mmax) + 1);
    std::iota(orders.begin(), orders.end(), std::int64_t{0});
    StageTuning const tuning;
    TestSpace const exec;
    auto const stages = siderum::detail::make_spin_stages<typename V::Backend, Real, TestSpace>(
        {exec, request, pairs_, orders, {0, range.mmax + 1}, count, tuning});
    auto const modes =
        portable::allocate_ring_modes<Real>(exec, count, range.mmax + 1, components(field));
    auto const coefficients = to_space<V>(range, a_lm);
    stages->begin_synthesis(coefficients);
    stages->synthesis(coefficients, {0, count}, modes);
    exec.fence();
    modes_ = {Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, modes.values),
              modes.map_stride, modes.slot_stride, modes.order_stride};
  }

  std::vector<portable::RingPair> const& pairs() const { return pairs_; }
  /// Q_m or U_m of the first ring of a pair.
  std::complex<double> operator()(std::int64_t row, std::size_t pair, std::int64_t m) const {
    auto const mode = modes_(row, 2 * static_cast<std::int64_t>(pair), m);
    return pairs_[pair].spin_factor * std::complex<double>(mode.real(), mode.imag());
  }

 private:
  static RingGrid grid(std::vector<double> const& thetas) {
    std::vector<Ring> rings;
    for (double const theta : thetas) {
      rings.push_back(next_ring(rings, theta, 1, 0.0));
    }
    return make_ring_grid(rings);
  }

  std::vector<portable::RingPair> pairs_;
  HostModes modes_;
};

/// Next to the poles, where the forms change, and in all forms of the scalar recurrence.
std::vector<double> const many_thetas{1e-6,  1e-5, 1e-3,  0.01,  0.0199, 0.0201,
                                      0.025, 0.05, 0.1,   0.3,   0.52,   0.53,
                                      1.0,   1.5,  1.558, 1.565, 1.57,   std::numbers::pi / 2,
                                      2.0,   3.0,  3.12,  3.13,  3.1405};

template <class V>
class SpinStages : public testing::Test {};
TYPED_TEST_SUITE(SpinStages, Variants, VariantNames);

TYPED_TEST(SpinStages, SynthesisIsTheSumOverDegrees) {
  using Real = typename TypeParam::Real;
  for (Field const field : {Field::spin_one, Field::spin_two}) {
    for (std::int64_t const lmax : {1, 2, 30, 70, 597, 2048}) {
      if (teams_meet_slowly && lmax > 70) {
        continue;
      }
      HarmonicRange const range = make_harmonic_range(lmax);
      std::vector<Complexes> const a_lm{random_coefficients_of<Real>(range, 1),
                                        random_coefficients_of<Real>(range, 2)};
      SpinModes<TypeParam> const modes(field, many_thetas, range, a_lm);
      for (std::size_t p = 0; p < modes.pairs().size(); ++p) {
        auto const& pair = modes.pairs()[p];
        double const theta = pair.first.theta;
        double const tolerance =
            4.0 * (legendre_tolerance(lmax, theta) + std::numeric_limits<Real>::epsilon());
        for (std::int64_t const m : {std::int64_t{0}, std::int64_t{1}, std::int64_t{2},
                                     std::int64_t{3}, std::int64_t{50}, lmax / 2, lmax}) {
          if (m > std::min(lmax, pair.orders - 1)) {
            continue;
          }
          auto const first = static_cast<std::size_t>(range.index(m, m));
          auto const expected =
              reference::spin_sum(spin(field), lmax, m, theta, &a_lm[0][first], &a_lm[1][first]);
          SCOPED_TRACE(testing::Message() << "spin " << spin(field) << " lmax " << lmax << " theta "
                                          << theta << " m " << m);
          // Terms below 2^-60 may be dropped, before the division by sin^s(theta).
          double const limit = tolerance * static_cast<double>(expected.norm) +
                               0x1p-58 * static_cast<double>(lmax + 3) * pair.spin_factor;
          auto const q = modes(0, p, m);
          auto const u = modes(1, p, m);
          EXPECT_TRUE(near_value(q.real(), expected.q.real(), limit));
          EXPECT_TRUE(near_value(q.imag(), expected.q.imag(), limit));
          EXPECT_TRUE(near_value(u.real(), expected.u.real(), limit));
          EXPECT_TRUE(near_value(u.imag(), expected.u.imag(), limit));
        }
      }
    }
  }
}

/// Where a plan has some of the orders, the others' coefficients are somebody else's.
TYPED_TEST(SpinStages, CoefficientsOfOrdersThatAreNotTreatedStayAsTheyAre) {
  using Real = typename TypeParam::Real;
  constexpr std::int64_t lmax = 30;
  HarmonicRange const range = make_harmonic_range(lmax);
  std::vector<Ring> rings;
  for (double const theta : many_thetas) {
    rings.push_back(next_ring(rings, theta, 1, 0.0));
  }
  TestSpace const exec;
  StageTuning const tuning;
  for (Field const field : {Field::spin_one, Field::spin_two}) {
    auto const pairs = portable::pair_rings(make_ring_grid(rings), range, field);
    auto const count = static_cast<std::int64_t>(pairs.size());
    auto const request = siderum::detail::make_harmonic_request(field, range, 0, 0);
    for (bool const has_orders : {true, false}) {
      std::vector<std::int64_t> orders(has_orders ? portable::order_group : 0);
      std::iota(orders.begin(), orders.end(), std::int64_t{8});
      auto const stages =
          siderum::detail::make_spin_stages<typename TypeParam::Backend, Real, TestSpace>(
              {exec, request, pairs, orders, {0, lmax + 1}, count, tuning});
      auto const modes =
          portable::allocate_ring_modes<Real>(exec, count, range.mmax + 1, components(field));
      Kokkos::deep_copy(modes.values, Kokkos::complex<Real>(1, 1));
      Kokkos::complex<Real> const mark(-77, 55);
      auto const coefficients = to_space<TypeParam>(
          range, std::vector<Complexes>(
                     2, Complexes(static_cast<std::size_t>(range.count()), {-77.0, 55.0})));
      stages->analysis(modes, {0, count}, coefficients);
      stages->end_analysis(coefficients);
      exec.fence();
      auto const found =
          Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, coefficients.values);
      for (std::int64_t m = 0; m <= lmax; ++m) {
        bool const is_treated = std::find(orders.begin(), orders.end(), m) != orders.end();
        for (std::int64_t l = m; l <= lmax; ++l) {
          EXPECT_EQ(found(0, range.index(l, m)) == mark, !is_treated) << l << " " << m;
          EXPECT_EQ(found(1, range.index(l, m)) == mark, !is_treated) << l << " " << m;
        }
      }
    }
  }
}

TEST(SpinRings, OrdersThatAreSkippedAreNothing) {
  std::vector<Ring> rings;
  for (double const theta : many_thetas) {
    rings.push_back(next_ring(rings, theta, 1, 0.0));
  }
  for (std::int64_t const lmax : {200, 1500}) {
    for (auto const& pair :
         portable::pair_rings(make_ring_grid(rings), make_harmonic_range(lmax), Field::spin_two)) {
      if (pair.orders > lmax) {
        continue;
      }
      auto const size = static_cast<std::size_t>(lmax - pair.orders + 1);
      std::vector<long double> plus(size);
      std::vector<long double> minus(size);
      reference::spin_functions(2, lmax, pair.orders, pair.first.theta, plus.data(), minus.data());
      for (std::size_t i = 0; i < size; ++i) {
        EXPECT_LT(std::fabs(plus[i]), 0x1p-60L) << lmax << " " << pair.first.theta;
        EXPECT_LT(std::fabs(minus[i]), 0x1p-60L) << lmax << " " << pair.first.theta;
      }
    }
  }
}

}  // namespace
}  // namespace siderum::test
