// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/work_space.hpp>

#include "support/spaces.hpp"

namespace siderum::test {
namespace {

using Row = Kokkos::View<double*, TestMemory>;
using Table = Kokkos::View<float**, Kokkos::LayoutRight, TestMemory>;
constexpr bool on_host = is_host<TestSpace>;

class WorkSpace : public testing::Test {
 protected:
  void SetUp() override {
    if (on_host) {
      GTEST_SKIP() << "a host keeps nothing, since freeing waits for nothing";
    }
    release_work_space();
  }
  TestSpace exec;
};

TEST(WorkSpaceOfAnySpace, HasTheExtentsAndTheLabel) {
  auto const row = allocate_work<Row>(TestSpace(), "siderum::test::row", 7);
  auto const table = allocate_work<Table>(TestSpace(), "siderum::test::table", 3, 5);
  EXPECT_EQ(row.extent(0), 7U);
  EXPECT_EQ(row.label(), "siderum::test::row");
  EXPECT_EQ(table.extent(0), 3U);
  EXPECT_EQ(table.extent(1), 5U);
  EXPECT_NE(row.data(), nullptr);
}

TEST(WorkSpaceOfAnySpace, RefusesWhatDoesNotFit) {
  EXPECT_THROW(allocate_work<Row>(TestSpace(), "siderum::test::row", std::int64_t{1} << 47),
               OutOfMemory);
}

TEST(WorkSpaceOfAnySpace, CopiesVectors) {
  TestSpace const exec;
  std::vector<int> numbers{3, 1, 4};
  auto const kept = copy_to_memory(exec, "siderum::test::kept", numbers);
  auto const work = copy_to_work(exec, "siderum::test::work", numbers);
  numbers.assign(3, 0);  // the vector may go
  exec.fence();
  EXPECT_EQ(kept.label(), "siderum::test::kept");
  EXPECT_EQ(to_host(kept), (std::vector<int>{3, 1, 4}));
  EXPECT_EQ(to_host(work), (std::vector<int>{3, 1, 4}));
  EXPECT_EQ(copy_to_memory(exec, "siderum::test::none", std::vector<int>{}).extent(0), 0U);
}

TEST(WorkSpaceOfAnySpace, InPartsOfFewPieces) {
  TestSpace const exec;
  WorkPieces<TestSpace> pieces(exec, "siderum::test::pieces", 4096);
  auto const first = pieces.take<double>(10);
  auto const second = pieces.copy(std::vector<char>{'a', 'b'});
  EXPECT_EQ(pieces.take<double>(0).data(), nullptr);
  EXPECT_EQ(first.extent(0), 10U);
  // the next multiple of 256 bytes of the same piece
  EXPECT_EQ(reinterpret_cast<char*>(first.data()) + 256, second.data());
  auto const larger = pieces.take<double>(1000);
  EXPECT_EQ(larger.extent(0), 1000U);
  exec.fence();
  EXPECT_EQ(to_host(second), (std::vector<char>{'a', 'b'}));
}

TEST_F(WorkSpace, InPiecesIsTakenOverByTheNextCall) {
  auto const take = [&] {
    return WorkPieces<TestSpace>(exec, "siderum::test::pieces", 4096).take<double>(10).data();
  };
  double const* const first = take();
  EXPECT_EQ(take(), first);
}

TEST_F(WorkSpace, IsTakenOverByTheNextCall) {
  double const* first = allocate_work<Row>(exec, "siderum::test::row", 100).data();
  auto const again = allocate_work<Row>(exec, "siderum::test::row", 60);
  EXPECT_EQ(again.data(), first);
  EXPECT_EQ(again.extent(0), 60U);
  float const* table = allocate_work<Table>(exec, "siderum::test::table", 3, 5).data();
  EXPECT_EQ(allocate_work<Table>(exec, "siderum::test::table", 3, 5).data(), table);
}

TEST_F(WorkSpace, IsNotSharedWhileItIsHeld) {
  auto const first = allocate_work<Row>(exec, "siderum::test::row", 100);
  auto const second = allocate_work<Row>(exec, "siderum::test::row", 100);
  EXPECT_NE(first.data(), second.data());
}

TEST_F(WorkSpace, IsNotSharedBetweenInstances) {
  TestSpace const other = another_instance();
  double const* first = allocate_work<Row>(exec, "siderum::test::row", 100).data();
  EXPECT_NE(allocate_work<Row>(other, "siderum::test::row", 100).data(), first);
  EXPECT_EQ(allocate_work<Row>(exec, "siderum::test::row", 100).data(), first);
}

TEST_F(WorkSpace, EndsWithItsInstance) {
  auto const kept = [] { return detail::KeptViews::of_process().kept_bytes(); };
  Row held;
  {
    TestSpace const other = another_instance();
    TestSpace const copy = other;
    allocate_work<Row>(other, "siderum::test::row", 1000);
    held = allocate_work<Row>(copy, "siderum::test::held", 100);
    allocate_work<Row>(exec, "siderum::test::row", 10);
    EXPECT_EQ(kept(), 8 * 1110);
  }
  double const* row = allocate_work<Row>(exec, "siderum::test::row", 10).data();
  EXPECT_EQ(kept(), 8 * 110) << "what is held stays";
  held = Row();
  EXPECT_EQ(allocate_work<Row>(TestSpace(), "siderum::test::row", 10).data(), row);
  EXPECT_EQ(kept(), 8 * 10);
}

TEST_F(WorkSpace, GrowsInPlaceOfTheShorter) {
  allocate_work<Row>(exec, "siderum::test::row", 100);
  double const* longer = allocate_work<Row>(exec, "siderum::test::row", 200).data();
  EXPECT_EQ(allocate_work<Row>(exec, "siderum::test::row", 150).data(), longer);
}

TEST_F(WorkSpace, BeyondTheLimitIsNotKept) {
  std::int64_t const most = detail::KeptViews::most_bytes;
  std::int64_t const quarter = most / 4 / static_cast<std::int64_t>(sizeof(double));
  auto const kept = [] { return detail::KeptViews::of_process().kept_bytes(); };
  std::int64_t const before = kept();
  allocate_work<Row>(exec, "siderum::test::first", quarter);
  allocate_work<Row>(exec, "siderum::test::second", quarter);
  EXPECT_EQ(kept() - before, most / 2);
  allocate_work<Row>(exec, "siderum::test::third", 3 * quarter);  // in place of one or both
  EXPECT_GE(kept(), 3 * (most / 4));
  EXPECT_LE(kept(), most);
  allocate_work<Row>(exec, "siderum::test::larger", 5 * quarter);
  EXPECT_LE(kept(), most);
  release_work_space();
  EXPECT_EQ(kept(), 0);
}

}  // namespace
}  // namespace siderum::test
