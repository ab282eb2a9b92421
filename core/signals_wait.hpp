// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <signal.h>

#include <cerrno>

namespace siderum {

/// Signals wait on this thread while it lives. errno stays what it was before its end.
class SignalsWait {
 public:
  SignalsWait() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsWait() {
    int const reason = errno;
    ::pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = reason;
  }
  SignalsWait(SignalsWait const&) = delete;
  SignalsWait& operator=(SignalsWait const&) = delete;

 private:
  sigset_t before_{};
};

}  // namespace siderum
