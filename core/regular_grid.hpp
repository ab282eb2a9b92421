// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>

#include <siderum/core/frequency_grid.hpp>

namespace siderum {

/// The grid whose frequencies these are, up to their rounding: each lies within four units in the
/// last place of the largest from first + k step, step = (last - first) / (count - 1). Of one
/// frequency f above 0 it is {f, f, 1}.
///
/// Empty where there is none: for no frequency, for a single 0, and for frequencies that do not
/// ascend, are negative or not finite, or are spaced unevenly.
std::optional<FrequencyGrid> regular_grid(std::span<double const> frequency);

}  // namespace siderum
