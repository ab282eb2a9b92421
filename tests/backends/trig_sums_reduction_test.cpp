// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/backends/portable/trig_sums/point_parts.hpp>

#include "backends/trig_sums_support.hpp"
#include "support/matchers.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

template <class V>
class TrigSumsReduction : public testing::Test {
 protected:
  using Real = typename V::Real;

  template <class Frequencies>
  void expect_every_frequency_once(Frequencies const& frequencies, std::int64_t count) {
    TestSpace const exec;
    std::vector<std::int64_t> const points{43, 0, 1, 597, 64};
    typename V::Backend::template TrigSums<TestSpace, Real> const sum(
        exec, to_trig_series<Real>(draw_series<Real>(points, 700.0)), frequencies, MeanSums::no,
        {0, count});
    FrequencyCounter<Real> const counter{
        make_view<Seen>(static_cast<std::size_t>(sum.slot_count()))};
    sum(counter, "test::reduce");
    exec.fence();
    auto const slots = to_host(sum.slots());
    auto const seen = to_host(counter.seen);
    ASSERT_EQ(slots.size(), points.size() + 1);
    EXPECT_EQ(slots.front(), 0);
    EXPECT_EQ(slots.back(), sum.slot_count());
    EXPECT_LE(sum.slot_count(),
              static_cast<std::int64_t>(points.size()) + 64 * std::int64_t{exec.concurrency()});
    for (std::size_t object = 0; object < points.size(); ++object) {
      EXPECT_EQ(fault_of_slots(seen, slots[object], slots[object + 1], {0, count}), "");
    }
  }
};
TYPED_TEST_SUITE(TrigSumsReduction, Variants, VariantNames);

TYPED_TEST(TrigSumsReduction, SeesEveryFrequencyOnceAndInOrderOnGrids) {
  for (std::int64_t const count : {1, 33, 2049, teams_meet_slowly ? 4'001 : 40'001}) {
    this->expect_every_frequency_once(FrequencyGrid{0.1, 0.001, count}, count);
  }
}

TYPED_TEST(TrigSumsReduction, SeesEveryFrequencyOnceAndInOrderOnLists) {
  for (std::int64_t const count : {1, 33, 2049}) {
    std::vector<double> const frequency(static_cast<std::size_t>(count), 0.5);
    this->expect_every_frequency_once(mirror_to(TestSpace{}, make_frequency_list(frequency)),
                                      count);
  }
}

Kokkos::View<std::int64_t*, Kokkos::HostSpace> offsets_of(std::vector<std::int64_t> const& points) {
  Kokkos::View<std::int64_t*, Kokkos::HostSpace> const offsets("test::offsets", points.size() + 1);
  for (std::size_t i = 0; i < points.size(); ++i) {
    offsets(i + 1) = offsets(i) + points[i];
  }
  return offsets;
}

