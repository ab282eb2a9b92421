// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/interruption.hpp>

#include <signal.h>

#include <siderum/io/files/temporary_file.hpp>

namespace siderum::apps {

namespace {

// Calls nothing that is not async-signal-safe.
void end_program(int number) {
  io::end_without_temporary_files(128 + number);
}

}  // namespace

void remove_files_on_interruption() {
  // A file larger than the limit of the shell: write() then fails with a reason that can be told.
  ::signal(SIGXFSZ, SIG_IGN);
  // Those that end a process unless it says otherwise, of a terminal, a limit or a batch system.
  for (int const number :
       {SIGALRM, SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGXCPU}) {
    struct sigaction before {};
    if (::sigaction(number, nullptr, &before) == 0 && before.sa_handler == SIG_IGN) {
      continue;
    }
    struct sigaction action {};
    action.sa_handler = end_program;
    ::sigfillset(&action.sa_mask);
    ::sigaction(number, &action, nullptr);
  }
}

}  // namespace siderum::apps
