// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <siderum/core/host_facts.hpp>

namespace siderum::test {
namespace {

TEST(HostFacts, KnowTheNearestCache) {
  EXPECT_GE(nearest_cache_bytes(), 16 * 1024);
  EXPECT_LE(nearest_cache_bytes(), 1024 * 1024);
}

TEST(HostFacts, KnowTheMemory) {
  DeviceFacts const facts = host_facts();
  EXPECT_FALSE(facts.name.empty());
  EXPECT_GT(facts.free_memory, 0);
  EXPECT_LE(facts.free_memory, facts.total_memory);
}

}  // namespace
}  // namespace siderum::test
