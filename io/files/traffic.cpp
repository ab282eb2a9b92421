// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/io/files/traffic.hpp>

#include <atomic>

namespace siderum::io {

namespace {

std::atomic<std::int64_t> bytes_read = 0;
std::atomic<std::int64_t> bytes_written = 0;

}  // namespace

Traffic traffic() {
  return {bytes_read, bytes_written};
}

void count_read(std::int64_t bytes) {
  bytes_read += bytes;
}

void count_written(std::int64_t bytes) {
  bytes_written += bytes;
}

}  // namespace siderum::io
