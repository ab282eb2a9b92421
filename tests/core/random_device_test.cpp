// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>

#include "support/matchers.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

struct RandomFiller {
  CounterRandom random;
  Kokkos::View<double*, TestMemory> uniform;
  Kokkos::View<std::uint32_t*, TestMemory> word;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    auto const counter = static_cast<std::uint64_t>(i) << 20 | 5;
    uniform(i) = random.uniform_at(counter);
    word(i) = random.at(counter)[3];
  }
};

TEST(CounterRandomInSpace, GivesTheNumbersOfTheHost) {
  constexpr std::int64_t count = 10'000;
  CounterRandom const random(9, 4);
  RandomFiller const fill{random, make_view<double>(count), make_view<std::uint32_t>(count)};
  Kokkos::parallel_for("test::fill", Kokkos::RangePolicy<TestSpace>(0, count), fill);
  std::vector<double> uniform;
  std::vector<std::uint32_t> word;
  for (std::uint64_t i = 0; i < count; ++i) {
    uniform.push_back(random.uniform_at(i << 20 | 5));
    word.push_back(random.at(i << 20 | 5)[3]);
  }
  EXPECT_TRUE(all_equal(to_host(fill.uniform), uniform));
  EXPECT_TRUE(all_equal(to_host(fill.word), word));
}

}  // namespace
}  // namespace siderum::test
