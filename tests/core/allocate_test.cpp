// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <gmock/gmock.h>

#include <siderum/core/allocate.hpp>

#include "support/spaces.hpp"

namespace siderum::test {
namespace {

constexpr std::int64_t more_than_any_machine_has = std::int64_t{1} << 50;

/// What Linux says of the mapping in which an address lies: "rd wr mr mw me ac hg".
std::string flags_of_mapping(void const* address) {
  auto const wanted = reinterpret_cast<unsigned long>(address);
  std::ifstream maps("/proc/self/smaps");
  bool is_it = false;
  for (std::string line; std::getline(maps, line);) {
    unsigned long begin = 0;
    unsigned long end = 0;
    if (std::sscanf(line.c_str(), "%lx-%lx ", &begin, &end) == 2) {
      is_it = begin <= wanted && wanted < end;
    } else if (is_it && line.rfind("VmFlags:", 0) == 0) {
      return line.substr(8);
    }
  }
  return {};
}

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

TEST(Allocate, AsksForLargePagesOfTheHost) {
  if (!std::filesystem::exists("/sys/kernel/mm/transparent_hugepage")) {
    GTEST_SKIP() << "this system has no large pages";
  }
  constexpr std::int64_t large = std::int64_t{64} << 20;
  auto const view =
      allocate_on_host<Kokkos::View<char*, Kokkos::HostSpace>>("siderum::test::large", large);
  EXPECT_THAT(flags_of_mapping(view.data() + large / 2), testing::HasSubstr(" hg"));
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
