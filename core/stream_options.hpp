// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/core/progress.hpp>

namespace siderum {

/// How results of a device come to ordinary (pageable) host memory.
enum class Staging : std::uint8_t {
  pinned,  ///< through page-locked buffers, copied on by all host threads while the device goes on
  none,    ///< by plain copies, one piece after the other: only worth it as a comparison
};

/// How work is done in pieces whose results land in host memory.
struct StreamOptions {
  double memory_fraction =
      0.75;  ///< of the free device memory that may be taken, 0 < fraction <= 1
  std::int64_t piece_bytes = std::int64_t{32} << 20;  ///< of results in one piece, >= 64 KiB
  Staging staging = Staging::pinned;
  ProgressObserver* progress = nullptr;  ///< told after each piece; not owned
};

}  // namespace siderum
