// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/search_messages.hpp>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include "support/worker_threads.hpp"

namespace siderum::engine {
namespace {

/// Objects of as many points, all numbers of which differ.
LightCurveTable numbered(std::vector<std::int64_t> const& points) {
  LightCurveTable curves;
  curves.id.resize(points.size());
  for (std::int64_t const count : points) {
    curves.offsets.push_back(curves.offsets.back() + count);
  }
  auto const all = static_cast<std::size_t>(curves.offsets.back());
  curves.time.resize(all);
  std::iota(curves.time.begin(), curves.time.end(), 0.0);
  curves.value.resize(all);
  std::iota(curves.value.begin(), curves.value.end(), 0.25);
  curves.band.resize(all);
  std::iota(curves.band.begin(), curves.band.end(), 0);
  curves.band_names = {"g"};
  return curves;
}

TEST(Slice, HasItsObjectsAndNothingElse) {
  LightCurveTable const part = slice(numbered({3, 2, 0, 4, 1}), 1, 4);
  EXPECT_EQ(part.objects(), 3);
  EXPECT_EQ(part.offsets, (std::vector<std::int64_t>{0, 2, 2, 6}));
  EXPECT_EQ(part.time, (std::vector<double>{3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(part.value, (std::vector<double>{3.25, 4.25, 5.25, 6.25, 7.25, 8.25}));
  EXPECT_TRUE(part.error.empty());
  EXPECT_EQ(part.band, (std::vector<std::int32_t>{3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(slice(numbered({3, 2}), 1, 1).points(), 0);
}

// Several pieces, each by the thread that comes.
TEST(Slice, OfManyPointsIsCopiedWhole) {
  test::WorkerThreads const three(3);
  LightCurveTable const curves = numbered({100'001, 1'300'007, 50'003, 9});
  LightCurveTable const part = slice(curves, 1, 3);
  ASSERT_EQ(part.points(), 1'350'010);
  EXPECT_TRUE(std::equal(part.time.begin(), part.time.end(), curves.time.begin() + 100'001));
  EXPECT_TRUE(std::equal(part.value.begin(), part.value.end(), curves.value.begin() + 100'001));
  EXPECT_TRUE(std::equal(part.band.begin(), part.band.end(), curves.band.begin() + 100'001));
}

// A rank that was slow in the first half gets less of the rest.
TEST(Rounds, OfManyObjectsAreThree) {
  std::vector<double> const cost(400, 1.0);
  EXPECT_EQ(ends_of_rounds(cost, 2, std::nullopt, Rounds::several),
            (std::vector<std::int64_t>{200, 300, 400}));
  EXPECT_EQ(ends_of_rounds(cost, 2, std::nullopt, Rounds::one), std::vector<std::int64_t>{400});
  EXPECT_EQ(ends_of_rounds(cost, 7, std::nullopt, Rounds::several),
            std::vector<std::int64_t>{400});  // fewer than 64 for each
}

TEST(Rounds, EndByWhatObjectsCost) {
  std::vector<double> cost(200, 1.0);
  cost.front() = 199.0;  // half of all
  EXPECT_EQ(ends_of_rounds(cost, 2, std::nullopt, Rounds::several).front(), 1);
}

TEST(Rounds, OfRowsHaveAsManyAsFit) {
  std::vector<double> const cost(10, 1.0);
  EXPECT_EQ(ends_of_rounds(cost, 2, 4, Rounds::one), (std::vector<std::int64_t>{4, 8, 10}));
}

}  // namespace
}  // namespace siderum::engine
