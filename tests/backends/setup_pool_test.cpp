// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/setup_pool.hpp>

#include <cstdint>
#include <memory>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/error.hpp>

#include "support/spaces.hpp"

/// The pool of what libraries set up, with streams that are made up. (Those of a GPU are in
/// instances_test.cpp.)
namespace siderum::test {
namespace {

struct MadeUpStreams {
  struct Exec {
    int device = 0;
    int stream = 0;
  };
  using Stream = int;

  static inline std::set<int> busy;      // streams
  static inline std::vector<int> waits;  // streams that were told to

  static int device_of(Exec const& exec) { return exec.device; }
  static Stream stream_of(Exec const& exec) { return exec.stream; }
  static void enter(int) {}

  class Mark {
   public:
    bool record(Stream stream) {
      stream_ = stream;
      return true;
    }
    bool is_done() const { return busy.count(stream_) == 0; }
    void hold(Stream stream) const {
      if (!is_done()) {
        waits.push_back(stream);
      }
    }

   private:
    Stream stream_ = -1;
  };
};

/// Counts how many there are; there is room for so many.
template <int tag>
class CountedSetup {
 public:
  using Key = int;
  static inline int count = 0;
  static inline int most = 1000;

  explicit CountedSetup(Key) {
    if (count == most) {
      throw OutOfMemory("There is no room for another one.");
    }
    ++count;
  }
  ~CountedSetup() { --count; }
  CountedSetup(CountedSetup const&) = delete;
  CountedSetup& operator=(CountedSetup const&) = delete;

  void bind(int stream) { stream_ = stream; }
  int stream() const { return stream_; }
  static std::int64_t bytes() { return 1; }

 private:
  int stream_ = -1;
};

// A pool of its own for each test.
template <int tag>
using PoolOf = portable::SetupPool<CountedSetup<tag>, MadeUpStreams>;

TEST(SetupPool, HandsOnWhatIsIdleToAnyStreamOfTheDevice) {
  auto& pool = PoolOf<0>::of_process();
  for (int stream = 1; stream < 20; ++stream) {
    EXPECT_EQ(pool.borrow({0, stream}, 5)->stream(), stream);
  }
  EXPECT_EQ(CountedSetup<0>::count, 1);
  pool.borrow({1, 1}, 5);
  pool.borrow({0, 1}, 6);
  EXPECT_EQ(CountedSetup<0>::count, 3);
}

TEST(SetupPool, GivesStreamsThatAreBusyDifferentOnes) {
  auto& pool = PoolOf<1>::of_process();
  MadeUpStreams::busy = {7};
  auto const* const first = pool.borrow({0, 7}, 5).get();
  EXPECT_NE(pool.borrow({0, 8}, 5).get(), first);
  EXPECT_EQ(pool.borrow({0, 7}, 5).get(), first) << "in order behind itself";
  MadeUpStreams::busy = {};
}

TEST(SetupPool, MakesAStreamWaitWhereThereAreEnough) {
  auto& pool = PoolOf<2>::of_process();
  for (int stream = 0; stream < PoolOf<2>::most_alike; ++stream) {
    MadeUpStreams::busy.insert(stream);
    pool.borrow({0, stream}, 5);
  }
  MadeUpStreams::waits = {};
  EXPECT_EQ(pool.borrow({0, 99}, 5)->stream(), 99);
  EXPECT_EQ(CountedSetup<2>::count, PoolOf<2>::most_alike);
  EXPECT_EQ(MadeUpStreams::waits, std::vector{99});
  MadeUpStreams::busy = {};
}

TEST(SetupPool, KeepsFew) {
  auto& pool = PoolOf<3>::of_process();
  std::vector<std::shared_ptr<CountedSetup<3> const>> held;
  for (int key = 0; key < 100; ++key) {
    held.push_back(pool.borrow({0, 1}, key));
  }
  EXPECT_EQ(CountedSetup<3>::count, 100);
  held.clear();
  EXPECT_EQ(pool.idle_count(), PoolOf<3>::most_idle);
  EXPECT_EQ(CountedSetup<3>::count, static_cast<int>(PoolOf<3>::most_idle));
}

TEST(SetupPool, DropsWhatIsIdleWhereMemoryIsShort) {
  auto& pool = PoolOf<4>::of_process();
  CountedSetup<4>::most = 2;
  auto const held = pool.borrow({0, 1}, 1);
  pool.borrow({0, 1}, 2);
  EXPECT_EQ(pool.idle_count(), 1u);
  auto const another = pool.borrow({0, 1}, 3);
  EXPECT_EQ(pool.idle_count(), 0u);
  EXPECT_THROW(pool.borrow({0, 1}, 4), OutOfMemory);
}

}  // namespace
}  // namespace siderum::test
