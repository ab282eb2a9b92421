// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/apps/pictures/child_process.hpp>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <siderum/core/error.hpp>

namespace siderum::apps {

namespace {

/// Both ends of a pipe, closed at the latest when it goes; children inherit neither end.
class Pipe {
 public:
  Pipe() {
    SIDERUM_VALIDATE(
        pipe2(ends_.data(), O_CLOEXEC) == 0,
        fmt::format("No pipe could be opened ({}). Raise the limit of open files, as by ulimit -n.",
                    std::strerror(errno)));
  }
  ~Pipe() {
    close_end(0);
    close_end(1);
  }
  Pipe(Pipe const&) = delete;
  Pipe& operator=(Pipe const&) = delete;

  int read_end() const { return ends_[0]; }
  int write_end() const { return ends_[1]; }
  /// Room for what one side writes while the other does something else; without it, where the
  /// system gives none, it waits.
  void widen() {
    constexpr int bytes = 1 << 20;
    static_cast<void>(fcntl(ends_[1], F_SETPIPE_SZ, bytes));
  }
  void close_read_end() { close_end(0); }
  void close_write_end() { close_end(1); }

 private:
  void close_end(std::size_t end) {
    if (ends_[end] >= 0) {
      close(ends_[end]);
      ends_[end] = -1;
    }
  }

  std::array<int, 2> ends_{-1, -1};
};

/// Writing to a child that has gone is an error to be seen in its exit status, not a reason to die.
class IgnoreBrokenPipe {
 public:
  IgnoreBrokenPipe() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
  ~IgnoreBrokenPipe() { std::signal(SIGPIPE, before_); }
  IgnoreBrokenPipe(IgnoreBrokenPipe const&) = delete;
  IgnoreBrokenPipe& operator=(IgnoreBrokenPipe const&) = delete;

 private:
  void (*before_)(int);
};

/// That of this process, but for some variables.
std::vector<char*> environment(std::vector<std::string> const& without) {
  std::vector<char*> left;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    std::string_view const text = *variable;
    std::string_view const name = text.substr(0, text.find('='));
    if (std::find(without.begin(), without.end(), name) == without.end()) {
      left.push_back(*variable);
    }
  }
  left.push_back(nullptr);
  return left;
}

pid_t start(std::vector<std::string> const& command, std::vector<std::string> const& without,
            Pipe const& input, Pipe const& output, Pipe const& errors) {
  std::vector<char*> arguments;
  for (std::string const& word : command) {
    arguments.push_back(const_cast<char*>(word.c_str()));
  }
  arguments.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input.read_end(), STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output.write_end(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, errors.write_end(), STDERR_FILENO);
  pid_t child = 0;
  int const failure = posix_spawn(&child, command.front().c_str(), &actions, nullptr,
                                  arguments.data(), environment(without).data());
  posix_spawn_file_actions_destroy(&actions);
  SIDERUM_VALIDATE(failure == 0, fmt::format("'{}' could not be started ({}).", command.front(),
                                             std::strerror(failure)));
  return child;
}

/// Is a call that returned that size to be tried again?
bool is_transient(ssize_t size) {
  return size < 0 && (errno == EINTR || errno == EAGAIN);
}

/// Appends what is there; true at the end of the stream, or where it breaks, with a reason then.
bool drain(int descriptor, std::string& text, int& failure) {
  std::array<char, 65536> piece;
  ssize_t const size = read(descriptor, piece.data(), piece.size());
  if (size > 0) {
    text.append(piece.data(), static_cast<std::size_t>(size));
    return false;
  }
  if (is_transient(size)) {
    return false;
  }
  failure = size < 0 ? errno : failure;
  return true;
}

bool has_ended(pid_t child) {
  siginfo_t ended{};
  return waitid(P_PID, static_cast<id_t>(child), &ended, WEXITED | WNOHANG | WNOWAIT) == 0 &&
         ended.si_pid == child;
}

}  // namespace

