// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/pair_histogram/append_where.hpp>

#include <array>
#include <cstdint>

#include <gtest/gtest.h>

namespace siderum::test {
namespace {

template <int size>
void expect_those_that_are_wanted() {
  using Integers = typename detail::VectorType<std::int64_t, size>::type;
  for (int wanted = 0; wanted < 1 << size; ++wanted) {
    Integers where{};
    Integers values{};
    for (int i = 0; i < size; ++i) {
      where[i] = wanted >> i & 1 ? -1 - i : 0;
      values[i] = (std::int64_t{1} << 40) + i;
    }
    std::array<std::int64_t, size + 1> to;
    to.fill(-7);
    int const found = append_where<size>(where, values, to.data());
    int next = 0;
    for (int i = 0; i < size; ++i) {
      if (where[i] != 0) {
        EXPECT_EQ(to[next++], values[i]);
      }
    }
    EXPECT_EQ(found, next);
    EXPECT_EQ(to.back(), -7);
  }
}

TEST(AppendWhere, KeepsThoseThatAreWantedInTheirOrder) {
  expect_those_that_are_wanted<2>();
  expect_those_that_are_wanted<8>();
}

}  // namespace
}  // namespace siderum::test
