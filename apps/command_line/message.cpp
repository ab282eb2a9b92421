// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/message.hpp>

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

namespace siderum::apps {

std::string printable(std::string_view sentence) {
  std::string text(sentence);
  std::replace_if(
      text.begin(), text.end(),
      [](char letter) {
        return (static_cast<unsigned char>(letter) < 32 && letter != '\n') || letter == 127;
      },
      '?');
  return text;
}

void print_message(std::string_view sentence) {
  fmt::print(stderr, "siderum: {}\n", printable(sentence));
}

void print_messages(std::vector<std::string> const& sentences) {
  for (std::string const& sentence : sentences) {
    print_message(sentence);
  }
}

}  // namespace siderum::apps
