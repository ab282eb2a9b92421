// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/info_text.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

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

/// What an engine is good for here.
std::string engine_text(engine::EngineReport const& engine) {
  if (engine.file.empty()) {
    return engine.name == "cpu" ? engine.problem : "not installed";
  }
  return engine.problem.empty() ? space_text(engine.space) : "cannot be used: " + engine.problem;
}

/// Names and values in columns, by lines.
class Columns {
 public:
  void add(std::string name, std::string value) {
    lines_.emplace_back(std::move(name), std::move(value));
  }

  std::string text() const {
    std::size_t width = 0;
    for (auto const& [name, value] : lines_) {
      width = std::max(width, name.size());
    }
    std::string text;
    for (auto const& [name, value] : lines_) {
      text += fmt::format("{:<{}}  {}\n", name, width, value);
    }
    return text;
  }

 private:
  std::vector<std::pair<std::string, std::string>> lines_;
};

void add_engine(engine::EngineReport const& engine, Columns& columns) {
  columns.add("engine " + engine.name, engine_text(engine));
  if (!engine.file.empty()) {
    columns.add("  file", engine.file);
  }
  for (std::size_t card = 0; card < engine.cards.size(); ++card) {
    bool const is_host = engine.name == "cpu";
    columns.add(is_host ? "  cpu" : fmt::format("  gpu:{}", card), card_text(engine.cards[card]));
  }
}

}  // namespace

std::string info_text(engine::BuildReport const& report) {
  Columns columns;
  columns.add("siderum", report.version);
  columns.add("compiler", report.compiler);
  columns.add("processor", report.processor_target);
  for (engine::Library const& library : report.libraries) {
    columns.add(library.name, library.version);
  }
  for (engine::EngineReport const& engine : report.engines) {
    add_engine(engine, columns);
  }
  return columns.text();
}

}  // namespace siderum::apps
