// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Counts of a counter that keeps its catalogues sorted, beside those of counters that have not
// counted yet.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/core/random.hpp>
#include <siderum/engine/pairs.hpp>

#include "algorithms/pairs/same_counts.hpp"
#include "engine/engine_jobs.hpp"

namespace siderum::engine::test {
namespace {

using siderum::test::expect_same;
using siderum::test::on_cpu;

enum class Weights : std::uint8_t { no, yes };

CatalogueTable points(std::int64_t count, std::uint64_t stream, Weights weights) {
  CatalogueTable table;
  CounterRandom random(31, stream);
  for (std::int64_t i = 0; i < count; ++i) {
    table.ra.push_back(random.uniform(10.0, 30.0));
    table.dec.push_back(random.uniform(-10.0, 10.0));
    if (weights == Weights::yes) {
      table.weight.push_back(random.uniform(0.5, 1.5));
    }
  }
  return table;
}

/// Groups of one catalogue, of two, and of two with weights.
struct Groups {
  explicit Groups(PairCounter& to)
      : counter(to),
        one(to.add(points(300, 1, Weights::no))),
        two(to.add(std::vector{points(200, 2, Weights::no), points(90, 3, Weights::no)})) {}

  void add_weighted() {
    weighted = counter.add(std::vector{points(150, 4, Weights::yes), points(250, 5, Weights::yes)});
  }

  PairCounter& counter;
  std::size_t one;
  std::size_t two;
  std::size_t weighted = 0;
};

PairCounter make_counter() {
  return PairCounter(logarithmic_bins(0.05, 10.0, 6), {}, {}, on_cpu());
}

/// A count by a counter that has done nothing before.
template <class Count>
PairCounts fresh(Count const& count) {
  PairCounter counter = make_counter();
  Groups groups(counter);
  groups.add_weighted();
  return count(groups);
}

TEST(PairCounters, KeepWhatTheySorted) {
  PairCounter counter = make_counter();
  Groups groups(counter);
  auto const within_one = [](Groups const& of) { return of.counter.count(of.one); };
  auto const within_two = [](Groups const& of) { return of.counter.count(of.two); };
  auto const one_with_two = [](Groups const& of) { return of.counter.count(of.one, of.two); };
  auto const two_with_two = [](Groups const& of) { return of.counter.count(of.two, of.two); };
  auto const one_with_weighted = [](Groups const& of) {
    return of.counter.count(of.one, of.weighted);
  };
  auto const two_with_weighted = [](Groups const& of) {
    return of.counter.count(of.two, of.weighted);
  };
  auto const within_weighted = [](Groups const& of) { return of.counter.count(of.weighted); };
  for (int time = 0; time < 2; ++time) {
    expect_same(within_one(groups), fresh(within_one));
    expect_same(within_two(groups), fresh(within_two));
    expect_same(one_with_two(groups), fresh(one_with_two));
    expect_same(two_with_two(groups), fresh(two_with_two));
  }
  // What was sorted has no room for weights: it is sorted again.
  groups.add_weighted();
  for (int time = 0; time < 2; ++time) {
    PairCounts const counts = one_with_weighted(groups);
    EXPECT_FALSE(counts.weight.empty());
    expect_same(counts, fresh(one_with_weighted));
    expect_same(two_with_weighted(groups), fresh(two_with_weighted));
    expect_same(within_weighted(groups), fresh(within_weighted));
    PairCounts const plain = within_one(groups);
    EXPECT_TRUE(plain.weight.empty());
    expect_same(plain, fresh(within_one));
  }
}

}  // namespace
}  // namespace siderum::engine::test
