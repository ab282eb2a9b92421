// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/core/thread_stack.hpp>

#include <pthread.h>

#include <limits>
#include <string>

#include <siderum/core/error.hpp>

namespace siderum {

std::size_t thread_stack_bytes() {
  pthread_attr_t attributes;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) {
    return std::numeric_limits<std::size_t>::max();
  }
  std::size_t bytes = 0;
  pthread_attr_getstacksize(&attributes, &bytes);
  pthread_attr_destroy(&attributes);
  return bytes;
}

void require_stack(std::size_t bytes) {
  constexpr std::size_t least = std::size_t{256} << 10;  // what is needed was seen to be 160 KiB
  SIDERUM_VALIDATE(bytes >= least,
                   "A thread has " + std::to_string(bytes >> 10) + " KiB of stack (" +
                       std::to_string(least >> 10) +
                       " are needed; ulimit -s and OMP_STACKSIZE decide). Allow more.");
}

}  // namespace siderum
