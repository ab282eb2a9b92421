// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

namespace siderum {

/// Work space of the calling thread of a host, at an address that 64 bytes divide; not initialised.
///
/// Up to 8 MiB the block of a thread is kept until the thread ends and handed out again: the
/// system maps pages of a new block one by one, which costs more than a short search. One at a time
/// per thread. Throws OutOfMemory.
class ThreadMemory {
 public:
  explicit ThreadMemory(std::size_t bytes);
  ~ThreadMemory();
  ThreadMemory(ThreadMemory const&) = delete;
  ThreadMemory& operator=(ThreadMemory const&) = delete;

  void* data() const noexcept { return data_; }

 private:
  void* data_;
  bool is_own_;
};

}  // namespace siderum
