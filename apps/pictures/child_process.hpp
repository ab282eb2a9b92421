// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
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

/// A program that was started and is fed piece by piece: no files are involved. It is killed where
/// it was not left to finish.
class ChildProcess {
 public:
  /// Throws Error where it cannot be started.
  /// @param command  path and arguments
  /// @param without  variables of the environment that it does not get
  explicit ChildProcess(std::vector<std::string> const& command,
                        std::vector<std::string> const& without = {});
  ~ChildProcess();
  ChildProcess(ChildProcess const&) = delete;
  ChildProcess& operator=(ChildProcess const&) = delete;

  /// Hands it input, as fast as it takes it, and gathers what it writes meanwhile. What a program
  /// that does not read any more does not take is lost. From one thread at a time.
  void write(std::string_view input);

  /// Waits for its end. Called once. Throws Error where what goes to and fro was lost.
  ProcessOutcome finish();

 private:
  struct Talk;
  std::unique_ptr<Talk> talk_;
};

/// Runs a program, feeds it `input`, and gathers what it writes: no files are involved.
/// Throws Error where it cannot be started, or what goes to and fro is lost.
/// @param command  path and arguments
ProcessOutcome run_process(std::vector<std::string> const& command, std::string_view input);

}  // namespace siderum::apps
