// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <cstdlib>

#include <sys/wait.h>
#include <unistd.h>

namespace siderum::test {

enum class Ending { at_once, by_exit };

inline constexpr int hung = 255;

/// The status of a child that calls function, whose answer says whether all went well; a child that
/// hangs is killed.
template <class Function>
int status_of_child(Ending ending, Function const& function) {
  std::fflush(nullptr);
  pid_t const child = fork();
  if (child == 0) {
    alarm(20);
    int const status = function() ? 0 : 1;
    if (ending == Ending::by_exit) {
      std::exit(status);
    }
    _exit(status);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : hung;
}

}  // namespace siderum::test
