// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/backends/portable/key_sort.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>

#include "support/spaces.hpp"

namespace siderum::test {
namespace {

template <class Backend>
class KeySort : public testing::Test {
 protected:
  using Sort = typename Backend::template KeySort<TestSpace>;
  using Keyed = portable::KeyedValues<TestMemory>;

  /// Keys of `bits` bits, of which many are equal where `different` is small.
  static void expect_sorted(std::int64_t n, int bits, std::uint64_t different) {
    CounterRandom const random(9, static_cast<std::uint64_t>(n));
    std::vector<std::uint64_t> keys(static_cast<std::size_t>(n));
    for (std::int64_t i = 0; i < n; ++i) {
      auto const word = random.at(static_cast<std::uint64_t>(i));
      keys[i] = ((std::uint64_t{word[0]} << 32 | word[1]) % different) << (bits / 3) &
                ((std::uint64_t{1} << bits) - 1);
    }
    std::vector<std::int32_t> values(keys.size());
    std::iota(values.begin(), values.end(), 0);
    TestSpace const exec;
    Keyed const keyed{to_space(keys), to_space(values)};
    Keyed const spare{make_view<std::uint64_t>(keys.size()), make_view<std::int32_t>(keys.size())};
    Sort const sort;
    Keyed const sorted =
        sort(exec, keyed, spare,
             make_view<std::byte>(static_cast<std::size_t>(sort.scratch_bytes(n))), bits);
    exec.fence();
    std::stable_sort(values.begin(), values.end(),
                     [&](std::int32_t a, std::int32_t b) { return keys[a] < keys[b]; });
    EXPECT_EQ(to_host(sorted.values), values) << n << " keys of " << bits << " bits";
    std::sort(keys.begin(), keys.end());
    EXPECT_EQ(to_host(sorted.keys), keys);
  }
};

TYPED_TEST_SUITE(KeySort, Backends, BackendNames);

TYPED_TEST(KeySort, AnyNumberOfKeys) {
  for (std::int64_t const n : {0, 1, 2, 43, 4097, 30011}) {
    for (int const bits : {9, 46, 63}) {
      this->expect_sorted(n, bits, std::uint64_t{1} << 60);
    }
  }
}

TYPED_TEST(KeySort, EqualKeysKeepTheirOrder) {
  for (std::uint64_t const different : {1, 2, 7}) {
    this->expect_sorted(20000, 46, different);
  }
}

}  // namespace
}  // namespace siderum::test
