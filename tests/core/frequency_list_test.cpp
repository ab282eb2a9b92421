// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/frequency_list.hpp>

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support/matchers.hpp"
#include "support/sentence.hpp"
#include "support/spaces.hpp"

namespace siderum::test {
namespace {

std::string refusal_of(std::vector<double> const& frequency) {
  return sentence_of([&] { make_frequency_list(frequency); });
}

TEST(FrequencyList, HoldsFrequenciesOfAnyOrder) {
  std::vector<double> frequency{3.0, 0.0, 3.0, 1e-9};
  auto const list = make_frequency_list(frequency);
  frequency[0] = 7.0;
  EXPECT_EQ(list.count(), 4);
  EXPECT_TRUE(all_equal(to_host(list.frequency), std::vector<double>{3.0, 0.0, 3.0, 1e-9}));
}

TEST(FrequencyList, MayBeAViewOfTheUsersMemory) {
  std::vector<double> frequency{3.0, 0.0};
  auto const list = view_frequency_list(frequency);
  EXPECT_EQ(list.frequency.data(), frequency.data());
  EXPECT_EQ(list.count(), 2);
  frequency[1] = -1.0;
  EXPECT_EQ(sentence_of([&] { view_frequency_list(frequency); }),
            "Frequency 1 of the list is -1 (frequencies are finite and not negative). Remove it.");
}

TEST(FrequencyList, MirrorToCopiesItToTheSpace) {
  std::vector<double> const frequency{3.0, 0.0, 5.0};
  TestSpace const exec;
  auto const list = mirror_to(exec, make_frequency_list(frequency));
  exec.fence();
  EXPECT_EQ(list.count(), 3);
  EXPECT_TRUE(all_equal(to_host(list.frequency), frequency));
}

TEST(FrequencyList, RefusesAnEmptyList) {
  EXPECT_EQ(refusal_of({}), "The list of frequencies is empty. Give at least one frequency.");
}

TEST(FrequencyList, RefusesWhatIsNoFrequencyAndSaysWhich) {
  std::string const rest = " (frequencies are finite and not negative). Remove it.";
  EXPECT_EQ(refusal_of({1.0, -2.0}), "Frequency 1 of the list is -2" + rest);
  EXPECT_EQ(refusal_of({1.0, 2.0, std::numeric_limits<double>::infinity()}),
            "Frequency 2 of the list is inf" + rest);
  EXPECT_EQ(refusal_of({std::numeric_limits<double>::quiet_NaN()}),
            "Frequency 0 of the list is nan" + rest);
}

}  // namespace
}  // namespace siderum::test
