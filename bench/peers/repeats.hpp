// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "support/timing.hpp"

namespace siderum::bench {

/// The seconds of the fastest run, of as many as repeats.py has of another package.
template <class Exec, class Function>
double fastest(Exec const& exec, Function const& function) {
  return time_fastest(exec, function, {.least = 5, .most = 1'000'000, .seconds = 0.5}).fastest;
}

}  // namespace siderum::bench