std::string find_program(std::string const& name) {
  char const* const variable = std::getenv("PATH");
  std::string_view paths = variable == nullptr ? "/usr/bin:/bin" : variable;
  while (!paths.empty()) {
    std::size_t const colon = std::min(paths.find(':'), paths.size());
    std::string const candidate = fmt::format("{}/{}", paths.substr(0, colon), name);
    std::error_code failure;
    if (access(candidate.c_str(), X_OK) == 0 &&
        std::filesystem::is_regular_file(candidate, failure)) {
      return candidate;
    }
    paths.remove_prefix(std::min(colon + 1, paths.size()));
  }
  return {};
}

struct ChildProcess::Talk {
  std::string name;
  Pipe to_child;
  Pipe output_pipe;
  Pipe error_pipe;
  pid_t child = 0;  ///< 0: it was waited for
  ProcessOutcome outcome;
  int failure = 0;  ///< why something was lost on the way

  /// Whether what the child writes may still come.
  bool goes_on() const { return output_pipe.read_end() >= 0 || error_pipe.read_end() >= 0; }

  void close_all() {
    to_child.close_write_end();
    output_pipe.close_read_end();
    error_pipe.close_read_end();
  }

  /// Writes and reads whatever is ready: the child may answer before it has read everything, so
  /// neither side can wait for the other. It has ended, too, where it left its ends to others.
  void exchange(std::string_view& input) {
    constexpr int glance = 200;  // [ms]
    // Entries with a descriptor of -1 are passed over.
    std::array<pollfd, 3> ready{{{input.empty() ? -1 : to_child.write_end(), POLLOUT, 0},
                                 {output_pipe.read_end(), POLLIN, 0},
                                 {error_pipe.read_end(), POLLIN, 0}}};
    int const number = poll(ready.data(), ready.size(), glance);
    if (number == 0 && has_ended(child)) {
      close_all();
    }
    if (number <= 0) {
      return;
    }
    if (ready[0].revents != 0) {
      ssize_t const size = ::write(to_child.write_end(), input.data(), input.size());
      bool const gone = size < 0 && !is_transient(size);
      failure = gone && errno != EPIPE ? errno : failure;
      input.remove_prefix(gone ? input.size() : static_cast<std::size_t>(size > 0 ? size : 0));
    }
    if (ready[1].revents != 0 && drain(output_pipe.read_end(), outcome.output, failure)) {
      output_pipe.close_read_end();
    }
    if (ready[2].revents != 0 && drain(error_pipe.read_end(), outcome.errors, failure)) {
      error_pipe.close_read_end();
    }
  }

  int wait() {
    int status = 0;
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    child = 0;
    return status;
  }
};

ChildProcess::ChildProcess(std::vector<std::string> const& command,
                           std::vector<std::string> const& without)
    : talk_(std::make_unique<Talk>()) {
  SIDERUM_EXPECT(!command.empty());
  talk_->name = command.front();
  talk_->child = start(command, without, talk_->to_child, talk_->output_pipe, talk_->error_pipe);
  talk_->to_child.close_read_end();
  talk_->output_pipe.close_write_end();
  talk_->error_pipe.close_write_end();
  fcntl(talk_->to_child.write_end(), F_SETFL, O_NONBLOCK);
  talk_->output_pipe.widen();
}

ChildProcess::~ChildProcess() {
  if (talk_->child != 0) {
    kill(talk_->child, SIGKILL);
    talk_->wait();
  }
}

void ChildProcess::write(std::string_view input) {
  IgnoreBrokenPipe const guard;
  while (!input.empty() && talk_->goes_on()) {
    talk_->exchange(input);
  }
}

ProcessOutcome ChildProcess::finish() {
  std::string_view nothing;
  talk_->to_child.close_write_end();
  while (talk_->goes_on()) {
    talk_->exchange(nothing);
  }
  int const status = talk_->wait();
  SIDERUM_VALIDATE(talk_->failure == 0,
                   fmt::format("'{}' could not be talked to ({}). Try it again.", talk_->name,
                               std::strerror(talk_->failure)));
  talk_->outcome.exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return std::move(talk_->outcome);
}

ProcessOutcome run_process(std::vector<std::string> const& command, std::string_view input) {
  ChildProcess child(command);
  child.write(input);
  return child.finish();
}

}  // namespace siderum::apps
