// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/error.hpp>
#include <siderum/core/host_loop.hpp>
#include <siderum/core/policies.hpp>

namespace siderum::test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using Policy = IndexPolicy<Host, Kokkos::Schedule<Kokkos::Dynamic>>;

struct Doubler {
  std::int64_t* numbers;
  std::int64_t refused;

  void operator()(std::int64_t i) const {
    if (i == refused) {
      throw Error("This one cannot be doubled (it is there for tests). Take another.");
    }
    numbers[i] *= 2;
  }
};

TEST(HostLoop, DoesEachIndexOnce) {
  std::vector<std::int64_t> numbers(1000, 3);
  for_each_on_host("siderum::test::double", Policy(Host(), 0, 1000), Doubler{numbers.data(), -1});
  EXPECT_EQ(numbers, std::vector<std::int64_t>(1000, 6));
}

TEST(HostLoop, HandsWhatIsThrownToTheCaller) {
  std::vector<std::int64_t> numbers(1000, 3);
  for (std::int64_t const refused : {0, 500, 999}) {
    Doubler const twice{numbers.data(), refused};
    EXPECT_THROW(for_each_on_host("siderum::test::double", Policy(Host(), 0, 1000), twice), Error);
  }
  // The threads are there for the next loop.
  numbers.assign(1000, 3);
  for_each_on_host("siderum::test::double", Policy(Host(), 0, 1000), Doubler{numbers.data(), -1});
  EXPECT_EQ(numbers, std::vector<std::int64_t>(1000, 6));
}

TEST(HostLoop, GoesThroughStretchesOfArrays) {
  for (std::size_t const count : {std::size_t{0}, std::size_t{3}, std::size_t{1'000'003}}) {
    std::vector<int> seen(count);
    for_each_stretch("siderum::test::see", count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        ++seen[i];
      }
    });
    EXPECT_EQ(seen, std::vector<int>(count, 1));
  }
  EXPECT_THROW(for_each_stretch("siderum::test::throw", 1'000'003,
                                [](std::size_t, std::size_t end) {
                                  if (end == 1'000'003) {
                                    throw Error("The last one (it is there for tests).");
                                  }
                                }),
               Error);
}

}  // namespace
}  // namespace siderum::test
