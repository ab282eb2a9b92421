// SPDX-FileCopyrightText: 2026 The siderum developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace siderum::distributed {

/// Divides items that stand in a row into blocks, one for each rank in their order: the costs of
/// the blocks are to each other as the speeds of the ranks, as nearly as the ends of items allow.
/// A block may be empty.
///
/// @param cost   (items) of each, >= 0
/// @param speed  (ranks) of each, > 0
/// @return (ranks + 1) where blocks begin; the last is the number of items
std::vector<std::int64_t> divide(std::span<double const> cost, std::span<double const> speed);

/// The same of `count` equal items, where blocks begin at multiples of `unit`.
std::vector<std::int64_t> divide(std::int64_t count, std::int64_t unit,
                                 std::span<double const> speed);

/// What the costliest block takes, in units of what each would take if items could be cut.
double imbalance(std::span<double const> cost, std::span<std::int64_t const> begin);

}  // namespace siderum::distributed
