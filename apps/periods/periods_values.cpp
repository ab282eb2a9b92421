// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/periods/periods_values.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>

#include <fmt/format.h>

#include <siderum/apps/command_line/option_values.hpp>
#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

engine::FrequencyWindow parse_window(std::string const& option, std::string_view text) {
  std::size_t const colon = text.find(':');
  std::optional<double> const frequency = finite_number(text.substr(0, colon));
  std::string_view const second = colon == std::string_view::npos ? "" : text.substr(colon + 1);
  std::optional<double> const half_width = finite_number(second);
  SIDERUM_VALIDATE(frequency && half_width && *frequency >= 0.0 && *half_width >= 0.0,
                   fmt::format("{} does not understand '{}' (a window is FREQUENCY:HALFWIDTH, two"
                               " numbers >= 0). Write for example {} 1:0.02,2:0.02.",
                               option, text, option));
  return {*frequency, *half_width};
}

}  // namespace

std::array<double, 3> parse_spans(std::string const& option, std::string_view text) {
  std::array<double, 3> spans{};
  std::size_t start = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    bool const last = i + 1 == spans.size();
    std::size_t const end = last ? text.size() : std::min(text.find(',', start), text.size());
    std::optional<double> const span =
        start <= text.size() ? finite_number(text.substr(start, end - start)) : std::nullopt;
    SIDERUM_VALIDATE(span, fmt::format("{} does not understand '{}' (it takes three numbers, shares"
                                       " of the points). Write for example {} 0.05,0.2,0.5.",
                                       option, text, option));
    spans[i] = *span;
    start = end + 1;
  }
  return spans;
}

std::vector<engine::FrequencyWindow> parse_windows(std::string const& option,
                                                   std::string_view text) {
  std::vector<engine::FrequencyWindow> windows;
  std::size_t start = 0;
  while (start <= text.size()) {
    std::size_t const comma = std::min(text.find(',', start), text.size());
    windows.push_back(parse_window(option, text.substr(start, comma - start)));
    start = comma + 1;
  }
  return windows;
}

}  // namespace siderum::apps
