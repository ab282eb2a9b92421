// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/shortest.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace siderum::apps {

double shortest_as_double(float value) {
  if (!std::isfinite(value)) {
    return value;
  }
  std::array<char, 32> text{};
  auto const [end, failure] = std::to_chars(text.data(), text.data() + text.size(), value);
  double number = value;
  if (failure == std::errc{}) {
    std::from_chars(text.data(), end, number);
  }
  return number;
}

}  // namespace siderum::apps