TEST(DivideWork, CoversEachObjectWithConsecutiveSlotsInOrderOfFrequency) {
  std::vector<std::int64_t> const points{5, 0, 100'000, 40};
  auto const work = portable::divide_work(offsets_of(points), {512, 10'000}, 256, 50);
  ASSERT_EQ(work.slots.size(), 5U);
  ASSERT_LE(work.items.size(), points.size() + 50);
  std::vector<WorkItem> by_slot(work.items.size());
  for (std::size_t i = 0; i < work.items.size(); ++i) {
    by_slot.at(static_cast<std::size_t>(work.items[i].slot)) = work.items[i];
  }
  for (std::int64_t object = 0; object < 4; ++object) {
    std::int64_t next = 512;
    for (std::int64_t slot = work.slots[object]; slot < work.slots[object + 1]; ++slot) {
      WorkItem const& item = by_slot[static_cast<std::size_t>(slot)];
      EXPECT_EQ(item.object, object);
      EXPECT_EQ(item.first, next);
      EXPECT_EQ((item.first - 512) % 256, 0);
      next = item.last;
    }
    EXPECT_EQ(next, 10'000);
  }
  EXPECT_GT(work.slots[3] - work.slots[2], 10);  // the long object is shared
  EXPECT_EQ(work.slots[1] - work.slots[0], 1);   // the short ones stay whole
}

TEST(DivideWork, LetsTheItemsOfAThreadShrink) {
  for (std::int64_t const units : {1, 7, 20, 79, 390, 3906, 390'625}) {
    for (std::int64_t const target : {16, 32, 64, 256}) {
      auto const work = portable::divide_work(offsets_of({1000}), {0, 256 * units - 3}, 256, target,
                                              portable::ItemSizes::shrinking);
      std::int64_t const count = static_cast<std::int64_t>(work.items.size());
      ASSERT_LE(count, target + 1);
      std::int64_t next = 0;
      for (std::int64_t i = 0; i < count; ++i) {
        WorkItem const& item = work.items[i];
        EXPECT_EQ(item.first, next);
        EXPECT_EQ(item.first % 256, 0);
        EXPECT_LE(item.last - item.first, 256 * (8 * units / target + 1));
        next = item.last;
      }
      EXPECT_EQ(next, 256 * units - 3);
      WorkItem const& last = work.items[count - 1];
      EXPECT_LE(last.last - last.first, 256 * (units / target + 4));
    }
  }
}

TEST(DivideWork, BeginsWithTheDearest) {
  std::vector<std::int64_t> const points{5, 1000, 40};
  auto const work = portable::divide_work(offsets_of(points), {0, 100}, 256, 2);
  ASSERT_EQ(work.items.size(), 3U);
  EXPECT_EQ(work.items[0].object, 1);
  EXPECT_EQ(work.items[2].object, 0);
}

TEST(PointParts, FollowEachOther) {
  for (std::int64_t const points : {0, 1, 1279, 1280, 1921, 5120, 100'003}) {
    portable::PointParts const parts(points);
    std::int64_t next = 0;
    for (std::int64_t part = 0; part < parts.count; ++part) {
      EXPECT_EQ(parts.begin(part), next);
      next = parts.end(part);
      EXPECT_TRUE(next % 16 == 0 || next == points);
    }
    EXPECT_EQ(next, points);
  }
}

std::vector<WorkItem> items_of(std::int64_t count, std::int64_t frequencies) {
  std::vector<WorkItem> items;
  for (std::int64_t i = 0; i < count; ++i) {
    items.push_back({i, 0, frequencies, i});
  }
  return items;
}

TEST(SharePoints, SharesEveryPartOnceWhereTeamsWouldBeIdle) {
  auto const work =
      portable::share_points(items_of(3, 100), offsets_of({9000, 43, 1500}), 2048, 264, 2048);
  std::vector<std::vector<std::int64_t>> shares;
  for (portable::Share const& share : work.shares) {
    shares.push_back({share.item, share.part, share.partials});
  }
  std::vector<std::vector<std::int64_t>> expected;
  for (std::int64_t part = 0; part < 8; ++part) {
    expected.push_back({0, part, 0});
  }
  expected.push_back({1, portable::Share::all_parts, 0});
  expected.push_back({2, 0, 8});
  expected.push_back({2, 1, 8});
  EXPECT_EQ(shares, expected);
  EXPECT_EQ(work.teams, 11);
  EXPECT_EQ(work.partials, 10);
}

TEST(SharePoints, LeavesItemsWhole) {
  std::vector<std::int64_t> points(600, 43);
  auto const share = [](std::vector<std::int64_t> const& of, std::int64_t frequencies,
                        std::int64_t most) {
    auto const count = static_cast<std::int64_t>(of.size());
    return portable::share_points(items_of(count, frequencies), offsets_of(of), 2048, 264, most);
  };
  auto const short_ones = share(points, 100, 2048);
  EXPECT_TRUE(short_ones.shares.empty());
  EXPECT_EQ(short_ones.teams, 600);
  EXPECT_EQ(short_ones.partials, 0);
  points[7] = 9000;
  auto const filled = share(points, 100, 2048);
  auto const wide = share({43, 9000}, 2049, 2048);
  auto const many = share({9000, 9000}, 100, 15);
  EXPECT_EQ(filled.teams, 264);
  EXPECT_EQ(wide.teams, 2);
  EXPECT_EQ(many.teams, 2);
  for (auto const* work : {&filled, &wide, &many}) {
    EXPECT_TRUE(work->shares.empty());
    EXPECT_EQ(work->partials, work->teams);
  }
}

}  // namespace
}  // namespace siderum::test
