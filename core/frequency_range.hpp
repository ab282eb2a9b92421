// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace siderum {

/// The frequencies first .. last - 1 of a grid or list.
struct FrequencyRange {
  std::int64_t first;
  std::int64_t last;
};

}  // namespace siderum
