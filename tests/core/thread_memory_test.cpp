// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <cstring>
#include <thread>

#include <gtest/gtest.h>

#include <siderum/core/thread_memory.hpp>

namespace siderum::test {
namespace {

bool is_aligned(void const* address) {
  return reinterpret_cast<std::uintptr_t>(address) % 64 == 0;
}

TEST(ThreadMemory, IsAlignedAndHandedOutAgain) {
  void* first = nullptr;
  {
    ThreadMemory const memory(5000);
    first = memory.data();
    EXPECT_TRUE(is_aligned(first));
    std::memset(first, 1, 5000);
  }
  ThreadMemory const again(400);
  EXPECT_EQ(again.data(), first);
}

TEST(ThreadMemory, GrowsAndGivesLargeBlocksBack) {
  for (std::size_t const bytes :
       {std::size_t{1} << 10, std::size_t{1} << 20, std::size_t{40} << 20, std::size_t{1} << 10}) {
    ThreadMemory const memory(bytes);
    EXPECT_TRUE(is_aligned(memory.data()));
    std::memset(memory.data(), 1, bytes);
  }
}

TEST(ThreadMemory, LargeBlocksGoFromOneThreadToTheNextWhileTheyAreKept) {
  constexpr std::size_t bytes = std::size_t{40} << 20;
  KeptLargeBlocks const kept;
  void* first = nullptr;
  {
    KeptLargeBlocks const again;
    ThreadMemory const memory(bytes);
    first = memory.data();
    std::memset(first, 1, bytes);
    ThreadMemory const beside(bytes);
    EXPECT_NE(beside.data(), first);
  }
  void* other = nullptr;
  std::thread([&] {
    ThreadMemory const one(bytes);
    ThreadMemory const two(bytes);
    other = one.data() == first ? one.data() : two.data();
  }).join();
  EXPECT_EQ(other, first);
}

TEST(ThreadMemory, OfOneThreadLieApart) {
  void* inner = nullptr;
  ThreadMemory const first(1000);
  for (int i = 0; i < 2; ++i) {
    ThreadMemory const second(1000);
    ThreadMemory const third(1000);
    EXPECT_NE(first.data(), second.data());
    EXPECT_NE(second.data(), third.data());
    EXPECT_NE(first.data(), third.data());
    EXPECT_TRUE(i == 0 || second.data() == inner) << "the second block is kept";
    inner = second.data();
  }
}

TEST(ThreadMemory, BelongsToOneThread) {
  ThreadMemory const memory(1000);
  void* other = nullptr;
  std::thread([&] { other = ThreadMemory(1000).data(); }).join();
  EXPECT_NE(other, memory.data());
}

}  // namespace
}  // namespace siderum::test
