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

}  // namespace
}  // namespace siderum::test
