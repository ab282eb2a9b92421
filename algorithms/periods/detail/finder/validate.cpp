// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#include <siderum/algorithms/periods/detail/finder/validate.hpp>

#include <string>

#include <siderum/backends/portable/fold_and_sort.hpp>
#include <siderum/core/error.hpp>

namespace siderum::detail {

void validate_listed(std::int64_t count) {
  SIDERUM_VALIDATE(count > 0, "The list of frequencies is empty. Give at least one frequency.");
}

void validate_folding_grid(FrequencyGrid const& grid) {
  validate(grid);
  SIDERUM_VALIDATE(grid.first > 0.0,
                   "The grid begins at frequency 0 (its period is infinite, and no curve can be "
                   "folded with that). Begin above 0.");
}

void validate_folded(Kokkos::View<std::int64_t const*, Kokkos::HostSpace> const& offsets) {
  for (std::size_t object = 0; object + 1 < offsets.extent(0); ++object) {
    std::int64_t const points = offsets(object + 1) - offsets(object);
    SIDERUM_VALIDATE(points <= max_folded_points,
                     "Object " + std::to_string(object) + " has " + std::to_string(points) +
                         " points (a fold can number " + std::to_string(max_folded_points) +
                         "). Average neighbouring points first.");
  }
}

void validate_count(int value, int first, int last, char const* what) {
  SIDERUM_VALIDATE(first <= value && value <= last,
                   "The number of " + std::string(what) + " is " + std::to_string(value) +
                       " (it can be " + std::to_string(first) + " to " + std::to_string(last) +
                       "). Choose one of those.");
}

}  // namespace siderum::detail
