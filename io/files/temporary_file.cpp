// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/temporary_file.hpp>

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cstdio>
#include <utility>

namespace siderum::io {
namespace {

TemporaryFile* first_file = nullptr;
std::atomic_flag list_is_taken = ATOMIC_FLAG_INIT;

/// The list, to one thread alone. Signals wait meanwhile, so that a handler on this thread never
/// waits for the thread that it interrupted; on another thread it may wait, for a few system calls.
class ListLock {
 public:
  ListLock() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
    while (list_is_taken.test_and_set(std::memory_order_acquire)) {
    }
  }
  ~ListLock() {
    int const reason = errno;
    list_is_taken.clear(std::memory_order_release);
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = reason;
  }
  ListLock(ListLock const&) = delete;
  ListLock& operator=(ListLock const&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

TemporaryFile::TemporaryFile(std::string const& target)
    : target_(target), path_(target + ".XXXXXX") {
  ListLock const lock;
  descriptor_ = ::mkstemp(path_.data());
  if (descriptor_ < 0) {
    path_.clear();
    return;
  }
  next_ = first_file;
  if (next_ != nullptr) {
    next_->previous_ = this;
  }
  first_file = this;
}

TemporaryFile::~TemporaryFile() {
  ListLock const lock;
  if (!path_.empty()) {
    ::unlink(path_.c_str());
    unlist();
  }
}

bool TemporaryFile::replace_target() {
  ListLock const lock;
  if (std::rename(path_.c_str(), target_.c_str()) != 0) {
    return false;
  }
  unlist();
  path_.clear();
  return true;
}

void TemporaryFile::unlist() {
  (previous_ != nullptr ? previous_->next_ : first_file) = next_;
  if (next_ != nullptr) {
    next_->previous_ = previous_;
  }
}

void remove_temporary_files() noexcept {
  ListLock const lock;
  for (TemporaryFile const* file = first_file; file != nullptr; file = file->next_) {
    ::unlink(file->path_.c_str());
  }
}

}  // namespace siderum::io
