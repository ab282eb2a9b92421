// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace siderum {

struct PhaseDispersionOptions {
  int bins = 10;  ///< of phase, 2 .. 64
};

/// The entry of finder_table.hpp.
struct PhaseDispersionFinder {
  using Options = PhaseDispersionOptions;
  static constexpr std::string_view name = "pdm";
};

}  // namespace siderum
