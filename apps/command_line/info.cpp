// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/command_line.hpp>
#include <siderum/apps/command_line/info_text.hpp>
#include <siderum/io/files/output_file.hpp>

namespace siderum::apps {

void add_info(CLI::App& program, Action& action) {
  CLI::App* const verb = program.add_subcommand(
      "info", "What this build can do here: version, spaces, devices, backends, libraries");
  verb->callback([&action] {
    action = [] {
      io::OutputFile output("");
      output.write(info_text(report_build()));
      output.commit();
    };
  });
}

}  // namespace siderum::apps
