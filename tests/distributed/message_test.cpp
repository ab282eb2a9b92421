// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/distributed/message.hpp>

#include <string>
#include <vector>

#include <gmock/gmock.h>

#include <siderum/core/error.hpp>

namespace siderum::distributed {
namespace {

TEST(Message, GivesBackWhatWasWritten) {
  std::vector<std::string> const texts{"", "two words"};
  std::vector<double> const numbers{1.5, -2.0};
  MessageWriter writer;
  writer << 7 << numbers << std::string("text") << texts << std::vector<int>{};
  Bytes const bytes = writer.take();
  MessageReader reader(bytes);
  int number = 0;
  std::vector<double> read_numbers;
  std::string text;
  std::vector<std::string> read_texts;
  std::vector<int> nothing{1};
  reader >> number >> read_numbers >> text >> read_texts >> nothing;
  EXPECT_EQ(number, 7);
  EXPECT_EQ(read_numbers, numbers);
  EXPECT_EQ(text, "text");
  EXPECT_EQ(read_texts, texts);
  EXPECT_TRUE(nothing.empty());
  EXPECT_TRUE(reader.rest().empty());
}

TEST(Message, ThatEndsTooEarlyIsRefused) {
  MessageWriter writer;
  writer << std::vector<double>{1.0, 2.0};
  Bytes bytes = writer.take();
  bytes.pop_back();
  MessageReader reader(bytes);
  std::vector<double> numbers;
  EXPECT_THROW(reader >> numbers, Error);
}

}  // namespace
}  // namespace siderum::distributed
