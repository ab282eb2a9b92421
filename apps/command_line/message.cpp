// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/command_line/message.hpp>

#include <algorithm>
#include <cerrno>
#include <ctime>

#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <siderum/io/files/blocked_stream.hpp>

namespace siderum::apps {

namespace {

/// Keeps SIGPIPE from this thread, and takes the one that came of writing away.
class HeldBrokenPipe {
 public:
  HeldBrokenPipe() {
    ::sigemptyset(&pipe_);
    ::sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    ::sigpending(&pending);
    was_pending_ = ::sigismember(&pending, SIGPIPE) == 1;
    ::pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~HeldBrokenPipe() {
    timespec const at_once{};
    while (!was_pending_ && ::sigtimedwait(&pipe_, nullptr, &at_once) < 0 && errno == EINTR) {
    }
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  HeldBrokenPipe(HeldBrokenPipe const&) = delete;
  HeldBrokenPipe& operator=(HeldBrokenPipe const&) = delete;

 private:
  sigset_t pipe_{};
  sigset_t before_{};
  bool was_pending_ = false;
};

}  // namespace

std::string printable(std::string_view sentence) {
  std::string text(sentence);
  std::replace_if(
      text.begin(), text.end(),
      [](char letter) {
        return (static_cast<unsigned char>(letter) < 32 && letter != '\n') || letter == 127;
      },
      '?');
  return text;
}

void print_message(std::string_view sentence) noexcept {
  try {
    // What a file is called may look like another message, but not at the beginning of a line.
    std::string text = printable(sentence);
    for (std::size_t at = text.find('\n'); at != text.npos; at = text.find('\n', at + 1)) {
      if (text.compare(at + 1, 1, " ") != 0) {
        text.insert(at + 1, "  ");
      }
    }
    write_quietly(STDERR_FILENO, fmt::format("siderum: {}\n", text));
  } catch (std::exception const&) {
    // No memory for the text: the exit status says it.
  }
}

void write_quietly(int descriptor, std::string_view text) noexcept {
  HeldBrokenPipe const held;
  while (!text.empty()) {
    ssize_t const count = ::write(descriptor, text.data(), text.size());
    if (count < 0 && errno == EAGAIN) {
      io::wait_until_ready(descriptor, POLLOUT);
    } else if (count < 0 && errno != EINTR) {
      return;
    }
    text.remove_prefix(count > 0 ? static_cast<std::size_t>(count) : 0);
  }
}

void print_messages(std::vector<std::string> const& sentences) {
  for (std::string const& sentence : sentences) {
    print_message(sentence);
  }
}

}  // namespace siderum::apps
