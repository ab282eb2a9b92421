// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace siderum {

struct ConditionalEntropyOptions {
  int phase_bins = 10;  ///< 2 .. 64
  int value_bins = 5;   ///< 2 .. 16
};

/// The entry of finder_table.hpp.
struct ConditionalEntropyFinder {
  using Options = ConditionalEntropyOptions;
  static constexpr std::string_view name = "conditional-entropy";
};

}  // namespace siderum
