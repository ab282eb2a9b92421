// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include <siderum/apps/command_line/verb.hpp>

namespace siderum::apps {

/// All verbs, in the order of the help.
/// @param command  the words of the command line, for verbs that quote them
void add_verbs(Verb& program, std::vector<std::string> const& command);

/// The program: parses the command line, runs the verb, and turns exceptions into one sentence on
/// standard error. A signal that ends it leaves no incomplete file behind.
///
/// @return 0; 1 for bad data, a bad value, no such device or file; 2 for bad syntax (an unknown
///         option, a missing argument)
int run_program(int argument_count, char const* const* arguments);

}  // namespace siderum::apps
