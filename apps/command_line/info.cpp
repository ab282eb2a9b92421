// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/info_text.hpp>
#include <siderum/apps/command_line/machine_command.hpp>
#include <siderum/apps/command_line/message.hpp>
#include <siderum/engine/machine.hpp>
#include <siderum/io/files/output_file.hpp>

namespace siderum::apps {

void add_info(Verb& program) {
  Verb& verb = program.add_verb(
      "info", "What this build can do here: version, spaces, devices, backends, libraries");
  verb.set_action([] {
    io::OutputFile output("");
    output.write(info_text(engine::report_build()));
    output.commit();
    if (std::string const problem = engine::measurements_problem(); !problem.empty()) {
      print_message(problem);
    }
  });
}

}  // namespace siderum::apps
