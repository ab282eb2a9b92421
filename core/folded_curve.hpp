// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

namespace siderum {

/// A light curve in order of phase, and what describes it there.
struct FoldedCurve {
  std::vector<double> phase;  ///< (points) frac(frequency (time - min time)), in 0 .. 1, ascending
  std::vector<double> fit;    ///< (points) unit of the values
};

}  // namespace siderum
