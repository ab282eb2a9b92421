// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/timing.hpp"

namespace siderum::bench {

/// The seconds of the fastest of some runs, of half a second in all at least, after one that is not
/// counted: as repeats.py has it for other packages.
template <class Exec, class Function>
double fastest(Exec const& exec, Function const& function) {
  return time_fastest(exec, function, {.least = 2, .most = 1'000'000, .seconds = 0.5}).fastest;
}

}  // namespace siderum::bench
