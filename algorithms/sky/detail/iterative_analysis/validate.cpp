// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/sky/detail/iterative_analysis/validate.hpp>

#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum::detail {

void validate_iterations(IterativeAnalysisOptions const& options) {
  SIDERUM_VALIDATE(options.iterations >= 0,
                   "The analysis is to take " + std::to_string(options.iterations) +
                       " iterations (a number of times is not negative). Give 0 or more.");
  SIDERUM_VALIDATE(options.tolerance >= 0.0 && options.tolerance <= 1.0,
                   "The tolerance is " + number_text(options.tolerance) +
                       " (the residual it is compared with is 1 at first and falls). Give a number"
                       " from 0 to 1.");
}

void validate_weight_extents(WeightExtents const& extents) {
  SIDERUM_VALIDATE(extents.pixels == extents.map_pixels,
                   "There are weights of " + std::to_string(extents.pixels) +
                       " pixels (the map has " + std::to_string(extents.map_pixels) +
                       "). Give one for each pixel.");
  SIDERUM_VALIDATE(extents.rows == 1 || extents.rows == extents.map_rows,
                   "There are " + std::to_string(extents.rows) + " rows of weights (there are " +
                       std::to_string(extents.map_rows) +
                       " maps). Give one row for all, or one for each map.");
}

void validate_weights(double bad) {
  SIDERUM_VALIDATE(bad == 0.0, number_text(bad) +
                                   " weights of pixels are below 0 or no finite number (a weight is"
                                   " an inverse variance). Give 0 where a pixel is masked.");
}

}  // namespace siderum::detail
