// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/large_pages.hpp>

#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

namespace siderum {
namespace {

TEST(ResizeLarge, KeepsWhatIsThereAndFillsWithZeros) {
  std::size_t const small = 3'000'000;  // below the least of large pages, and above
  std::size_t const large = 12'000'000;
  std::vector<double> numbers(small);
  std::iota(numbers.begin(), numbers.end(), 1.0);
  resize_large(numbers, large);
  ASSERT_EQ(numbers.size(), large);
  for (std::size_t i = 0; i < small; ++i) {
    ASSERT_EQ(numbers[i], static_cast<double>(i) + 1.0);
  }
  EXPECT_EQ(std::count(numbers.begin() + static_cast<std::int64_t>(small), numbers.end(), 0.0),
            static_cast<std::int64_t>(large - small));
  resize_large(numbers, 2);
  EXPECT_EQ(numbers, (std::vector{1.0, 2.0}));
}

TEST(MapLargePages, WritesNothing) {
  std::vector<char> bytes(std::size_t{100} << 20, 'a');
  map_large_pages(bytes.data() + 5, bytes.size() - 77);
  EXPECT_EQ(std::count(bytes.begin(), bytes.end(), 'a'), std::ssize(bytes));
}

}  // namespace
}  // namespace siderum
