// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/algorithms/periods/conditional_entropy.hpp>
#include <siderum/algorithms/periods/finder_search.hpp>
#include <siderum/algorithms/periods/finder_table.hpp>
#include <siderum/algorithms/periods/phase_dispersion.hpp>
#include <siderum/algorithms/periods/super_smoother.hpp>

#include "algorithms/lomb_scargle_support.hpp"

namespace siderum::test {
namespace {

TEST(FinderTable, NamesEachByItsOptions) {
  EXPECT_EQ(finder_names.size(), 3U);
  EXPECT_EQ(finder_name(SuperSmootherOptions{}), "super-smoother");
  EXPECT_EQ(finder_name(PhaseDispersionOptions{}), "pdm");
  EXPECT_EQ(finder_name(ConditionalEntropyOptions{}), "conditional-entropy");
}

/// The functions of a finder's own header on the one side, those of the table on the other.
template <class Real>
class FinderSearch : public testing::Test {
 public:
  using Power = PowerView<Real, TestSpace>;
  TestSpace exec;
  FrequencyGrid grid{0.05, 0.01, 300};
  Batch batch = draw_batch<Real>({43, 3, 47}, 100.0, 0.7);
  LightCurves<Real, TestMemory> curves = to_curves<Real>(batch);

  void expect_same(Power const& expected, FinderOptions const& finder) {
    Power const power("test::power", 3, 300);
    StatusView<TestSpace> const status("test::status", 3);
    search_by_finder(exec, curves, grid, power, status, finder);
    HostPowerView<Real> const streamed("test::streamed", 3, 300);
    HostStatusView const streamed_status("test::streamed_status", 3);
    search_by_finder_to_host(
        exec, make_light_curves<Real>(batch.time, batch.value, batch.error, batch.offsets), grid,
        streamed, streamed_status, finder);
    auto const best = BestPeriods<Real, TestSpace>::allocate(exec, 3);
    best_by_finder(exec, curves, grid, best, finder);
    exec.fence();
    std::vector<Real> const wanted = values_of(expected);
    EXPECT_TRUE(all_equal(values_of(power), wanted)) << finder_name(finder);
    EXPECT_TRUE(all_equal(values_of(streamed), wanted)) << finder_name(finder);
    EXPECT_EQ(streamed_status(1), ObjectStatus::too_few_points);
    auto const index = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), best.index);
    auto const height = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), best.power);
    EXPECT_EQ(index(1), -1);
    EXPECT_EQ(height(0), wanted[static_cast<std::size_t>(index(0))]);
  }

 private:
  template <class View>
  static std::vector<Real> values_of(View const& view) {
    auto const host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
    return {host.data(), host.data() + host.size()};
  }
};

TYPED_TEST_SUITE(FinderSearch, Precisions, PrecisionNames);

TYPED_TEST(FinderSearch, IsThatOfTheFinderWithTheOptions) {
  typename TestFixture::Power const power("test::power", 3, 300);
  StatusView<TestSpace> const status("test::status", 3);
  super_smoother(this->exec, this->curves, this->grid, power, status, published_single_pass());
  this->expect_same(power, published_single_pass());
  phase_dispersion(this->exec, this->curves, this->grid, power, status, {7});
  this->expect_same(power, PhaseDispersionOptions{7});
  conditional_entropy(this->exec, this->curves, this->grid, power, status, {7, 3});
  this->expect_same(power, ConditionalEntropyOptions{7, 3});
}

}  // namespace
}  // namespace siderum::test
