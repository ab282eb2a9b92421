// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/sky/map_numbers.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "support/worker_threads.hpp"

namespace siderum::apps {
namespace {

constexpr std::size_t pixels = 150'007;  // more than two pieces, and no multiple of a word's bits
constexpr std::size_t components = 3;
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// Each number is its place.
std::vector<double> numbers() {
  std::vector<double> map;
  for (std::size_t i = 0; i < components * pixels; ++i) {
    map.push_back(static_cast<double>(i));
  }
  return map;
}

TEST(MapNumbers, AreMultipliedByTheWeightsOfTheirPixels) {
  std::vector<double> weight;
  for (std::size_t i = 0; i < pixels; ++i) {
    weight.push_back(0.25 * static_cast<double>(i % 5));
  }
  test::with_threads({1, 2, 3}, [&](int) {
    std::vector<double> map = numbers();
    multiply(map, weight);
    for (std::size_t i = 0; i < map.size(); ++i) {
      ASSERT_EQ(map[i], static_cast<double>(i) * weight[i % pixels]);
    }
  });
}

TEST(MapNumbers, OfUnseenPixelsAreReplacedAndRestored) {
  std::vector<std::size_t> const unseen{
      70, 71, 140'000, pixels + 71, pixels + 200, 2 * pixels + 90'000, 3 * pixels - 1};
  std::vector<double> weight(pixels, 1.0);
  weight[70] = weight[90'000] = 0.0;
  test::with_threads({1, 2, 3}, [&](int) {
    std::vector<double> map = numbers();
    for (std::size_t const place : unseen) {
      map[place] = not_a_number;
    }
    std::vector<double> expected = numbers();
    for (std::size_t const place : unseen) {
      expected[place] = 0.0;
    }
    std::vector<double> replaced = map;
    UnseenNumbers const numbers_of_all(replaced, pixels, {});
    EXPECT_EQ(replaced, expected);
    EXPECT_EQ(numbers_of_all.pixels(), 6) << "71 once";
    EXPECT_EQ(numbers_of_all.first_pixel(), 70);
    replaced = map;
    UnseenNumbers const found(replaced, pixels, weight);
    EXPECT_EQ(replaced, expected);
    EXPECT_EQ(found.pixels(), 4);
    EXPECT_EQ(found.first_pixel(), 71);
    found.restore(replaced);
    for (std::size_t i = 0; i < map.size(); ++i) {
      ASSERT_TRUE(std::isnan(map[i]) ? std::isnan(replaced[i]) : map[i] == replaced[i]) << i;
    }
  });
}

TEST(MapNumbers, ThatWereAllSeenStay) {
  std::vector<double> map = numbers();
  UnseenNumbers const none(map, pixels, {});
  EXPECT_EQ(none.pixels(), 0);
  EXPECT_EQ(none.first_pixel(), -1);
  none.restore(map);
  UnseenNumbers().restore(map);
  EXPECT_EQ(map, numbers());
}

TEST(MapNumbers, ThatAreNotFiniteAreFound) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  test::with_threads({1, 2, 3}, [&](int) {
    std::vector<double> map = numbers();
    EXPECT_FALSE(not_finite(map).any_infinite || not_finite(map).any_nan);
    map.back() = -infinity;
    EXPECT_TRUE(not_finite(map).any_infinite);
    EXPECT_FALSE(not_finite(map).any_nan);
    map[140'000] = not_a_number;
    EXPECT_TRUE(not_finite(map).any_infinite && not_finite(map).any_nan);
    map.back() = std::numeric_limits<double>::max();
    EXPECT_FALSE(not_finite(map).any_infinite);
    EXPECT_TRUE(not_finite(map).any_nan);
  });
}

TEST(MapNumbers, AreSeenWhereTheyHaveAWeight) {
  std::vector<double> map(2 * pixels, not_a_number);
  std::vector<double> weight(pixels, 1.0);
  EXPECT_FALSE(any_seen(map, {}) || any_seen(map, weight) || any_seen({}, {}));
  map.back() = 0.0;
  EXPECT_TRUE(any_seen(map, {}) && any_seen(map, weight));
  weight.back() = 0.0;
  EXPECT_FALSE(any_seen(map, weight));
}

TEST(MapNumbers, OfMasksBecomeWeights) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  test::with_threads({1, 2, 3}, [&](int) {
    std::vector<double> mask(pixels);
    mask[5] = mask[140'000] = not_a_number;
    WeightNumbers const hidden = make_weights(mask);
    EXPECT_EQ(hidden.first_bad, -1);
    EXPECT_FALSE(hidden.any_above_0);
    EXPECT_EQ(mask, std::vector<double>(pixels));
    mask.back() = std::numeric_limits<double>::denorm_min();
    EXPECT_TRUE(make_weights(mask).any_above_0);
    mask[149'000] = infinity;
    EXPECT_EQ(make_weights(mask).first_bad, 149'000);
    mask[80'000] = mask[90'000] = -1e-300;
    EXPECT_EQ(make_weights(mask).first_bad, 80'000);
  });
}

}  // namespace
}  // namespace siderum::apps
