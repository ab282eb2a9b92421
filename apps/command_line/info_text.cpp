// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/info_text.hpp>

#include <iterator>

#include <fmt/format.h>

namespace siderum::apps {

namespace {

std::string memory_text(std::int64_t bytes) {
  constexpr double gibibyte = 1024.0 * 1024.0 * 1024.0;
  return fmt::format("{:.1f} GiB", static_cast<double>(bytes) / gibibyte);
}

std::string space_text(SpaceReport const& space) {
  std::string text = fmt::format("{} ({})", space.device, space.role);
  if (!space.usable) {
    return text + ", not usable here";
  }
  if (space.concurrency > 0) {
    text += fmt::format(", {} thread{}", space.concurrency, space.concurrency == 1 ? "" : "s");
  }
  if (space.memory_bytes > 0) {
    text += ", " + memory_text(space.memory_bytes);
  }
  text += fmt::format(", backends: {}", fmt::join(space.backends, ", "));
  if (!space.methods.empty()) {
    text += fmt::format("; methods: {} (rates {})", fmt::join(space.methods, ", "),
                        space.are_rates_measured ? "measured" : "built in");
  }
  return text;
}

}  // namespace

std::string info_text(BuildReport const& report) {
  std::string text;
  auto const line = [&text](std::string const& name, std::string const& value) {
    fmt::format_to(std::back_inserter(text), "{:<12} {}\n", name, value);
  };
  line("siderum", report.version);
  line("compiler", report.compiler);
  line("processor", report.processor_target);
  for (Library const& library : report.libraries) {
    line(library.name, library.version);
  }
  for (SpaceReport const& space : report.spaces) {
    line(space.name, space_text(space));
  }
  return text;
}

}  // namespace siderum::apps
