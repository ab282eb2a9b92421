// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>

#include <gtest/gtest.h>
#include <unistd.h>

namespace siderum::test {

/// Bytes of addresses that the process has.
inline long addresses() {
  long pages = 0;
  std::FILE* const file = std::fopen("/proc/self/statm", "r");
  EXPECT_EQ(std::fscanf(file, "%ld", &pages), 1);
  std::fclose(file);
  return pages * sysconf(_SC_PAGESIZE);
}

/// Whether this build keeps a map of all addresses, and ends where that cannot grow.
inline bool has_sanitizer() {
  return addresses() > (1L << 40);
}

}  // namespace siderum::test
