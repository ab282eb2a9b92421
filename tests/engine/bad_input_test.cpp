// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// What jobs refuse in a sentence, which would otherwise be a wrong answer or the end of a process.
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <siderum/engine/pairs.hpp>

#include "support/sentence.hpp"

namespace siderum::engine::test {
namespace {

using siderum::test::sentence_of;

Execution on_cpu() {
  Execution execution;
  execution.device.kind = DeviceKind::cpu;
  return execution;
}

CatalogueTable four_points(std::vector<std::int64_t> region = {}) {
  return {{10.0, 11.0, 12.0, 13.0}, {1.0, 2.0, 1.5, 0.5}, {}, std::move(region)};
}

PairCounter counter_of(std::vector<std::int64_t> labels) {
  return PairCounter(linear_bins(0.0, 5.0, 4), {}, std::move(labels), on_cpu());
}

TEST(PairCounters, HaveGroupsThatWereAdded) {
  PairCounter counter = counter_of({});
  counter.add(four_points());
  std::string const sentence =
      "There is no group 7 of catalogues (1 were added, counted from 0). Give a number that add has"
      " answered.";
  EXPECT_EQ(sentence_of([&] { counter.count(7); }), sentence);
  EXPECT_EQ(sentence_of([&] { counter.count(0, 7); }), sentence);
  EXPECT_EQ(sentence_of([&] { counter.count(7, 0); }), sentence);
}

TEST(PairCounters, CountAsManySetsWithAsMany) {
  PairCounter counter = counter_of({});
  auto const two = counter.add(std::vector{four_points(), four_points()});
  auto const three = counter.add(std::vector{four_points(), four_points(), four_points()});
  EXPECT_EQ(sentence_of([&] { counter.count(two, three); }),
            "There are 2 catalogues and 3 to count them against (one goes with any number, several"
            " go with as many others). Give as many of each.");
}

TEST(PairCounters, HaveTheLabelsOfEveryPoint) {
  PairCounter counter = counter_of({1, 3});
  EXPECT_EQ(sentence_of([&] { counter.add(four_points({1, 3, 1, 3})); }), "");
  for (std::int64_t const label : {0, 2, 4}) {
    EXPECT_EQ(sentence_of([&] {
                counter.add(four_points({1, 3, label, 3}));
              }),
              "The region of point 2 is " + std::to_string(label) +
                  " (counted from 0; the counter has no such label). Make the counter with the"
                  " labels of all catalogues.");
  }
}

TEST(PairCounters, HaveLabelsThatAscend) {
  EXPECT_EQ(sentence_of([] {
              counter_of({1, 3, 2});
            }),
            "The region labels do not ascend (3 stands before 2). Sort them, and give each once.");
  EXPECT_EQ(sentence_of([] {
              counter_of({1, 1});
            }),
            "The region labels do not ascend (1 stands before 1). Sort them, and give each once.");
}

TEST(PairCounters, HaveLabelsWherePointsHaveRegions) {
  PairCounter counter = counter_of({});
  EXPECT_EQ(sentence_of([&] {
              counter.add(four_points({1, 1, 2, 2}));
            }),
            "The points of a catalogue have regions (the counter was made without their labels)."
            " Make it with the labels of all catalogues, or leave the regions out.");
}

}  // namespace
}  // namespace siderum::engine::test
