// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

/// How many bytes this process has read from input files and written to output files.
namespace siderum::io {

struct Traffic {
  std::int64_t read = 0;
  std::int64_t written = 0;
};

Traffic traffic();

/// Called where bytes go through, from any thread.
void count_read(std::int64_t bytes);
void count_written(std::int64_t bytes);

}  // namespace siderum::io
