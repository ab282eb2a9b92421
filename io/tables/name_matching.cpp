// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/tables/name_matching.hpp>

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <siderum/core/error.hpp>
#include <siderum/io/tables/text_fields.hpp>

namespace siderum::io {
namespace {

char lower(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter + 32) : letter;
}

struct Greek {
  std::string_view letter;
  std::string_view word;
};

// Without its sigma, an error would have the name of its value.
constexpr std::array<Greek, 6> greek_letters = {{{"\u03b1", "alpha"},
                                                 {"\u03b4", "delta"},
                                                 {"\u0394", "delta"},
                                                 {"\u03c3", "sigma"},
                                                 {"\u03bc", "u"},
                                                 {"\u00b5", "u"}}};

}  // namespace

bool equal_names(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char left, char right) { return lower(left) == lower(right); });
}

std::string plain_name(std::string_view name) {
  name = name.substr(0, name.find_first_of("[("));
  std::string plain;
  while (!name.empty()) {
    auto const greek =
        std::find_if(greek_letters.begin(), greek_letters.end(),
                     [name](Greek const& one) { return name.starts_with(one.letter); });
    if (greek != greek_letters.end()) {
      plain += greek->word;
      name.remove_prefix(greek->letter.size());
      continue;
    }
    char const letter = lower(name.front());
    if ((letter >= 'a' && letter <= 'z') || (letter >= '0' && letter <= '9')) {
      plain += letter;
    }
    name.remove_prefix(1);
  }
  return plain;
}

void check_names(std::string const& file, std::vector<std::string> const& names) {
  for (auto name = names.begin(); name != names.end(); ++name) {
    SIDERUM_VALIDATE(std::find(names.begin(), name, *name) == name,
                     fmt::format("{}: two columns are called '{}' (names tell columns apart). Name "
                                 "one of them differently.",
                                 file, shown_text(*name)));
  }
}

std::vector<std::size_t> find_names(std::vector<std::string> const& header, std::string_view name) {
  std::vector<std::size_t> exact;
  std::vector<std::size_t> equal;
  for (std::size_t i = 0; i < header.size(); ++i) {
    if (header[i] == name) {
      exact.push_back(i);
    }
    if (equal_names(header[i], name)) {
      equal.push_back(i);
    }
  }
  return exact.empty() ? equal : exact;
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
