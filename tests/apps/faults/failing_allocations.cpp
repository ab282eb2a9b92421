// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
//
// Preloaded by the tests: of the allocations of the program that ask for a block of FITS or more,
// the one with the number SIDERUM_FAIL_AT fails. SIDERUM_FAILED names a file that is made when this
// happens.
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <atomic>

extern "C" {
void* __libc_malloc(size_t bytes);
void* __libc_calloc(size_t count, size_t bytes);
void* __libc_realloc(void* block, size_t bytes);
}

namespace {

constexpr size_t smallest = 2500;

long fail_at = 0;
std::atomic<long> allocations = 0;

__attribute__((constructor)) void read_environment() {
  char const* const number = getenv("SIDERUM_FAIL_AT");
  if (number != nullptr && strcmp(program_invocation_short_name, "siderum") == 0) {
    fail_at = atol(number);
  }
}

bool fails(size_t bytes) {
  if (fail_at == 0 || bytes < smallest || ++allocations != fail_at) {
    return false;
  }
  char const* const witness = getenv("SIDERUM_FAILED");
  syscall(SYS_close, syscall(SYS_openat, AT_FDCWD, witness, O_CREAT | O_WRONLY, 0600));
  errno = ENOMEM;
  return true;
}

}  // namespace

extern "C" {

void* malloc(size_t bytes) {
  return fails(bytes) ? nullptr : __libc_malloc(bytes);
}

void* calloc(size_t count, size_t bytes) {
  return fails(count * bytes) ? nullptr : __libc_calloc(count, bytes);
}

void* realloc(void* block, size_t bytes) {
  return fails(bytes) ? nullptr : __libc_realloc(block, bytes);
}

}  // extern "C"
