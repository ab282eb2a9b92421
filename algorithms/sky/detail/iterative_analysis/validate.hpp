// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include <siderum/algorithms/sky/iterative_analysis.hpp>

namespace siderum::detail {

/// Throws Error.
void validate_iterations(IterativeAnalysisOptions const& options);

struct WeightExtents {
  std::int64_t rows;
  std::int64_t pixels;
  std::int64_t map_rows;
  std::int64_t map_pixels;
};
/// Throws Error.
void validate_weight_extents(WeightExtents const& extents);

/// @param bad  number of weights that are negative or not finite. Throws Error unless 0.
void validate_weights(double bad);

}  // namespace siderum::detail
