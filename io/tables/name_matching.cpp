// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/name_matching.hpp>

#include <algorithm>

namespace siderum::io {
namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
}

}  // namespace

bool equal_names(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char left, char right) { return lower(left) == lower(right); });
}

std::string plain_name(std::string_view name) {
  std::string plain;
  for (char const spelled : name.substr(0, name.find_first_of("[("))) {
    char const letter = lower(spelled);
    if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')) {
      plain += letter;
    }
  }
  return plain;
}

int find_name(std::vector<std::string> const& header, std::string_view name) {
  auto found = std::find(header.begin(), header.end(), name);
  if (found == header.end()) {
    found = std::find_if(header.begin(), header.end(),
                         [&](std::string const& column) { return equal_names(column, name); });
  }
  return found == header.end() ? -1 : static_cast<int>(found - header.begin());
}

}  // namespace siderum::io
