// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>

#include <gmock/gmock.h>

#include <siderum/core/allocate.hpp>

#include "support/spaces.hpp"

namespace siderum::test {
namespace {

constexpr std::int64_t more_than_any_machine_has = std::int64_t{1} << 50;

TEST(Allocate, RefusesWhatDoesNotFitTheSpaceByItsName) {
  using View = Kokkos::View<char*, TestMemory>;
  try {
    allocate<View>(TestSpace(), "siderum::test::petabyte", more_than_any_machine_has);
    FAIL() << "a petabyte was allocated";
  } catch (OutOfMemory const& refusal) {
    EXPECT_THAT(refusal.what(), testing::MatchesRegex(
                                    "There is not enough memory( on the device)? \\(1125900 GB for"
                                    " petabyte of test could not be had.*\\)\\. Ask for less at"
                                    " once, or free some\\."));
  }
}

TEST(Allocate, RefusesWhatDoesNotFitTheHost) {
  using View = Kokkos::View<char*, Kokkos::HostSpace>;
  EXPECT_THROW(allocate_on_host<View>("siderum::test::petabyte", more_than_any_machine_has),
               OutOfMemory);
}

TEST(Allocate, GivesWhatFits) {
  using View = Kokkos::View<double**, Kokkos::LayoutRight, TestMemory>;
  auto const view = allocate<View>(TestSpace(), "siderum::test::table", 3, 5);
  EXPECT_EQ(view.extent(0), 3U);
  EXPECT_EQ(view.extent(1), 5U);
  EXPECT_EQ(view.label(), "siderum::test::table");
}

TEST(Allocate, HostMemoryForAViewIsTheViewOnHostsAlone) {
  auto const view = make_table<int>(2, 3);
  auto const host = host_memory_for(view);
  EXPECT_EQ(host.extent(0), 2U);
  EXPECT_EQ(host.extent(1), 3U);
  EXPECT_EQ(static_cast<void const*>(host.data()) == view.data(), is_host<TestSpace>);
  host(1, 2) = 7;
  Kokkos::deep_copy(view, host);
  EXPECT_EQ(to_host(view).back(), 7);
}

}  // namespace
}  // namespace siderum::test
