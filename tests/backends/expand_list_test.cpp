// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include "support/spaces.hpp"

namespace siderum::test {
namespace {

/// Candidate c of entry e is c * 10000 + e, and remains where it is no multiple of 3.
struct Multiples {
  using Value = std::int64_t;
  static constexpr int of_entry = 7;
  Kokkos::View<std::int64_t*, TestMemory> calls;  // (entries)

  KOKKOS_FUNCTION static std::int64_t value(std::int64_t entry, int candidate) {
    return candidate * 10000 + entry;
  }
  KOKKOS_FUNCTION bool remains(std::int64_t entry, int candidate, std::int64_t worker,
                               std::int64_t& kept) const {
    Kokkos::atomic_add(&calls(entry), worker >= 0 ? 1 : 1000);
    kept = value(entry, candidate);
    return kept % 3 != 0;
  }
};

template <class Backend>
class ExpandList : public testing::Test {};
TYPED_TEST_SUITE(ExpandList, Backends, BackendNames);

TYPED_TEST(ExpandList, AppendsWhatRemainsOnce) {
  TestSpace const exec;
  for (std::int64_t const end : {3, 4, 5, 43, 3001}) {
    std::int64_t const begin = 3;
    std::vector<std::int64_t> expected{-1, -1};
    for (std::int64_t entry = begin; entry < end; ++entry) {
      for (int candidate = 0; candidate < Multiples::of_entry; ++candidate) {
        std::int64_t const value = Multiples::value(entry, candidate);
        if (value % 3 != 0) {
          expected.push_back(value);
        }
      }
    }
    auto const list = to_space(std::vector<std::int64_t>(expected.size(), -1));
    Kokkos::View<std::int64_t, TestMemory> const count("test::count");
    Kokkos::deep_copy(count, 2);
    Multiples const candidates{make_view<std::int64_t>(static_cast<std::size_t>(end))};
    typename TypeParam::template ExpandList<TestSpace> const expand;
    expand(exec, candidates, begin, end, list, count, "siderum::test::expand[portable]");
    exec.fence();
    std::int64_t counted = 0;
    Kokkos::deep_copy(counted, count);
    EXPECT_EQ(counted, static_cast<std::int64_t>(expected.size()));
    auto found = to_host(list);
    std::sort(found.begin() + 2, found.end());
    std::sort(expected.begin() + 2, expected.end());
    EXPECT_EQ(found, expected) << end;
    std::vector<std::int64_t> calls(static_cast<std::size_t>(end), Multiples::of_entry);
    std::fill_n(calls.begin(), begin, 0);
    EXPECT_EQ(to_host(candidates.calls), calls) << end;
  }
}

}  // namespace
}  // namespace siderum::test
