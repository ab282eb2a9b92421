// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

namespace siderum {

/// Before the first use of an object of a thread that has a destructor: glibc ends the process
/// where it finds no room to note that. Throws std::bad_alloc where there is none.
void expect_thread_locals();

/// Work space of the calling thread of a host, at an address that 64 bytes divide; not initialised.
///
/// Up to 8 MiB the block of a thread is kept until the thread ends and handed out again: the
/// system maps pages of a new block one by one, which costs more than a short search. A thread
/// keeps two, one for what is called by who holds the other; further ones are new. Larger blocks
/// prefer large pages, and go from one item of a loop to the next while a KeptLargeBlocks lives.
/// Throws OutOfMemory.
class ThreadMemory {
 public:
  explicit ThreadMemory(std::size_t bytes);
  ~ThreadMemory();
  ThreadMemory(ThreadMemory const&) = delete;
  ThreadMemory& operator=(ThreadMemory const&) = delete;

  void* data() const noexcept { return data_; }

 private:
  void* data_;
  std::size_t bytes_;
  int kept_;  // which of the two, -1: neither
};

/// While one lives, large blocks that threads give back wait for who asks next; with the last one
/// they go back to the system.
class KeptLargeBlocks {
 public:
  KeptLargeBlocks();
  ~KeptLargeBlocks();
  KeptLargeBlocks(KeptLargeBlocks const&) = delete;
  KeptLargeBlocks& operator=(KeptLargeBlocks const&) = delete;
};

}  // namespace siderum
