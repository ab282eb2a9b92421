// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/module/device_waits.hpp>

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "support/spaces.hpp"

namespace siderum::engine {
namespace {

using test::TestSpace;
using Waits = DeviceWaits<TestSpace>;
namespace tools = Kokkos::Tools::Experimental;

/// What Kokkos tells of a fence of an instance that is that long.
void wait_for(std::uint32_t device, std::chrono::milliseconds time) {
  std::uint64_t handle = 0;
  tools::get_callbacks().begin_fence("wait", device, &handle);
  std::this_thread::sleep_for(time);
  tools::get_callbacks().end_fence(handle);
}

class DeviceWaitsTest : public testing::Test {
 protected:
  DeviceWaitsTest() : before_(tools::get_callbacks()) { Waits::begin(); }
  ~DeviceWaitsTest() override { tools::set_callbacks(before_); }

  static constexpr std::uint32_t here = tools::device_id_root<TestSpace>();

 private:
  tools::EventSet before_;
};

TEST_F(DeviceWaitsTest, CountFencesAndCopiesOfTheDevice) {
  using std::chrono::milliseconds;
  double const before = Waits::seconds();
  wait_for(here, milliseconds(20));
  double const waited = Waits::seconds() - before;
  EXPECT_GE(waited, 0.020);
  TestSpace().fence("siderum::test::fence");
  EXPECT_GT(Waits::seconds() - before, waited);
}

// As one from pageable memory of the host, which waits for the device without a fence.
TEST_F(DeviceWaitsTest, CountCopiesFromAndToTheDevice) {
  auto const copy = [](char const* to, char const* from) {
    double const before = Waits::seconds();
    tools::get_callbacks().begin_deep_copy(Kokkos::Tools::make_space_handle(to), "to", nullptr,
                                           Kokkos::Tools::make_space_handle(from), "from", nullptr,
                                           8);
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
    tools::get_callbacks().end_deep_copy();
    return Waits::seconds() - before;
  };
  char const* const device = TestSpace::memory_space::name();
  EXPECT_GE(copy(device, "elsewhere"), 0.010);
  EXPECT_GE(copy("elsewhere", device), 0.010);
  EXPECT_EQ(copy("elsewhere", "elsewhere"), 0.0);
}

TEST_F(DeviceWaitsTest, LeaveOutOtherDevices) {
  // Eight bits of the type come first.
  constexpr std::uint32_t other = here ^ (std::uint32_t{4} << 24);
  double const before = Waits::seconds();
  wait_for(other, std::chrono::milliseconds(5));
  EXPECT_EQ(Waits::seconds(), before);
}

TEST_F(DeviceWaitsTest, CountAtOnceButOnce) {
  using std::chrono::milliseconds;
  double const before = Waits::seconds();
  auto const begin = std::chrono::steady_clock::now();
  std::thread other([] { wait_for(here, milliseconds(60)); });
  wait_for(here, milliseconds(60));
  other.join();
  auto const all = std::chrono::steady_clock::now() - begin;
  EXPECT_LE(Waits::seconds() - before, std::chrono::duration<double>(all).count());
}

TEST_F(DeviceWaitsTest, LeaveAnotherToolAlone) {
  auto const mine = tools::get_callbacks().begin_fence;
  auto const theirs = [](char const*, std::uint32_t, std::uint64_t*) {};
  tools::set_begin_fence_callback(theirs);
  Waits::begin();
  EXPECT_NE(tools::get_callbacks().begin_fence, mine);
  tools::set_begin_fence_callback(mine);
}

}  // namespace
}  // namespace siderum::engine
