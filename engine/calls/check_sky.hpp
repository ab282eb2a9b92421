// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include <siderum/algorithms/sky/transform_numbers.hpp>
#include <siderum/engine/sky.hpp>

/// What is asked of transforms before a device starts.
namespace siderum::engine {

WorkingPrecision working_precision(Execution const& execution);

/// The weights of pixels, where the analysis iterates; else none.
std::span<double const> used_weight(AnalysisMethod const& method, RingGrid const& grid);

/// Throws Error unless each component has a finite factor for each degree.
void check_filter(HarmonicRange range, Field field, std::vector<std::vector<double>> const& filter);

}  // namespace siderum::engine
