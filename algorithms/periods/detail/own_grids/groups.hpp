// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <siderum/core/frequency_grid.hpp>

namespace siderum::detail {

/// The objects that have one grid, in ascending order.
struct GridGroup {
  FrequencyGrid grid;
  std::vector<std::int64_t> objects;
};

/// Every object is in one group. Throws Error for a grid that cannot be searched.
std::vector<GridGroup> groups_of(std::span<FrequencyGrid const> grids);

}  // namespace siderum::detail
