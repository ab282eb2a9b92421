// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/placement_sentence.hpp>

#include <fmt/format.h>

#include <siderum/apps/command_line/message.hpp>
#include <siderum/engine/machine.hpp>
#include <siderum/engine/processes.hpp>

namespace siderum::apps {

std::string placement_sentence(engine::Placement const& placement) {
  return fmt::format("computed on {}: {}.", placement.description, placement.reason);
}

void tell_where(Verbose verbose, engine::Placement const& placement) {
  if (std::string const problem = engine::measurements_problem(); !problem.empty()) {
    print_message(problem);
  }
  if (verbose == Verbose::yes) {
    print_message(placement_sentence(placement));
    if (int const count = engine::processes().count; count > 1) {
      print_message(
          fmt::format("shared by {} processes; this one waited {:.3g} s for the others"
                      " and for messages.",
                      count, engine::seconds_waited()));
      engine::ProcessLinks const links = engine::process_links();
      if (!links.names.empty()) {
        print_message(fmt::format("linked by {}, in {:.3g} s.", links.names, links.seconds));
      }
    }
  }
}

}  // namespace siderum::apps
