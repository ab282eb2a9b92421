// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace siderum {

/// Bytes of memory that several processes have laid out alike, as one of them has them.
struct BytesOfRank {
  int rank;
  std::size_t begin;  ///< among those of the memory
  std::size_t count;
};

}  // namespace siderum
