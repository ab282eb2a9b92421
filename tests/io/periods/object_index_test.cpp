// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/periods/object_index.hpp>

#include <map>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace siderum::io {
namespace {

/// Asks for all ids and gives one number per id.
std::vector<std::int32_t> numbers_of(ObjectIndex& index, std::vector<std::string> const& ids) {
  std::vector<std::int32_t> numbers;
  auto const take = [&] {
    for (ObjectIndex::Answer const& answer : index.take_answers()) {
      numbers.insert(numbers.end(), static_cast<std::size_t>(answer.times), answer.number);
    }
  };
  for (std::string const& id : ids) {
    if (index.is_full()) {
      take();
    }
    index.ask(id);
  }
  take();
  return numbers;
}

TEST(ObjectIndex, NumbersIdsByFirstAppearance) {
  ObjectIndex index;
  EXPECT_EQ(numbers_of(index, {"b", "b", "a", "b", "", "a", "a", ""}),
            (std::vector<std::int32_t>{0, 0, 1, 0, 2, 1, 1, 2}));
  EXPECT_EQ(index.ids(), (std::vector<std::string>{"b", "a", ""}));
  EXPECT_EQ(numbers_of(index, {"c", "a"}), (std::vector<std::int32_t>{3, 1}));
}

TEST(ObjectIndex, CountsRepeatsOfOneId) {
  ObjectIndex index;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_FALSE(index.is_full());
    index.ask("same");
  }
  auto const answers = index.take_answers();
  ASSERT_EQ(answers.size(), 1U);
  EXPECT_EQ(answers[0].times, 1000);
  EXPECT_TRUE(index.take_answers().empty());
}

TEST(ObjectIndex, AgreesWithAMapForManyIds) {
  std::mt19937 random(5);
  std::vector<std::string> ids;
  std::map<std::string, std::int32_t> numbers;
  std::vector<std::int32_t> expected;
  for (int i = 0; i < 50'000; ++i) {
    ids.push_back("a rather long name of an object " + std::to_string(random() % 20'000));
    expected.push_back(
        numbers.emplace(ids.back(), static_cast<std::int32_t>(numbers.size())).first->second);
  }
  ObjectIndex index;
  EXPECT_EQ(numbers_of(index, ids), expected);
  EXPECT_EQ(index.size(), static_cast<std::int32_t>(numbers.size()));
}

}  // namespace
}  // namespace siderum::io
