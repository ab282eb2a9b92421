// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/spaces.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <gtest/gtest.h>

#include <siderum/backends/portable/expand_list/launch.hpp>
#include <siderum/backends/portable/fft.hpp>
#include <siderum/backends/portable/product.hpp>

#include "support/spaces.hpp"

namespace siderum::test {
namespace {

/// A GPU whose memory the host reads and writes.
struct UnifiedMemory;
struct UnifiedGpu {
  using execution_space = UnifiedGpu;
  using memory_space = UnifiedMemory;
  using device_type = Kokkos::Device<UnifiedGpu, UnifiedMemory>;
  using size_type = std::size_t;
};
struct UnifiedMemory {
  using execution_space = UnifiedGpu;
  using memory_space = UnifiedMemory;
  using device_type = Kokkos::Device<UnifiedGpu, UnifiedMemory>;
  using size_type = std::size_t;
};

}  // namespace
}  // namespace siderum::test

template <>
struct Kokkos::Impl::MemorySpaceAccess<Kokkos::HostSpace, siderum::test::UnifiedMemory> {
  enum : bool { assignable = false, accessible = true, deepcopy = true };
};

namespace siderum::test {
namespace {

static_assert(host_reaches<UnifiedMemory>);
static_assert(!is_host<UnifiedGpu>);
static_assert(team_size<UnifiedGpu> == 128);

using HostExec = Kokkos::DefaultHostExecutionSpace;
static_assert(host_reaches<Kokkos::HostSpace>);
static_assert(is_host<HostExec>);
static_assert(team_size<HostExec> == 1);

#ifdef KOKKOS_HAS_SHARED_SPACE
static_assert(host_reaches<Kokkos::SharedSpace>);
#endif

TEST(Spaces, AGpuWithUnifiedMemoryTakesNoFormOfHosts) {
  EXPECT_FALSE((portable::Fft<UnifiedGpu, double>::is_available));
  EXPECT_FALSE((portable::Product<UnifiedGpu, float>::is_available));
  EXPECT_EQ(portable::ExpandList<UnifiedGpu>::longest_list, std::int64_t{1} << 22);
  EXPECT_EQ((portable::Fft<HostExec, double>::is_available),
            portable::HostFft<double>::is_available);
  EXPECT_EQ((portable::Product<HostExec, float>::is_available),
            portable::HostProduct<float>::is_available);
  EXPECT_EQ(portable::ExpandList<HostExec>::longest_list, std::int64_t{1} << 17);
}

TEST(Spaces, OfThisTestAreTold) {
  bool const on_host = std::is_same_v<TestSpace, HostExec>;
  EXPECT_EQ(is_host<TestSpace>, on_host);
  EXPECT_EQ(team_size<TestSpace>, on_host ? 1 : DeviceShape<TestSpace>::team);
}

TEST(Spaces, TheHostReadsWhatItReaches) {
  if constexpr (host_reaches<TestMemory>) {
    Kokkos::View<int*, TestMemory> const view("test::view", 3);
    Kokkos::deep_copy(view, 7);
    EXPECT_EQ(view(2), 7);
  } else {
    EXPECT_FALSE(is_host<TestSpace>);
  }
}

}  // namespace
}  // namespace siderum::test
