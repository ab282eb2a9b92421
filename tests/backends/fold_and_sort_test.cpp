// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/portable/fold_and_sort/launch.hpp>
#include <siderum/core/random.hpp>

#include "support/matchers.hpp"
#include "support/neighbour_scorer.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

struct Curve {
  std::vector<double> time;
  std::vector<double> value;
  std::vector<double> weight;
};

/// Values of either sign, and every seventh time twice: those points have one phase.
template <class Real>
Curve draw_curve(std::int64_t points, std::uint64_t stream) {
  CounterRandom random(5, stream);
  Curve curve;
  for (std::int64_t j = 0; j < points; ++j) {
    double const time = random.uniform(0.0, 500.0);
    curve.time.push_back(j % 7 == 6 ? curve.time.back() : time);
    curve.value.push_back(static_cast<double>(static_cast<Real>(random.uniform(-1.0, 1.0))));
    curve.weight.push_back(static_cast<double>(static_cast<Real>(random.uniform(0.5, 1.5))));
  }
  return curve;
}

template <class V>
class FoldAndSortTest : public testing::Test {
 protected:
  using Real = typename V::Real;
  using FoldAndSort = typename V::Backend::template FoldAndSort<TestSpace, Real>;

  template <WindowEnds ends>
  void expect_neighbours(std::vector<std::int64_t> const& points, FrequencyGrid grid, int half,
                         std::int64_t work_bytes = usual_fold_bytes) {
    grid.count = teams_meet_slowly ? 2 : grid.count;
    auto const series = draw(points);
    FoldAndSort const fold_and_sort(TestSpace(), series, {grid, {}}, FrequencyRange{0, grid.count},
                                    work_bytes);
    auto const scores = scores_by<ends>(fold_and_sort, grid, half);
    for (std::size_t object = 0; object < curves.size(); ++object) {
      for (std::int64_t k = 0; k < grid.count; ++k) {
        expect_score(scores, object, grid, k, half, ends);
      }
    }
  }

  /// Curves of so many points each.
  FoldSeries<Real, TestMemory> draw(std::vector<std::int64_t> const& points) {
    curves.clear();
    std::vector<double> time;
    std::vector<Real> value;
    std::vector<Real> weight;
    std::vector<std::int64_t> offsets{0};
    for (std::int64_t const count : points) {
      curves.push_back(draw_curve<Real>(count, curves.size()));
      Curve const& curve = curves.back();
      time.insert(time.end(), curve.time.begin(), curve.time.end());
      value.insert(value.end(), curve.value.begin(), curve.value.end());
      weight.insert(weight.end(), curve.weight.begin(), curve.weight.end());
      offsets.push_back(static_cast<std::int64_t>(time.size()));
    }
    Kokkos::View<std::int64_t*, Kokkos::HostSpace> const host_offsets("test::offsets",
                                                                      offsets.size());
    std::copy(offsets.begin(), offsets.end(), host_offsets.data());
    return {to_space(time), to_space(value), to_space(weight), to_space(offsets), host_offsets};
  }

  /// (objects, frequencies); 0 where nothing was written.
  template <WindowEnds ends>
  std::vector<Real> scores_by(FoldAndSort const& fold_and_sort, FrequencyGrid const& grid,
                              int half) {
    auto const output = make_table<Real>(curves.size(), static_cast<std::size_t>(grid.count));
    fold_and_sort(NeighbourScorer<ends>{half}, ScoreWriter<Real>{output.data(), grid.count, 1},
                  "test::neighbours");
    TestSpace().fence();
    return to_host(output);
  }

  void expect_score(std::vector<Real> const& scores, std::size_t object, FrequencyGrid const& grid,
                    std::int64_t k, int half, WindowEnds ends) const {
    Curve const& curve = curves[object];
    double const score = static_cast<double>(scores[object * grid.count + k]);
    // Each of n windows adds up to 2 (2 half + 1) in magnitude.
    double const most = static_cast<double>(curve.time.size()) * 2.0 * (2 * half + 1);
    double const tolerance =
        object == 1 ? 0.0 : most * (4.0 * Kokkos::Experimental::epsilon_v<Real> + 0x1p-42);
    double const expected = object == 1 ? -1.0
                                        : expected_score(curve.time, curve.value, curve.weight,
                                                         grid.frequency(k), half, ends);
    EXPECT_NEAR(score, expected, tolerance)
        << curve.time.size() << " points, frequency " << k << ", half width " << half;
  }

  std::vector<Curve> curves;
};

TYPED_TEST_SUITE(FoldAndSortTest, Variants, VariantNames);

