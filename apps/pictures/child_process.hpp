// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace siderum::apps {

/// What a program that ran to its end left behind.
struct ProcessOutcome {
  int exit_status = 0;  ///< 128 + signal where a signal ended it
  std::string output;   ///< standard output
  std::string errors;   ///< standard error
};

/// The path of an executable file in $PATH, or an empty string.
std::string find_program(std::string const& name);

/// Runs a program, feeds it `input`, and gathers what it writes: no files are involved.
/// Throws Error where it cannot be started, or what goes to and fro is lost.
/// @param command  path and arguments
ProcessOutcome run_process(std::vector<std::string> const& command, std::string_view input);

}  // namespace siderum::apps
