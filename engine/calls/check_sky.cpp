// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/engine/calls/check_sky.hpp>

#include <cmath>
#include <cstddef>
#include <string>

#include <siderum/core/error.hpp>
#include <siderum/core/number_text.hpp>

namespace siderum::engine {

WorkingPrecision working_precision(Execution const& execution) {
  return execution.precision == Precision::single_precision ? WorkingPrecision::float32
                                                            : WorkingPrecision::float64;
}

std::span<double const> used_weight(AnalysisMethod const& method, RingGrid const& grid) {
  bool const is_used = method.iterations > 0 && std::ssize(method.weight) == grid.pixels();
  return is_used ? method.weight : std::span<double const>();
}

void check_filter(HarmonicRange range, Field field,
                  std::vector<std::vector<double>> const& filter) {
  auto const rows = static_cast<std::size_t>(components(field));
  SIDERUM_VALIDATE(filter.size() == rows, "There are " + std::to_string(filter.size()) +
                                              " filters (the field has " + std::to_string(rows) +
                                              " components). Give one for each.");
  for (std::size_t row = 0; row < rows; ++row) {
    SIDERUM_VALIDATE(std::ssize(filter[row]) > range.lmax,
                     "Filter " + std::to_string(row) + " has " +
                         std::to_string(filter[row].size()) + " factors (lmax is " +
                         std::to_string(range.lmax) +
                         ", and filters count from 0). Give one for each degree.");
    for (double const factor : filter[row]) {
      SIDERUM_VALIDATE(std::isfinite(factor), "Filter " + std::to_string(row) + " has the factor " +
                                                  number_text(factor) +
                                                  " (factors are finite). Correct it.");
    }
  }
}

}  // namespace siderum::engine