// One size of each class of every backend, and one past it.
std::vector<std::int64_t> const sizes{5,   12,  14,  24,  25,   33,   56,   57,
                                      64,  65,  80,  81,  112,  113,  224,  225,
                                      256, 257, 512, 597, 1024, 1025, 2049, 3585};

TYPED_TEST(FoldAndSortTest, points_stand_in_order_of_phase_and_windows_wrap) {
  this->template expect_neighbours<WindowEnds::wrap>(sizes, {0.37, 0.0113, 19}, 2);
}

// A curve that no scratch holds, with memory for one team alone.
TYPED_TEST(FoldAndSortTest, long_curves_take_turns_in_what_memory_there_is) {
  this->template expect_neighbours<WindowEnds::wrap>({7000, 5, 6000, 5000}, {0.37, 0.0113, 19}, 2,
                                                     1);
}

TEST(FoldAndSort, AsManyTeamsRunAsTheWorkBytesHold) {
  using portable::teams_in_memory;
  EXPECT_EQ(teams_in_memory(usual_fold_bytes, 1 << 20, 100'000, 4096), 1024);
  EXPECT_EQ(teams_in_memory(usual_fold_bytes / 4, 1 << 20, 100'000, 4096), 256);
  EXPECT_EQ(teams_in_memory(usual_fold_bytes, 1 << 20, 100, 4096), 100);
  EXPECT_EQ(teams_in_memory(usual_fold_bytes, 1 << 20, 100, 50), 50);
  // One there must be, however little there is.
  EXPECT_EQ(teams_in_memory(1, 1 << 20, 100, 50), 1);
  EXPECT_EQ(teams_in_memory(usual_fold_bytes, 1 << 20, 100, 0), 1);
}

// Two windows of the grid for each object: whole, beyond either end, of one frequency, and empty.
TYPED_TEST(FoldAndSortTest, windows_of_the_grid_are_searched_alone) {
  using Windows = typename TestFixture::FoldAndSort::Windows;
  FrequencyGrid const grid{0.37, 0.0113, 19};
  std::vector<std::vector<IndexRange>> const wanted{
      {{-4, 1}, {17, 30}}, {{2, 3}, {5, 5}}, {{4, 4}, {9, 8}}, {{30, 40}, {6, 7}}};
  auto const series = this->draw({43, 5, 300, 2100});
  Windows const windows("test::windows", wanted.size(), 2);
  auto const host = Kokkos::create_mirror_view(windows);
  for (std::size_t object = 0; object < wanted.size(); ++object) {
    for (std::size_t window = 0; window < 2; ++window) {
      host(object, window) = wanted[object][window];
    }
  }
  Kokkos::deep_copy(windows, host);
  typename TestFixture::FoldAndSort const fold_and_sort(TestSpace(), series, {grid, {}}, windows);
  EXPECT_EQ(fold_and_sort.slot_count(), 8);
  EXPECT_EQ(to_host(fold_and_sort.slots()), (std::vector<std::int64_t>{0, 2, 4, 6, 8}));
  auto const scores = this->template scores_by<WindowEnds::wrap>(fold_and_sort, grid, 2);
  for (std::size_t object = 0; object < wanted.size(); ++object) {
    for (std::int64_t k = 0; k < grid.count; ++k) {
      bool const is_wanted =
          std::any_of(wanted[object].begin(), wanted[object].end(),
                      [&](IndexRange const& range) { return range.first <= k && k <= range.last; });
      if (is_wanted) {
        this->expect_score(scores, object, grid, k, 2, WindowEnds::wrap);
      } else {
        EXPECT_EQ(scores[object * grid.count + k], 0) << object << " " << k;
      }
    }
  }
}

TYPED_TEST(FoldAndSortTest, windows_stop_at_open_ends) {
  this->template expect_neighbours<WindowEnds::stop>(sizes, {0.37, 0.0113, 19}, 2);
}

TYPED_TEST(FoldAndSortTest, windows_may_hold_nearly_all_points) {
  this->template expect_neighbours<WindowEnds::wrap>({43, 45, 54, 64, 111, 597}, {2.1, 0.7, 9}, 21);
}

TYPED_TEST(FoldAndSortTest, crowded_phases_are_sorted_too) {
  // With next to no frequency all phases are next to 0.
  this->template expect_neighbours<WindowEnds::stop>({50, 5, 300, 2000, 3000}, {1e-7, 1e-9, 3}, 2);
  // So little that the highest bits of the phases do not tell them apart.
  this->template expect_neighbours<WindowEnds::stop>({20, 5, 50, 64, 100, 200, 500},
                                                     {3e-10, 1e-10, 30}, 2);
}

}  // namespace
}  // namespace siderum::test
