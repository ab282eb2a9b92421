// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/temporary_file.hpp>

#include <fcntl.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <utility>

#include <fmt/format.h>

#include <siderum/core/signals_wait.hpp>

namespace siderum::io {
namespace {

TemporaryFile* first_file = nullptr;
std::atomic_flag list_is_taken = ATOMIC_FLAG_INIT;

/// The list, to one thread alone. Signals wait meanwhile, so that a handler on this thread never
/// waits for the thread that it interrupted; on another thread it may wait, for a few system calls.
class ListLock {
 public:
  ListLock() {
    while (list_is_taken.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~ListLock() { list_is_taken.clear(std::memory_order_release); }
  ListLock(ListLock const&) = delete;
  ListLock& operator=(ListLock const&) = delete;

 private:
  SignalsWait wait_;
};

/// Short, because the target's own name may be as long as names can be.
std::string new_name() {
  static std::atomic<unsigned> number = 0;
  return fmt::format(".siderum-{}-{}", ::getpid(), number++);
}

/// The name under which a file without a name is linked to one.
std::string descriptor_path(int descriptor) {
  return fmt::format("/proc/self/fd/{}", descriptor);
}

}  // namespace

TemporaryFile::TemporaryFile(std::string const& target)
    : target_(std::filesystem::path(target).filename().string()) {
  std::string const folder = std::filesystem::path(target).parent_path().string();
  folder_ = ::open(folder.empty() ? "." : folder.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (folder_ < 0) {
    return;
  }
  descriptor_ = ::openat(folder_, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
  if (descriptor_ >= 0 && ::access(descriptor_path(descriptor_).c_str(), F_OK) != 0) {
    ::close(std::exchange(descriptor_, -1));
  }
  if (descriptor_ < 0) {
    create_named();
    return;
  }
  kept_ = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 0);
  if (kept_ < 0) {
    int const reason = errno;
    ::close(std::exchange(descriptor_, -1));
    errno = reason;
  }
}

void TemporaryFile::create_named() {
  // A library may end the process in the midst of a job, as OpenMP does where it gets no threads.
  [[maybe_unused]] static int const registered = std::atexit(remove_temporary_files);
  ListLock const lock;
  do {
    name_ = new_name();
    descriptor_ = ::openat(folder_, name_.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0600);
  } while (descriptor_ < 0 && errno == EEXIST);
  if (descriptor_ < 0) {
    name_.clear();
  } else {
    enlist();
  }
}

TemporaryFile::~TemporaryFile() {
  ListLock const lock;
  if (!name_.empty()) {
    ::unlinkat(folder_, name_.c_str(), 0);
    unlist();
  }
  for (int const descriptor : {descriptor_, kept_, folder_}) {
    if (descriptor >= 0) {
      ::close(descriptor);
    }
  }
}

bool TemporaryFile::complete() {
  return ::close(std::exchange(descriptor_, -1)) == 0;
}

bool TemporaryFile::link_to(std::string const& name) const {
  std::string const path = descriptor_path(kept_);
  return ::linkat(AT_FDCWD, path.c_str(), folder_, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

bool TemporaryFile::give_name() {
  std::string name = new_name();
  while (!link_to(name)) {
    if (errno != EEXIST) {
      return false;
    }
    name = new_name();
  }
  name_ = std::move(name);
  enlist();
  return true;
}

bool TemporaryFile::replace_target() {
  ListLock const lock;
  // Where nothing is to be replaced, no other name is needed for an instant.
  if (name_.empty() && link_to(target_)) {
    return true;
  }
  if ((name_.empty() && !give_name()) ||
      ::renameat(folder_, name_.c_str(), folder_, target_.c_str()) != 0) {
    return false;
  }
  unlist();
  name_.clear();
  return true;
}

void TemporaryFile::enlist() {
  process_ = ::getpid();
  next_ = first_file;
  if (next_ != nullptr) {
    next_->previous_ = this;
  }
  first_file = this;
}

void TemporaryFile::unlist() {
  (previous_ != nullptr ? previous_->next_ : first_file) = next_;
  if (next_ != nullptr) {
    next_->previous_ = previous_;
  }
}

void TemporaryFile::remove_all() noexcept {
  for (TemporaryFile const* file = first_file; file != nullptr; file = file->next_) {
    if (file->process_ == ::getpid()) {
      ::unlinkat(file->folder_, file->name_.c_str(), 0);
    }
  }
}

void remove_temporary_files() noexcept {
  ListLock const lock;
  TemporaryFile::remove_all();
}

// The list stays locked, or another thread could give the next file a name before the end.
void end_without_temporary_files(int status) noexcept {
  ListLock const lock;
  TemporaryFile::remove_all();
  ::_exit(status);
}

}  // namespace siderum::io
