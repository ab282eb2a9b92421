// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/own_grids.hpp>

#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "algorithms/periods/lomb_scargle_support.hpp"
#include "support/sentence.hpp"

namespace siderum::test {
namespace {

/// Objects that were observed for 3 to 400 days; the third has no time span, the fourth no point.
template <class Real>
Batch draw_uneven() {
  Batch batch;
  double const baselines[] = {400.0, 3.0, 0.0, -1.0, 41.0, 39.5, 390.0};
  for (std::size_t object = 0; object < std::size(baselines); ++object) {
    CounterRandom random(17, object);
    for (int j = 0; j < 60 && baselines[object] >= 0.0; ++j) {
      double const t = 2458000.5 + baselines[object] * j / 59.0 * random.uniform(0.9, 1.0);
      double const frequency = 1.1 + 0.3 * static_cast<double>(object);
      double const y = std::cos(6.283185307179586 * frequency * t) + 0.1 * random.normal();
      batch.add_point(t, y, 0.1);
    }
    batch.end_object();
  }
  round_to<Real>(batch);
  return batch;
}

template <class Real>
class OwnGrids : public testing::Test {
 protected:
  static LightCurves<Real, Kokkos::HostSpace> on_host(Batch const& batch) {
    return make_light_curves<Real>(batch.time, batch.value, batch.error, batch.offsets);
  }
};
using Reals = testing::Types<float, double>;
TYPED_TEST_SUITE(OwnGrids, Reals);

TYPED_TEST(OwnGrids, HaveTheStepThatTheBaselineNeeds) {
  auto const batch = draw_uneven<double>();
  auto const grids = own_grids(batch.time, batch.offsets, {0.5, 4.0});
  std::set<std::int64_t> counts;
  for (std::int64_t object = 0; object < batch.objects(); ++object) {
    FrequencyGrid const& grid = grids[static_cast<std::size_t>(object)];
    EXPECT_EQ(grid.first, 0.5);
    EXPECT_NEAR(grid.first + grid.step * static_cast<double>(grid.count), 4.0, 1e-9);
    double const element = grid.step * batch.baseline(object);
    if (element > 0.0) {
      EXPECT_LE(element, 0.1 * (1.0 + 1e-12));
      EXPECT_GE(element, 0.083);
    } else {
      EXPECT_EQ(grid.count, 1);
    }
    counts.insert(grid.count);
  }
  EXPECT_LT(counts.size(), grids.size());  // similar baselines share a grid
}

TYPED_TEST(OwnGrids, BestIsThatOfEachObjectAlone) {
  TestSpace const exec;
  auto const batch = draw_uneven<TypeParam>();
  auto const grids = own_grids(batch.time, batch.offsets, {0.5, 4.0});
  auto const best = HostBestPeriods<TypeParam>::allocate({}, batch.objects());
  best_periods_on_own_grids<TestSpace, TypeParam>(exec, this->on_host(batch), grids, best);
  for (std::int64_t object = 0; object < batch.objects(); ++object) {
    FrequencyGrid const& grid = grids[static_cast<std::size_t>(object)];
    auto const alone =
        search_best<Variant<DefaultBackend, TypeParam>>(batch.only(object), grid, {});
    EXPECT_EQ(best.index(object), alone.index.front());
    EXPECT_EQ(best.status(object), alone.status.front());
    if (best.status(object) == ObjectStatus::ok) {
      EXPECT_NEAR(grid.frequency(best.index(object)), 1.1 + 0.3 * static_cast<double>(object),
                  0.5 / batch.baseline(object));
      EXPECT_NEAR(best.power(object), alone.power.front(), 1e-5);
    }
  }
}

TYPED_TEST(OwnGrids, PeaksBeginWithTheBest) {
  TestSpace const exec;
  using Host = Kokkos::DefaultHostExecutionSpace;
  auto const batch = draw_uneven<TypeParam>();
  auto const grids = own_grids(batch.time, batch.offsets, {0.5, 4.0});
  auto const best = HostBestPeriods<TypeParam>::allocate({}, batch.objects());
  best_periods_on_own_grids<TestSpace, TypeParam>(exec, this->on_host(batch), grids, best);
  auto const peaks = HostPeaks<TypeParam>::allocate({}, batch.objects(), 3);
  HostStatus const status("test::status", static_cast<std::size_t>(batch.objects()));
  // So little work space that every object is a piece.
  peaks_on_own_grids<TestSpace, TypeParam>(exec, this->on_host(batch), grids, peaks, status, {},
                                           nullptr, 1);
  Host().fence();
  for (std::int64_t object = 0; object < batch.objects(); ++object) {
    EXPECT_EQ(status(object), best.status(object));
    if (status(object) != ObjectStatus::ok) {
      EXPECT_EQ(peaks.index(object, 0), -1);
      continue;
    }
    EXPECT_EQ(peaks.index(object, 0), best.index(object));
    EXPECT_GT(peaks.power(object, 0), peaks.power(object, 1));
    double const apart = std::abs(static_cast<double>(peaks.index(object, 1) - best.index(object)));
    EXPECT_GE(apart * grids[static_cast<std::size_t>(object)].step,
              (1.0 - 1e-12) / batch.baseline(object));
  }
}

TEST(OwnGridRefusals, NameWhatIsWrong) {
  std::vector<double> const time{0.0, 1e9};
  std::vector<std::int64_t> const offsets{0, 2};
  EXPECT_EQ(sentence_of([&] {
              own_grids(time, offsets, {0.5, 4.0, 0.1});
            }),
            "The grid of object 0 would have 3.5e+10 frequencies (is the unit of the range that"
            " of the times?). Give a smaller range, or a larger step.");
  EXPECT_NE(sentence_of([&] {
              own_grids(time, offsets, {0.5, 4.0, 0.0});
            }).find("above zero"),
            std::string::npos);
}

}  // namespace
}  // namespace siderum::test
