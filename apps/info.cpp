// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <cstdio>
#include <memory>

#include <siderum/apps/command_line.hpp>
#include <siderum/apps/info_text.hpp>

namespace siderum::apps {

void add_info(CLI::App& program, Action& action) {
  CLI::App* const verb = program.add_subcommand(
      "info", "What this build can do here: version, spaces, devices, backends, libraries");
  verb->callback([&action] { action = [] { fmt::print("{}", info_text(report_build())); }; });
}

}  // namespace siderum::apps
