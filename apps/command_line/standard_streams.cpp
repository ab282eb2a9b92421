// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/standard_streams.hpp>

#include <fcntl.h>
#include <unistd.h>

namespace siderum::apps {

void open_closed_streams() {
  // open() takes the lowest number that is free.
  for (int const stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(stream, F_GETFD) < 0) {
      ::open("/dev/null", stream == STDOUT_FILENO ? O_RDONLY : O_WRONLY);
    }
  }
}

}  // namespace siderum::apps
