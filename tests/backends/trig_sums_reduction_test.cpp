// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace siderum::test
