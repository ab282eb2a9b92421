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

std::string card_text(engine::Card const& card) {
  std::string text = card.name;
  if (!card.detail.empty()) {
    text += ", " + card.detail;
  }
  return card.memory_bytes > 0 ? text + ", " + memory_text(card.memory_bytes) : text;
}

std::string space_text(engine::SpaceReport const& space) {
  std::string text = space.name;
  if (space.concurrency > 0) {
    text += fmt::format(", {} thread{}", space.concurrency, space.concurrency == 1 ? "" : "s");
  }
  return text + fmt::format(", backends: {}; methods: {} (rates {})",
                            fmt::join(space.backends, ", "), fmt::join(space.methods, ", "),
                            space.are_rates_measured ? "measured" : "built in");
}

}  // namespace

std::string info_text(engine::BuildReport const& report) {
  std::string text;
  auto const line = [&text](std::string const& name, std::string const& value) {
    fmt::format_to(std::back_inserter(text), "{:<12} {}\n", name, value);
  };
  line("siderum", report.version);
  line("compiler", report.compiler);
  line("processor", report.processor_target);
  for (engine::Library const& library : report.libraries) {
    line(library.name, library.version);
  }
  for (engine::EngineReport const& engine : report.engines) {
    line("engine " + engine.name,
         engine.problem.empty() ? space_text(engine.space) : "not usable here: " + engine.problem);
    if (!engine.file.empty()) {
      line("", engine.file);
    }
    for (std::size_t card = 0; card < engine.cards.size(); ++card) {
      bool const is_host = engine.name == "cpu";
      line(is_host ? "  cpu" : fmt::format("  gpu:{}", card), card_text(engine.cards[card]));
    }
  }
  return text;
}

}  // namespace siderum::apps
